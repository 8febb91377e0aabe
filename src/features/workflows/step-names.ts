import type { ErrorIssue } from '../../contract/errors.ts'
import { ExpressionError } from '../../platform/expressions/expression-error.ts'
import { namesIn, parseExpression } from '../../platform/expressions/parse.ts'
import type { Reference } from './engine/variables.ts'
import type { Names, Sources } from './names.ts'
import type { WorkflowStep } from './schemas.ts'

/** An expression of a step, and the names that only this step knows. */
interface StepExpression {
  readonly path: string
  readonly text: string
  readonly local: readonly string[]
}

/** Every name that a step uses, where it leads, and which expressions cannot be read. */
export interface UsedNames {
  /** Those of the arguments, with paths in them. */
  readonly inArguments: readonly Reference[]
  /** All of them, with paths in the step. */
  readonly references: readonly Reference[]
  readonly sources: Sources
  readonly issues: readonly ErrorIssue[]
}

export function usedNames(
  step: WorkflowStep,
  { names, position }: { names: Names; position: number },
): UsedNames {
  const inArguments = names.references(position, plainArguments(step), localNames(step))
  const references = inArguments.map((reference) => ({ ...reference, path: `/args${reference.path}` }))
  if (Array.isArray(step.for_each?.in))
    for (const reference of names.references(position, { in: step.for_each.in }, errorName(step)))
      references.push({ ...reference, path: `/for_each${reference.path}` })
  for (const reference of undoReferences(step, { names, position }))
    references.push({ ...reference, path: `/undo/args${reference.path}` })
  const issues: ErrorIssue[] = []
  for (const expression of expressionsOf(step)) {
    const isKnown = (name: string) => expression.local.includes(name) || names.isKnown(name, position)
    try {
      for (const name of namesIn(parseExpression(expression.text, { isKnown })))
        references.push({ name, known: isKnown(name), path: expression.path, whole: false })
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error
      issues.push({ path: expression.path, message: messageOf(error) })
    }
  }
  // What the step calls by a name of its own is not looked for elsewhere.
  const local = new Set([
    ...localNames(step),
    ...expressionsOf(step).flatMap((one) => one.local),
    ...(step.undo ? resultNames(step) : []),
  ])
  const used = references.filter(({ known, name }) => known && !local.has(name)).map(({ name }) => name)
  return { inArguments, references, sources: names.sources(position, used), issues }
}

/** The names in the arguments that undo a step, with paths in them. */
export function undoReferences(
  step: WorkflowStep,
  { names, position }: { names: Names; position: number },
): Reference[] {
  if (!step.undo) return []
  return names.references(position, step.undo.args, [...localNames(step), ...resultNames(step)])
}

/** What undoes a step knows its result. */
export function resultNames({ id, outputs = [] }: Pick<WorkflowStep, 'id' | 'outputs'>): string[] {
  return [id, ...outputs]
}

/** Members that contradict each other. */
export function controlIssues(step: WorkflowStep): ErrorIssue[] {
  const { after = 'success', depends_on, for_each, repeat, needs_human } = step
  return [
    after !== 'success' &&
      depends_on.length === 0 && {
        path: '/after',
        message: `"${after}" needs depends_on: it is about how those steps end`,
      },
    for_each && repeat && { path: '/repeat', message: "can't be combined with for_each: use two steps" },
    repeat &&
      needs_human && {
        path: '/needs_human',
        message: "can't be combined with repeat: ask in a step before it",
      },
  ].filter((issue) => issue !== false && issue !== undefined)
}

/** What a step calls an item of its list. */
export function itemName({ for_each }: Pick<WorkflowStep, 'for_each'>): string {
  return for_each?.as ?? 'item'
}

/** Whether the condition is asked for each item, because it is about the item. */
export function conditionIsAboutItem(step: Pick<WorkflowStep, 'when' | 'for_each'>): boolean {
  const { when, for_each } = step
  if (when === undefined || for_each === undefined) return false
  const names = [itemName(step), 'index']
  const isKnown = (name: string) => names.includes(name)
  return namesIn(parseExpression(when, { isKnown })).some(isKnown)
}

/** What the arguments of a step know besides: what went wrong before it, its item, or its last turn. */
function localNames(step: Pick<WorkflowStep, 'after' | 'for_each' | 'repeat'>): string[] {
  return [
    ...errorName(step),
    ...(step.for_each ? [itemName(step), 'index'] : []),
    ...(step.repeat ? ['result', 'index'] : []),
  ]
}

function errorName({ after = 'success' }: Pick<WorkflowStep, 'after'>): string[] {
  return after === 'success' ? [] : ['error']
}

function expressionsOf(step: WorkflowStep): StepExpression[] {
  const { when, for_each, repeat } = step
  const found: StepExpression[] = []
  const itemNames = for_each ? [itemName(step), 'index'] : []
  if (when !== undefined) found.push({ path: '/when', text: when, local: [...errorName(step), ...itemNames] })
  if (typeof for_each?.in === 'string')
    found.push({ path: '/for_each/in', text: for_each.in, local: errorName(step) })
  if (repeat) found.push({ path: '/repeat/until', text: repeat.until, local: localNames(step) })
  const awaited = awaitedWhen(step)
  if (awaited !== undefined)
    found.push({ path: '/args/event/when', text: awaited, local: [...localNames(step), 'event'] })
  for (const [name, text] of Object.entries(computedIn(step)))
    if (typeof text === 'string') found.push({ path: `/args/compute/${name}`, text, local: localNames(step) })
  return found
}

/** What SET_VALUES works out is written as expressions. */
export function computedIn({
  action,
  args,
}: Pick<WorkflowStep, 'action' | 'args'>): Readonly<Record<string, string>> {
  const { compute } = args
  return action === 'SET_VALUES' && compute !== null && typeof compute === 'object'
    ? (compute as Record<string, string>)
    : {}
}

/** What WAIT_FOR asks of an event is an expression about the event. */
function awaitedWhen({ action, args }: Pick<WorkflowStep, 'action' | 'args'>): string | undefined {
  const event = action === 'WAIT_FOR' ? (args['event'] as { when?: unknown } | null | undefined) : undefined
  return typeof event?.when === 'string' ? event.when : undefined
}

/** The arguments without those that are expressions. */
export function plainArguments(
  step: Pick<WorkflowStep, 'action' | 'args'>,
): Readonly<Record<string, unknown>> {
  if (awaitedWhen(step) !== undefined) {
    const { when: _, ...event } = step.args['event'] as Record<string, unknown>
    return { ...step.args, event }
  }
  if (Object.keys(computedIn(step)).length === 0) return step.args
  const { compute: _, ...others } = step.args
  return others
}

function messageOf({ message, column, expected }: ExpressionError): string {
  const instead =
    expected.length === 0 || message.includes('expected') ? '' : `; expected ${expected.join(', ')}`
  return `can't be read at column ${column}: ${message.replace(/\.$/, '')}${instead}`
}
