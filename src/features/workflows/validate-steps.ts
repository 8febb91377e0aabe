import { AppError, type ErrorIssue } from '../../contract/errors.ts'
import { limits } from '../../contract/limits.ts'
import { asSentence, nearestName } from '../../platform/validation/validation.ts'
import type { ToolCatalog } from '../tools/tool-catalog.ts'
import { namesOf, type Names, type Sources } from './names.ts'
import { awaitedEventIssues } from './awaited-event.ts'
import { controlIssues, undoReferences, usedNames } from './step-names.ts'
import type { WorkflowStep } from './schemas.ts'
import { argumentIssues } from './engine/step-arguments.ts'
import { graphOf, type StepGraph } from './engine/step-graph.ts'
import { ITEM_ID } from './engine/step-rows.ts'
import type { Reference } from './engine/variables.ts'
import type { CatalogEntry } from '../tools/catalog-entry.ts'

export interface StepsToCheck {
  readonly steps: readonly WorkflowStep[]
  readonly variables: Readonly<Record<string, unknown>>
}

/** Steps that can be run, with everything that was found out about them. */
export interface Plan extends StepsToCheck {
  readonly graph: StepGraph
  /** For each step: where the names in its arguments lead. */
  readonly sources: readonly Sources[]
}

export interface CheckOptions {
  readonly catalog: ToolCatalog
  /** JSON pointer to the list of steps in the request. */
  readonly at?: string
}

/** Looking for the name that was meant takes time: a list that is wrong throughout is not worth it. */
const SUGGESTIONS = 50

/** The plan, or one refusal that names every reason. */
export function planOf(given: StepsToCheck, { catalog, at = '/body/steps' }: CheckOptions): Plan {
  const { steps, variables } = given
  const graph = graphOf(steps)
  const names = namesOf(steps, { graph, variables })
  const found = steps.map((step, position) => usedNames(step, { names, position }))
  const isOnCircle = new Set(steps.keys()).difference(new Set(graph.order))
  const near = limitedSuggestions()
  const issues = [
    ...countIssues(steps, at),
    ...steps.flatMap((step, position) =>
      [
        ...idIssues(step, { position, graph, steps }),
        ...toolIssues(step, { catalog, near, references: found[position]!.inArguments }),
        ...dependencyIssues(step, { graph, near }),
        ...controlIssues(step),
        ...awaitedEventIssues(step),
        ...undoIssues(step, { catalog, near, references: undoReferences(step, { names, position }) }),
        ...found[position]!.issues,
        // On a circle nothing comes earlier: there only a name that nobody gives is wrong for certain.
        ...nameIssues(
          found[position]!.references.filter(
            ({ name }) => !isOnCircle.has(position) || !names.isGivenByAny(name),
          ),
          { names, position, near },
        ),
      ].map(({ path, message }) => ({ path: `${at}/${position}${path}`, message })),
    ),
    ...cycleIssues(steps, { graph, at }),
  ]
  if (issues.length > 0) throw new AppError('invalid_request', summaryOf(issues), { errors: issues })
  return { ...given, graph, sources: found.map(({ sources }) => sources) }
}

/** Why new arguments do not fit a step of a plan that is otherwise right, and where their names lead. */
export function checkNewArguments(
  { steps, variables }: StepsToCheck,
  {
    position,
    args,
    catalog,
    mayLack,
  }: { position: number; args: Record<string, unknown>; catalog: ToolCatalog; mayLack: boolean },
): { sources: Sources; issues: ErrorIssue[] } {
  const names = namesOf(steps, { graph: graphOf(steps), variables })
  const step = steps[position]!
  const { inArguments, references, sources } = usedNames({ ...step, args }, { names, position })
  const entry = catalog.find(step.action)
  const issues = [
    ...(entry ? argumentIssues(entry.tool, args, { references: inArguments, mayLack }) : []).map(inArgs),
    ...nameIssues(references, { names, position, near: limitedSuggestions() }),
  ]
  return { sources, issues }
}

/** One sentence for the answer, whose `errors` have the rest. */
export function summaryOf(issues: readonly ErrorIssue[]): string {
  const [first] = issues
  const where = first!.path.split('/').slice(2).join('.')
  const more = issues.length > 1 ? ` (and ${issues.length - 1} more, see errors)` : ''
  return asSentence(`The workflow can't run: ${where} ${first!.message}${more}`)
}

type Suggest = (name: string, known: () => readonly string[]) => string

