import type { Confirmation } from '../../../contract/confirmation.ts'
import { isPersonal, type Provenance } from '../../../contract/endpoint.ts'
import type { Envelope } from '../../../contract/envelope.ts'
import type { Reading } from '../../../contract/tool.ts'
import type { CatalogEntry, ToolCatalog } from '../../tools/tool-catalog.ts'
import type { ToolRunner } from '../../tools/tool-runner.ts'
import type { Asked, Voice } from '../answering.ts'
import type { StepCall } from './model-step.ts'
import { FIND_TOOLS, PLAN_WORKFLOW, rankedActions, type Rank } from './offered-tools.ts'
import { runPlan, type Recorded, type WorkflowDoor } from './plan-workflow.ts'
import { readingsOf, reasonToDistrust, type Taints } from './taint.ts'
import { resultForModel } from './untrusted.ts'

export interface CallDeps {
  readonly catalog: Pick<ToolCatalog, 'find' | 'list' | 'unknown'>
  readonly runner: Pick<ToolRunner, 'run'>
  readonly rank: Rank
  readonly workflows: WorkflowDoor
  readonly taints: Taints
  readonly asked: Asked
  readonly voice: Voice
  readonly signal: AbortSignal
  /** Characters of one result that the model gets. */
  readonly resultCharacters: number
  /** A tool was found by the model and can be called from now on. */
  readonly onFound: (action: string) => void
}

/** What became of one call. */
export interface CallOutcome {
  readonly call: StepCall
  readonly result: Envelope
  /** What the model gets of it. */
  readonly forModel: unknown
  /** It waits for a person. */
  readonly confirmation?: Confirmation
  /** The call itself was wrong: no such tool, or arguments that do not fit. */
  readonly isWrong: boolean
}

const WAIT_MS = 30_000
const MOST_FOUND = 8
const MOST_EVENT_CHARACTERS = 256 * 1024
const wrongCodes: ReadonlySet<string> = new Set([
  'unknown_tool',
  'invalid_arguments',
  'unavailable_on_platform',
])
/** Nothing ran, so nothing was read. */
const unrunCodes: ReadonlySet<string> = new Set([...wrongCodes, 'approval_required'])

/** Runs the calls of one step in order; calls in a row that only read run side by side. */
export async function runCalls(calls: readonly StepCall[], deps: CallDeps): Promise<CallOutcome[]> {
  const outcomes: CallOutcome[] = []
  for (let from = 0; from < calls.length;) {
    const onlyRead = calls.slice(from).findIndex((call) => !isReadOnly(call, deps))
    const count = onlyRead === -1 ? calls.length - from : Math.max(1, onlyRead)
    const together = calls.slice(from, from + count)
    outcomes.push(...(await Promise.all(together.map((call) => runCall(call, deps)))))
    from += count
  }
  return outcomes
}

function isReadOnly({ name }: StepCall, { catalog }: CallDeps): boolean {
  const entry = catalog.find(name)
  return entry?.tool.risk === 'read' && entry.origin === 'built_in'
}

async function runCall(call: StepCall, deps: CallDeps): Promise<CallOutcome> {
  if (call.problem !== undefined || !isObject(call.args))
    return outcomeOf(call, { result: wrongArguments(call), deps })
  if (call.name === FIND_TOOLS) return findTools(call, deps)
  if (call.name === PLAN_WORKFLOW) return planWorkflow(call, deps)
  const entry = deps.catalog.find(call.name)
  if (!entry) return outcomeOf(call, { result: unknownTool(call, deps), deps })
  return runTool(call, { entry, args: call.args, deps })
}

async function runTool(
  call: StepCall,
  { entry, args, deps }: { entry: CatalogEntry; args: Readonly<Record<string, unknown>>; deps: CallDeps },
): Promise<CallOutcome> {
  const { runner, taints, asked, voice, signal } = deps
  const { agent, tool } = entry
  const { call_id } = call
  voice.toolStart({ call_id, agent, action: tool.action, args, risk: tool.risk })
  const result = await runner.run({
    action: tool.action,
    args,
    provenance: provenanceOf(asked),
    signal,
    askBecause: reasonToDistrust(taints.of(asked.session_id), { entry, args, said: saidBy(asked) }),
    onProgress: (progress) => voice.toolProgress(call_id, progress),
  })
  const readings = readingsOf(entry)
  if (!unrunCodes.has(codeOf(result))) await taints.add(asked.session_id, readings)
  voice.toolEnd(call_id, forEvent(result))
  return outcomeOf(call, { result, readings, deps })
}

