import { withoutDetails, type CallDetail } from '../../../contract/confirmation.ts'
import { isPersonal } from '../../../contract/endpoint.ts'
import type { Envelope } from '../../../contract/envelope.ts'
import type { PreviewedChange } from '../../../contract/preview.ts'
import { questionTitle } from '../../../contract/question-title.ts'
import type { Reading, ToolProgress } from '../../../contract/tool.ts'
import type { WaitingCall } from '../../../contract/several-calls.ts'
import { addressesSaid } from '../addresses/judge-address.ts'
import type { Asked, AnswerWriter } from '../answering.ts'
import {
  ALL_NAMES,
  codeOf,
  forEvent,
  outcomeOf,
  provenanceOf,
  unrunCodes,
  type CallDeps,
  type CallOutcome,
} from './call-outcome.ts'
import { lookedIn } from './looked-pictures.ts'
import { showMade } from './made-pictures.ts'
import type { StepCall } from './model-step.ts'
import { DESCRIBE_COMPONENTS, LOAD_TOOLS, PLAN_WORKFLOW, RUN_SUBTASK, UPDATE_PLAN } from './offered-tools.ts'
import { describeComponents, loadTools, planWorkflow } from './own-calls.ts'
import { showCard } from './shown-card.ts'
import { noteSkill, skillsInUse } from './skills.ts'
import { distrustOf } from './taint.ts'
import { withMasks } from '../../../platform/secrets/masked-arguments.ts'
import type { CatalogEntry } from '../../tools/catalog-entry.ts'
import type { Act, Question } from '../../tools/question.ts'
import type { ToolRequest } from '../../tools/tool-request.ts'

/**
 * Runs the calls of one step in order; calls in a row that only read run side by side, as do sub-tasks. From the first one
 * on that a person must be asked about all wait for one answer, so that nothing is done in another order than it was asked
 * for. What a sub-task leaves to be asked about comes right after it, as a call like the others.
 */
export async function runCalls(wanted: readonly StepCall[], deps: CallDeps): Promise<CallOutcome[]> {
  const calls = [...wanted]
  const outcomes: CallOutcome[] = []
  const waiting: Waiting[] = []
  for (let from = 0; from < calls.length;) {
    const count = sideBySide(calls.slice(from), deps)
    const judged = await Promise.all(calls.slice(from, from + count).map((call) => judgeCall(call, deps)))
    const asks = waiting.length > 0 ? 0 : judged.findIndex((one) => mustWait(one, deps))
    const free = asks === -1 ? judged : judged.slice(0, asks)
    const done = await Promise.all(free.map((one) => runCall(one, deps)))
    outcomes.push(...done)
    for (const one of judged.slice(free.length)) {
      if ('act' in one) waiting.push(one)
      else outcomes.push(await runCall(one, deps, { isBehindQuestion: true }))
    }
    from += count
    calls.splice(from, 0, ...done.flatMap(({ deferred = [] }) => deferred))
  }
  if (waiting.length > 0)
    outcomes.push(...(await (deps.deferred ? defer(waiting, deps) : askOnce(waiting, deps))))
  return inOrder(calls, outcomes)
}

const SUBTASKS_AT_ONCE = 3

/** How many calls, from the first on, may run at the same time. */
function sideBySide(calls: readonly StepCall[], deps: CallDeps): number {
  const lengthOf = (fits: (call: StepCall) => boolean) => {
    const other = calls.findIndex((call) => !fits(call))
    return other === -1 ? calls.length : other
  }
  const subtasks = Math.min(
    SUBTASKS_AT_ONCE,
    lengthOf(({ name }) => name === RUN_SUBTASK),
  )
  return Math.max(
    1,
    subtasks,
    lengthOf((call) => isReadOnly(call, deps)),
  )
}

/** In a sub-task also whatever changes something after a call that was put off. */
function mustWait(one: JudgedCall, deps: CallDeps): boolean {
  if (!('act' in one)) return false
  return one.question !== undefined || (!!deps.deferred?.length && !isReadOnly(one.call, deps))
}

function isReadOnly({ name }: StepCall, { catalog }: CallDeps): boolean {
  const entry = catalog.find(name)
  return entry?.tool.risk === 'read' && entry.origin === 'built_in'
}

const specials = [LOAD_TOOLS, DESCRIBE_COMPONENTS, PLAN_WORKFLOW, UPDATE_PLAN, RUN_SUBTASK] as const
type Special = (typeof specials)[number]

/** A call with what is known about it before it runs. */
type JudgedCall = { readonly call: StepCall } & (
  | { readonly result: Envelope }
  | { readonly special: Special }
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
  const { name } = call
  if (deps.mayCall?.(name) === false) return { call, result: notGiven(call) }
  const special = specials.find((one) => one === name)
  if (special) return { call, special }
  const entry = catalog.find(call.name)
  if (!entry) return { call, result: unknownTool(call, deps) }
  const { args } = call
  const { session_id } = asked
  const askBecause = distrustOf(deps, { session_id, action: call.name, args, said: saidBy(asked) })
  const provenance = provenanceOf(asked)
  const note = skillsInUse(deps.skills, session_id)
  // What a person allowed the assistant was not meant for the model of another program.
  const allowedIn = asked.isOtherModels === true ? undefined : session_id
  const action = entry.tool.action
  const request = { action, args, provenance, signal, askBecause, session_id: allowedIn, note }
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
  if (judged.special === LOAD_TOOLS) return loadTools(call, deps)
  if (judged.special === DESCRIBE_COMPONENTS) return describeComponents(call, deps)
  if (judged.special === UPDATE_PLAN && deps.keepPlan)
    return outcomeOf(call, { result: await deps.keepPlan(call.args), deps })
  // No part of an answer plans or gives parts away.
  if (deps.deferred) return outcomeOf(call, { result: notGiven(call), deps })
  if (isBehindQuestion) return outcomeOf(call, { result: notYet(call), deps })
  return judged.special === RUN_SUBTASK ? giveAway(call, deps) : planWorkflow(call, deps)
}