function limitedSuggestions(): Suggest {
  let left = SUGGESTIONS
  return (name, known) => {
    left -= 1
    const near = left < 0 ? undefined : nearestName(name, known())
    return near === undefined ? '' : `; did you mean "${near}"?`
  }
}

function countIssues(steps: readonly WorkflowStep[], at: string): ErrorIssue[] {
  const most = limits.workflow_steps.value
  if (steps.length === 0) return [{ path: at, message: 'needs at least one step' }]
  return steps.length > most ? [{ path: at, message: `must not have more than ${most} steps` }] : []
}

function idIssues(
  { id }: WorkflowStep,
  { position, graph, steps }: { position: number; graph: StepGraph; steps: readonly WorkflowStep[] },
): ErrorIssue[] {
  const before = graph.positions.get(id)!
  if (before !== position) return [{ path: '/id', message: `"${id}" is also the id of step ${before + 1}` }]
  const [, whole = ''] = ITEM_ID.exec(id) ?? []
  const owner = steps[graph.positions.get(whole) ?? -1]
  return owner?.for_each || owner?.repeat
    ? [{ path: '/id', message: `"${id}" would be the id of an item of step "${whole}"` }]
    : []
}

interface StepContext {
  readonly catalog: ToolCatalog
  readonly near: Suggest
  readonly references: readonly Reference[]
}

function toolIssues(step: WorkflowStep, { catalog, near, references }: StepContext): ErrorIssue[] {
  const { agent, action, args, needs_human: mayLack = false } = step
  const entry = catalog.find(action)
  const owner = ownerIssue(agent, entry, { catalog, near })
  if (!entry) {
    const known = () => catalog.list().map(({ tool }) => tool.action)
    return [...owner, { path: '/action', message: `"${action}" is an unknown tool${near(action, known)}` }]
  }
  const elsewhere = catalog.isAvailable(entry)
    ? []
    : [{ path: '/action', message: `${action} doesn't exist on this platform` }]
  return [...owner, ...elsewhere, ...argumentIssues(entry.tool, args, { references, mayLack }).map(inArgs)]
}

/** What undoes a step is checked like a step. */
function undoIssues(step: WorkflowStep, context: StepContext): ErrorIssue[] {
  if (!step.undo) return []
  const { id, depends_on } = step
  return toolIssues({ id, depends_on, ...step.undo }, context).map(({ path, message }) => ({
    path: `/undo${path}`,
    message,
  }))
}

function ownerIssue(
  agent: string,
  entry: CatalogEntry | undefined,
  { catalog, near }: Omit<StepContext, 'references'>,
): ErrorIssue[] {
  if (entry?.agent === agent) return []
  const agents = catalog.agents()
  if (!agents.includes(agent))
    return [{ path: '/agent', message: `"${agent}" is an unknown agent${near(agent, () => agents)}` }]
  if (!entry) return []
  return [{ path: '/action', message: `${entry.tool.action} belongs to ${entry.agent}, not to ${agent}` }]
}

function dependencyIssues(
  { depends_on }: WorkflowStep,
  { graph, near }: { graph: StepGraph; near: Suggest },
): ErrorIssue[] {
  return depends_on.flatMap((id, index) => {
    if (graph.positions.has(id)) return []
    const message = `"${id}" is not the id of a step${near(id, () => [...graph.positions.keys()])}`
    return [{ path: `/depends_on/${index}`, message }]
  })
}

function nameIssues(
  references: readonly Reference[],
  { names, position, near }: { names: Names; position: number; near: Suggest },
): ErrorIssue[] {
  return references
    .filter(({ known }) => !known)
    .map(({ name, path }) => {
      const reason = `$${name} ${names.reasonAgainst(name, position)}`
      const message = `${reason}${near(name, () => names.knownTo(position))}`
      const isText =
        (path.startsWith('/args') && !path.startsWith('/args/compute/')) || path.startsWith('/for_each/in/')
      return { path, message: isText ? `${message} (write $$${name} for the plain text)` : message }
    })
}

function cycleIssues(
  steps: readonly WorkflowStep[],
  { graph, at }: { graph: StepGraph; at: string },
): ErrorIssue[] {
  return graph.cycles.map((cycle) => ({
    path: `${at}/${cycle[0]!}/depends_on`,
    message: `forms a loop: ${cycle.map((position) => steps[position]!.id).join(' → ')}`,
  }))
}

function inArgs({ path, message }: ErrorIssue): ErrorIssue {
  return { path: `/args${path}`, message }
}