async function planWorkflow(call: StepCall, deps: CallDeps): Promise<CallOutcome> {
  const { workflows, catalog, voice, asked, signal, taints } = deps
  const { call_id, name: action } = call
  const { untrusted, private: isPrivate } = taints.of(asked.session_id)
  voice.toolStart({
    call_id,
    agent: 'workflows',
    action,
    args: call.args as Readonly<Record<string, unknown>>,
    risk: 'write',
  })
  const { envelope, record } = await runPlan(call.args, {
    workflows,
    catalog,
    voice,
    signal,
    provenance: provenanceOf(asked),
    asksFirst: untrusted && isPrivate,
    waitMs: WAIT_MS,
  })
  const readings = record ? readingsOfSteps(record, deps) : []
  await taints.add(asked.session_id, readings)
  voice.toolEnd(call_id, forEvent(envelope))
  return outcomeOf(call, { result: envelope, readings, deps })
}

function readingsOfSteps({ steps }: Recorded, { catalog }: CallDeps): Reading[] {
  return steps
    .filter(({ attempts }) => attempts > 0)
    .flatMap(({ action }) => {
      const entry = catalog.find(action)
      return entry ? readingsOf(entry) : (['untrusted', 'private'] as const)
    })
}

function findTools(call: StepCall, deps: CallDeps): CallOutcome {
  const { query } = call.args as { query?: unknown }
  const sentence = typeof query === 'string' ? query : ''
  const { ranked } = rankedActions(deps.catalog, {
    rank: deps.rank,
    sentence,
    limit: MOST_FOUND,
    asked: deps.asked,
  })
  for (const { entry } of ranked) deps.onFound(entry.tool.action)
  const tools = ranked.map(({ entry: { tool } }) => ({ name: tool.action, does: tool.title }))
  const message = tools.length === 0 ? 'No tool does that.' : 'These can be called now.'
  return outcomeOf(call, { result: { success: true, message, data: { tools } }, deps })
}

function outcomeOf(
  call: StepCall,
  { result, readings = [], deps }: { result: Envelope; readings?: readonly Reading[]; deps: CallDeps },
): CallOutcome {
  const { confirmation } = (result.data ?? {}) as { confirmation?: Confirmation }
  const code = codeOf(result)
  const isUntrusted = readings.includes('untrusted')
  return {
    call,
    result,
    forModel: resultForModel(result, { isUntrusted, characters: deps.resultCharacters }),
    ...(code === 'approval_required' && confirmation && { confirmation }),
    isWrong: wrongCodes.has(code),
  }
}

/** What the person said; the words on a button that a model wrote are not theirs. */
function saidBy({ message, provenance }: Asked): string {
  return isPersonal(provenance) ? message : ''
}

/** A model acts for whoever asked it, but what it wants is never what a local client has decided. */
function provenanceOf({ provenance }: Asked): Provenance {
  return provenance === 'local-client' ? 'model' : provenance
}

function wrongArguments({ name, problem }: StepCall): Envelope {
  const message = `${name} was not run: ${problem ?? 'its arguments are no JSON object'}.`
  return { success: false, message, data: { error: { code: 'invalid_arguments' } } }
}

function unknownTool({ name }: StepCall, { catalog }: CallDeps): Envelope {
  const message = `${catalog.unknown(name)} FIND_TOOLS finds tools by what they do.`
  return { success: false, message, data: { error: { code: 'unknown_tool' } } }
}

function forEvent(result: Envelope): Envelope {
  const size = JSON.stringify(result.data)?.length ?? 0
  if (size <= MOST_EVENT_CHARACTERS) return result
  return { ...result, data: { left_out: `${size} characters of data are not kept with the answer.` } }
}

export function codeOf({ success, data }: Envelope): string {
  return success ? '' : ((data as { error?: { code?: string } } | null)?.error?.code ?? '')
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}
