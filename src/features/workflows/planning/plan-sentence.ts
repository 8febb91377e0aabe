import { AppError } from '../../../contract/errors.ts'
import type { AnyTool } from '../../../contract/tool.ts'
import { spansIn } from '../../../platform/language/spans.ts'
import type { ToolCatalog } from '../../tools/tool-catalog.ts'
import type { WorkflowStep } from '../schemas.ts'
import { argumentIssues } from '../engine/step-arguments.ts'
import { splitClauses, type Clause } from './clauses.ts'
import { finishedSteps, tooManySteps, waitingNotes, type PlannedWork } from './finish-plan.ts'
import { fillIn } from './fill-in.ts'
import { ignoredWord, leftOver, notAsSaid } from './left-over.ts'
import { linkResults, type EarlierStep, type Linked } from './link-results.ts'
import { newStepId } from './step-id.ts'
import { verbsOf, type Understand } from './understand-clause.ts'
import type { CatalogEntry } from '../../tools/catalog-entry.ts'
import type { Understood } from './understood.ts'

export interface SentencePlannerDeps {
  readonly catalog: ToolCatalog
  readonly understand: Understand
}

const FOLDER = /^(?:make|create|add|set up)\s+(?:(?:a|an|the)\s+)?(?:new\s+)?(?:folder|directory)\b/i
const NO_TOOL = 'no known tool does it'
const SHOWN_PLANS =
  'Try for example "list the files in ~/Downloads, then create a spreadsheet ~/list.xlsx from it", or send the steps to POST /api/workflows.'

/** Plans a sentence without a model: one step for each clause that is understood; what is not is said. */
export async function planSentence(
  sentence: string,
  { catalog, understand }: SentencePlannerDeps,
  signal: AbortSignal,
): Promise<PlannedWork> {
  const clauses = splitClauses(sentence, verbsOf(catalog.list()))
  const excess = tooManySteps(clauses.length)
  if (excess !== undefined) throw new AppError('invalid_request', `${excess} Plan it in several parts.`)
  const draft = new Draft(catalog)
  for (const clause of clauses) {
    signal.throwIfAborted()
    await draft.add(clause, (text, earlier) => understand(text, { earlier, signal }))
  }
  return draft.finish(sentence)
}

class Draft {
  readonly #catalog: ToolCatalog
  readonly #steps: WorkflowStep[] = []
  readonly #tools: AnyTool[] = []
  readonly #doubts = new Map<string, readonly string[]>()
  readonly #unplanned: { text: string; reason: string }[] = []
  readonly #notes: string[] = []
  #folder: { path: string; clause: string } | undefined

  constructor(catalog: ToolCatalog) {
    this.#catalog = catalog
  }

  async add(
    { text, beyond }: Clause,
    understand: (text: string, earlier: readonly EarlierStep[]) => ReturnType<Understand>,
  ): Promise<void> {
    if (beyond !== undefined) return this.#leave(text, beyond)
    const earlier = this.#steps.map(({ id }, index) => ({ id, tool: this.#tools[index]! }))
    const call = await understand(text, earlier)
    const entry = call && this.#catalog.find(call.action)
    if (!/FOLDER|DIRECTORY/.test(call?.action ?? '') && this.#rememberFolder(text)) return
    if (!call || !entry) return this.#leave(text, NO_TOOL)
    const split = leftOver(text, call, entry.tool)
    if (split) {
      await this.add({ text: split.text }, understand)
      return this.#leave(split.rest, NO_TOOL)
    }
    this.#plan(text, { call, entry, earlier })
  }

  #plan(
    text: string,
    { call, entry, earlier }: { call: Understood; entry: CatalogEntry; earlier: readonly EarlierStep[] },
  ): void {
    if (ignoredWord(text, call, entry.tool) !== undefined) return this.#leave(text, notAsSaid(entry.tool))
    const linked = linkResults(entry.tool, withoutMisfits(entry.tool, call), {
      clause: text,
      earlier,
      folder: this.#folder?.path,
    })
    if (isOneOfSeveral(text, linked))
      return this.#leave(text, 'it would have to be done for each of several things')
    const filled = fillIn(linked, this.#steps)
    this.#useFolder(filled.args)
    this.#append(entry, filled)
  }

  /** Tools make the folders on the way to what they write: one that is only to be made is kept in mind for them. */
  #rememberFolder(text: string): boolean {
    const folder = FOLDER.test(text) ? spansIn(text).find(({ kind }) => kind === 'path') : undefined
    if (folder) this.#folder = { path: folder.value, clause: text }
    return folder !== undefined
  }

