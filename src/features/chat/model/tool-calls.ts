import type { Confirmation } from '../../../contract/confirmation.ts'
import type { Provenance } from '../../../contract/endpoint.ts'
import type { Envelope } from '../../../contract/envelope.ts'
import { addressesSaid } from '../../../contract/taint.ts'
import { questionTitle } from '../../../contract/question-title.ts'
import type { LookedPicture, Reading, ToolProgress } from '../../../contract/tool.ts'
import type { Act, Approvals, Question } from '../../tools/approvals.ts'
import type { WaitingCall } from '../../../contract/several-calls.ts'
import type { CatalogEntry, ToolCatalog } from '../../tools/tool-catalog.ts'
import type { ToolRequest, ToolRunner } from '../../tools/tool-runner.ts'
import type { Asked, Voice } from '../answering.ts'
import { lookedIn } from './looked-pictures.ts'
import type { StepCall } from './model-step.ts'
import { FIND_TOOLS, PLAN_WORKFLOW, rankedActions, type Rank } from './offered-tools.ts'
import { runPlan, type Recorded, type WorkflowDoor } from './plan-workflow.ts'
import { distrustOf, type Taints } from './taint.ts'
import { resultForModel } from './untrusted.ts'

export interface CallDeps {
  readonly catalog: Pick<ToolCatalog, 'find' | 'list' | 'unknown'>
  readonly runner: Pick<ToolRunner, 'run' | 'judge' | 'readings'>
  readonly approvals: Pick<Approvals, 'requestTogether'>
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
  /** What it looked at. */
  readonly looked?: LookedPicture | undefined
  /** It waits for a person, as one of the calls that the question is about. */
  readonly waitsFor?: { readonly confirmation: Confirmation; readonly index: number }
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

/**
 * Runs the calls of one step in order; calls in a row that only read run side by side. From the first one on that a
 * person must be asked about all wait for one answer, so that nothing is done in another order than it was asked for.
 */
export async function runCalls(calls: readonly StepCall[], deps: CallDeps): Promise<CallOutcome[]> {
  const outcomes: CallOutcome[] = []
  const waiting: Waiting[] = []
  for (let from = 0; from < calls.length;) {
    const onlyRead = calls.slice(from).findIndex((call) => !isReadOnly(call, deps))
    const count = onlyRead === -1 ? calls.length - from : Math.max(1, onlyRead)
    const judged = await Promise.all(calls.slice(from, from + count).map((call) => judgeCall(call, deps)))
    const asks = waiting.length > 0 ? 0 : judged.findIndex((one) => 'question' in one && one.question)
    const free = asks === -1 ? judged : judged.slice(0, asks)
    outcomes.push(...(await Promise.all(free.map((one) => runCall(one, deps)))))
    for (const one of judged.slice(free.length)) {
      if ('act' in one) waiting.push(one)
      else outcomes.push(await runCall(one, deps, { isBehindQuestion: true }))
    }
    from += count
  }
  return waiting.length === 0 ? outcomes : inOrder(calls, [...outcomes, ...(await askOnce(waiting, deps))])
}

function isReadOnly({ name }: StepCall, { catalog }: CallDeps): boolean {
  const entry = catalog.find(name)
  return entry?.tool.risk === 'read' && entry.origin === 'built_in'
}

/** A call with what is known about it before it runs. */
type JudgedCall = { readonly call: StepCall } & (
  | { readonly result: Envelope }
  | { readonly special: typeof FIND_TOOLS | typeof PLAN_WORKFLOW }
  | Omit<Waiting, 'call'>
)

interface Waiting {
  readonly call: StepCall
  readonly entry: CatalogEntry
  readonly request: ToolRequest
  readonly act: Act
  readonly question: Question | undefined
}

async function judgeCall(call: StepCall, deps: CallDeps): Promise<JudgedCall> {
  const { catalog, runner, asked, signal } = deps
  if (call.problem !== undefined || !isObject(call.args)) return { call, result: wrongArguments(call) }
  if (call.name === FIND_TOOLS || call.name === PLAN_WORKFLOW) return { call, special: call.name }
  const entry = catalog.find(call.name)
  if (!entry) return { call, result: unknownTool(call, deps) }
  const { args } = call
  const { session_id } = asked
  const askBecause = distrustOf(deps, { session_id, action: call.name, args, said: saidBy(asked) })
  const provenance = provenanceOf(asked)
  const request = { action: entry.tool.action, args, provenance, signal, askBecause }
  const judgement = await runner.judge(request)
  return 'refusal' in judgement ? { call, result: judgement.refusal } : { call, entry, request, ...judgement }
}

async function runCall(
  judged: JudgedCall,
  deps: CallDeps,
  { isBehindQuestion = false } = {},
): Promise<CallOutcome> {
  const { call } = judged
  if ('result' in judged) return outcomeOf(call, { result: judged.result, deps })
  if (!('special' in judged)) return runTool(judged, deps)
  if (judged.special === FIND_TOOLS) return findTools(call, deps)
  return isBehindQuestion ? outcomeOf(call, { result: notYet(call), deps }) : planWorkflow(call, deps)
}

async function runTool({ call, entry, request }: Waiting, deps: CallDeps): Promise<CallOutcome> {
  const { runner, taints, asked, voice } = deps
  const { call_id } = call
  tellStart({ call, entry, request }, voice)
  const onProgress = (progress: ToolProgress) => voice.toolProgress(call_id, progress)
  const result = await runner.run({ ...request, onProgress })
  const readings = await runner.readings(request)
  if (!unrunCodes.has(codeOf(result))) await taints.add(asked.session_id, readings)
  voice.toolEnd(call_id, forEvent(result))
  return { ...outcomeOf(call, { result, readings, deps }), looked: lookedIn(entry, result) }
}

function tellStart(
  { call, entry, request }: Pick<Waiting, 'call' | 'entry' | 'request'>,
  voice: Voice,
): void {
  const { agent, tool } = entry
  voice.toolStart({
    call_id: call.call_id,
    agent,
    action: tool.action,
    args: request.args,
    risk: tool.risk,
  })
}

/** One question about all that waits. */
async function askOnce(waiting: readonly Waiting[], deps: CallDeps): Promise<CallOutcome[]> {
  const { approvals, voice, asked } = deps
  const calls = waiting.map(({ entry, act, question }): WaitingCall => {
    const title = question?.title ?? questionTitle(entry.tool, act.args)
    const { agent, action, args, risk } = act
    return { title, reason: question?.message ?? null, agent, action, args, risk }
  })
  const confirmation = await approvals.requestTogether(calls, provenanceOf(asked))
  return waiting.map((one, index) => {
    const message = one.question?.message ?? 'It waits for the approval of a call before it.'
    const data = { error: { code: 'approval_required' }, confirmation }
    const result = { success: false, message, data }
    tellStart(one, voice)
    voice.toolEnd(one.call.call_id, result)
    return { call: one.call, result, forModel: null, waitsFor: { confirmation, index }, isWrong: false }
  })
}

function inOrder(calls: readonly StepCall[], outcomes: readonly CallOutcome[]): CallOutcome[] {
  return outcomes.toSorted((one, other) => calls.indexOf(one.call) - calls.indexOf(other.call))
}

function notYet({ name }: StepCall): Envelope {
  const message = `${name} was not run: a call before it waits for the user. Call it again after that.`
  return { success: false, message, data: { error: { code: 'conflict' } } }
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
  const readings = record ? await readingsOfSteps(record, deps) : []
  await taints.add(asked.session_id, readings)
  voice.toolEnd(call_id, forEvent(envelope))
  return outcomeOf(call, { result: envelope, readings, deps })
}

async function readingsOfSteps({ steps }: Recorded, { runner, asked, signal }: CallDeps): Promise<Reading[]> {
  const provenance = provenanceOf(asked)
  const run = steps.filter(({ attempts }) => attempts > 0)
  const readings = run.map(({ action, args }) => runner.readings({ action, args, provenance, signal }))
  return (await Promise.all(readings)).flat()
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
  const code = codeOf(result)
  const isUntrusted = readings.includes('untrusted')
  return {
    call,
    result,
    forModel: resultForModel(result, { isUntrusted, characters: deps.resultCharacters }),
    isWrong: wrongCodes.has(code),
  }
}

/** All that the person has said in this conversation counts, but not what a button of an answer says for them. */
function saidBy({ message, earlier }: Asked): Set<string> {
  const texts = earlier.flatMap(({ role, text }) => (role === 'user' ? [text] : []))
  return addressesSaid([...texts, message].join('\n'))
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