async function giveAway(call: StepCall, deps: CallDeps): Promise<CallOutcome> {
  const { runSubtask, taints, asked } = deps
  if (!runSubtask) return outcomeOf(call, { result: notGiven(call), deps })
  const { result, deferred } = await runSubtask(call)
  // What it read is told in its words.
  const readings: readonly Reading[] = taints.of(asked.session_id).untrusted ? ['untrusted'] : []
  return { ...outcomeOf(call, { result, readings, deps }), deferred }
}

/** Instead of a question: the sub-task goes on without, and whoever gave it the work asks. */
async function defer(waiting: readonly Waiting[], deps: CallDeps): Promise<CallOutcome[]> {
  deps.deferred?.push(...waiting.map(({ call }) => call))
  return waiting.map(({ call, question }) => {
    const why = question?.message ?? 'It comes after a call that needs approval.'
    const message = `${call.name} was not run. ${why} The user is asked after this sub-task: do not call it again.`
    return outcomeOf(call, { result: { success: false, message, data: null }, deps })
  })
}

function notGiven({ name }: StepCall): Envelope {
  const message = `${name} is not one of the tools of this sub-task.`
  return { success: false, message, data: { error: { code: 'forbidden' } } }
}

async function runTool({ call, entry, request, act }: Waiting, deps: CallDeps): Promise<CallOutcome> {
  const { runner, taints, asked, writer, skills } = deps
  const { call_id } = call
  tellStart({ call, entry, request, act }, writer)
  const onProgress = (progress: ToolProgress) => writer.toolProgress(call_id, progress)
  const result = await runner.run({ ...request, onProgress })
  if (hasMade(entry) && taints.of(asked.session_id).untrusted)
    await runner.markOutside(entry.tool.action, result)
  const readings = await runner.readings(request, result)
  if (!unrunCodes.has(codeOf(result))) await taints.add(asked.session_id, readings)
  writer.toolEnd(call_id, forEvent(result))
  await noteSkill(entry, { args: request.args, result, session_id: asked.session_id, skills })
  showCard(entry, result, writer)
  await showMade(entry, result, deps)
  return { ...outcomeOf(call, { result, readings, deps }), looked: lookedIn(entry, result) }
}

/** A tool that only reads tells the path of what was there before. */
export function hasMade({ tool }: CatalogEntry): boolean {
  return tool.risk !== 'read'
}

function tellStart({ call, entry, request, act }: Omit<Waiting, 'question'>, writer: AnswerWriter): void {
  const { agent, tool } = entry
  writer.toolStart({
    call_id: call.call_id,
    agent,
    action: tool.action,
    args: withMasks(request.args, act.concealed),
    risk: tool.risk,
  })
}

/** One question about all that waits. */
async function askOnce(waiting: readonly Waiting[], deps: CallDeps): Promise<CallOutcome[]> {
  const { approvals, runner, writer, asked } = deps
  const calls = waiting.map(({ entry, act, question }): WaitingCall => {
    const title = question?.title ?? questionTitle(entry.tool, withMasks(act.args, act.concealed))
    const { agent, action, args, risk, concealed } = act
    return { title, reason: question?.message ?? null, agent, action, args, risk, concealed }
  })
  const previews = await runner.preview(waiting.map(({ request }) => request))
  const confirmation = await approvals.requestTogether(calls, {
    provenance: provenanceOf(asked),
    details: waiting.flatMap(({ question }, index) => detailOf(index, question, previews[index])),
    session_id: asked.session_id,
  })
  return waiting.map((one, index) => {
    const message = one.question?.message ?? 'It waits for the call before it.'
    const data = { error: { code: 'approval_required' }, confirmation: withoutDetails(confirmation) }
    const result = { success: false, message, data }
    tellStart(one, writer)
    writer.toolEnd(one.call.call_id, result)
    return { call: one.call, result, forModel: null, waitsFor: { confirmation, index }, isWrong: false }
  })
}

function detailOf(
  index: number,
  question: Question | undefined,
  changes: readonly PreviewedChange[] = [],
): CallDetail[] {
  const { allow } = question?.details?.[0] ?? {}
  if (allow === undefined && changes.length === 0) return []
  return [{ index, ...(changes.length > 0 && { changes: [...changes] }), ...(allow && { allow }) }]
}

function inOrder(calls: readonly StepCall[], outcomes: readonly CallOutcome[]): CallOutcome[] {
  return outcomes.toSorted((one, other) => calls.indexOf(one.call) - calls.indexOf(other.call))
}

function notYet({ name }: StepCall): Envelope {
  const message = `${name} was not run: a call before it waits for the user. Call it again after that.`
  return { success: false, message, data: { error: { code: 'conflict' } } }
}

/** What the person said; the words on a button that a model wrote are not theirs. */
function saidBy({ message, provenance }: Asked): Set<string> {
  return isPersonal(provenance) ? addressesSaid(message) : new Set()
}

function wrongArguments({ name, problem }: StepCall): Envelope {
  const message = `${name} was not run: ${problem ?? 'its arguments are no JSON object'}.`
  return { success: false, message, data: { error: { code: 'invalid_arguments' } } }
}

function unknownTool({ name }: StepCall, { catalog }: CallDeps): Envelope {
  const message = catalog.unknown(name, ALL_NAMES)
  return { success: false, message, data: { error: { code: 'unknown_tool' } } }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}