  #append({ agent, tool }: CatalogEntry, { action, args, doubts }: Linked): void {
    const id = newStepId(action, this.#steps)
    const before = this.#steps.at(-1)
    const isDoubtful = doubts.length > 0
    if (isDoubtful) this.#doubts.set(id, doubts)
    this.#tools.push(tool)
    const depends_on = before ? [before.id] : []
    this.#steps.push({ id, agent, action, args, depends_on, ...(isDoubtful && { needs_human: true }) })
  }

  finish(sentence: string): PlannedWork {
    if (this.#folder)
      this.#leave(this.#folder.clause, 'a folder is only created when something is put into it')
    if (this.#steps.length === 0) throw nothingPlanned(sentence, this.#unplanned)
    const steps = finishedSteps(this.#steps, { catalog: this.#catalog, at: '/steps' })
    const explanation = [
      ...steps.map(({ id, args }, index) => this.#tell({ id, args, index })),
      ...this.#notes,
      ...waitingNotes(steps, { catalog: this.#catalog, doubts: this.#doubts }),
      ...this.#unplanned.map(({ text, reason }) => `Not planned: "${text}" (${reason}).`),
    ].join('\n')
    return { steps, explanation, unplanned: this.#unplanned.map(({ text }) => text) }
  }

  #leave(text: string, reason: string): void {
    this.#unplanned.push({ text, reason })
  }

  #useFolder(args: Readonly<Record<string, unknown>>): void {
    const folder = this.#folder
    if (
      !folder ||
      !Object.values(args).some((value) => typeof value === 'string' && value.startsWith(folder.path))
    )
      return
    this.#notes.push(`The folder ${folder.path} is created when something is put into it.`)
    this.#folder = undefined
  }

  #tell({ id, args, index }: { id: string; args: Readonly<Record<string, unknown>>; index: number }): string {
    const values = Object.entries(args).map(([name, value]) => `${name} ${JSON.stringify(value)}`)
    return `${index + 1}. ${this.#tools[index]!.title} ("${id}")${values.length > 0 ? `: ${values.join(', ')}` : ''}.`
  }
}

/** "delete them" means all, and the tool takes one: the first of them would be another thing than was said. */
function isOneOfSeveral(clause: string, { args }: Linked): boolean {
  return (
    /\b(?:them|these|those|all of (?:it|them)|the (?:files|results|matches|folders))\b/i.test(clause) &&
    Object.values(args).some((value) => typeof value === 'string' && /^\$[^\s]+\[0\]\.path$/.test(value))
  )
}

/** A value that the tool would refuse is left to a person. */
export function withoutMisfits(tool: AnyTool, call: Understood): Understood {
  const issues = argumentIssues(tool, call.args, { mayLack: true })
  const misfits = new Map(issues.map(({ path, message }) => [path.split('/')[1]!, message]))
  if (misfits.size === 0) return call
  const required = (tool.params as { required?: readonly string[] }).required ?? []
  return {
    ...call,
    args: Object.fromEntries(Object.entries(call.args).filter(([name]) => !misfits.has(name))),
    missing: [
      ...call.missing,
      ...required.filter((name) => misfits.has(name) && !call.missing.includes(name)),
    ],
    doubts: [
      ...(call.doubts ?? []),
      ...[...misfits].map(([name, message]) => `${name} ${message}, so it was left out`),
    ],
  }
}

function nothingPlanned(sentence: string, unplanned: readonly { text: string; reason: string }[]): AppError {
  const reasons = unplanned.slice(0, 10).map(({ text, reason }) => `"${shortened(text)}": ${reason}`)
  const why = reasons.length > 0 ? reasons.join('; ') : `"${shortened(sentence)}" has nothing to do`
  return new AppError(
    'invalid_request',
    `Couldn't plan any of this without a model (${why}). ${SHOWN_PLANS}`,
    {
      errors: unplanned.map(({ text, reason }) => ({
        path: '/body/prompt',
        message: `"${text}": ${reason}`,
      })),
    },
  )
}

function shortened(text: string): string {
  return text.length > 120 ? `${text.slice(0, 119)}…` : text
}
