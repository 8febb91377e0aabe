import { assertPerson } from '../../contract/callers.ts'
import type { Call, InputOf, Provenance } from '../../contract/endpoint.ts'
import { AppError } from '../../contract/errors.ts'
import { answerProblems, initialAnswer, type QuestionForm } from '../../contract/question-form.ts'
import type { Allowances } from './allowances.ts'
import type { Approvals, Decision } from './approvals.ts'
import type { toolsContract } from './contract.ts'
import { callsOf, type CallChange } from './several-calls.ts'
import type { Act } from './question.ts'
import type { ToolCatalog } from './tool-catalog.ts'
import type { ToolRunner } from './tool-runner.ts'

export interface ToolsDeps {
  readonly catalog: ToolCatalog
  readonly approvals: Approvals
  readonly runner: ToolRunner
  readonly allowances: Allowances
  /** A decision about a workflow goes back to it: it runs its steps itself. The sentence says what came of it. */
  readonly decideStep: (decision: Decision) => Promise<string | undefined>
  /** Whether something of its own waits for this very answer, and goes on by itself: with the calls as the person changed them. */
  readonly takeDecision?: (decision: Decision, calls: readonly (Act | null)[]) => boolean
  /** Whether somebody waits for the values that a person has entered. */
  readonly takeAnswer?: (decision: Decision, values: Readonly<Record<string, unknown>>) => boolean
}

type Answer = InputOf<(typeof toolsContract)['confirm']>['body']

/** Takes the answer of a person, keeps what they allow from now on, and runs what they said yes to. */
export async function confirm(
  answer: Answer,
  call: Pick<Call, 'provenance' | 'signal' | 'decidedBy'>,
  deps: ToolsDeps,
) {
  // Asked here too: words in a conversation and the clients of other protocols come by other ways than the endpoint.
  assertPerson(call.provenance)
  const { confirmation_id, changes } = answer
  const by = call.decidedBy ?? call.provenance
  const form = deps.approvals.find(confirmation_id)?.form
  if (form) return answerForm({ ...answer, by }, form, deps)
  assertEditable(answer, deps)
  const decision = await deps.approvals.decide(confirmation_id, answer.approved, { by, changes })
  const { approved } = decision
  const allowed = approved ? await allow(decision, changes, deps) : []
  const { told, result } = await carryOut(decision, { changes, signal: call.signal }, deps)
  const text = told ?? result?.message ?? (approved ? 'Approved. Continuing.' : 'Rejected. Nothing was done.')
  const standing = allowed.map((words) => ({ type: 'text', text: `Allowed from now on: ${words}.` }))
  return {
    confirmation_id,
    status: approved ? ('approved' as const) : ('rejected' as const),
    result,
    allowed,
    components: [{ type: 'text', text }, ...standing],
  }
}

/** Somebody else gets the values. What can't be sent yet is refused before the question is closed. */
async function answerForm(
  { confirmation_id, approved, by, changes = [] }: Answer & { readonly by: Provenance },
  form: QuestionForm,
  { approvals, takeAnswer = () => false }: ToolsDeps,
) {
  const values = changes.find(({ args }) => args !== undefined)?.args ?? initialAnswer(form)
  // One that is closed already is refused as such.
  const errors = approved && approvals.isOpen(confirmation_id) ? answerProblems(form, values) : []
  if (errors.length > 0)
    throw new AppError('invalid_request', errors.map(({ message }) => message).join(' '), { errors })
  const isTaken = takeAnswer(await approvals.decide(confirmation_id, approved, { by }), values)
  const { asked_by } = form
  const sent = approved ? `Sent to ${asked_by}.` : `${asked_by} was told that you decline.`
  const text = isTaken ? sent : `${asked_by} no longer waits for this. Nothing was sent.`
  return {
    confirmation_id,
    status: approved ? ('approved' as const) : ('rejected' as const),
    result: null,
    allowed: [],
    components: [{ type: 'text', text }],
  }
}

async function carryOut(
  decision: Decision,
  options: { changes: readonly CallChange[] | undefined; signal: AbortSignal },
  { runner, decideStep, takeDecision = () => false }: ToolsDeps,
) {
  const { act, approved, session_id } = decision
  if (act.workflow_id !== undefined) return { told: await decideStep(decision), result: null }
  const isTaken = takeDecision(decision, callsOf(act, options.changes))
  const result = approved && !isTaken ? await runner.runApproved(act, { ...options, session_id }) : null
  return { told: undefined, result }
}

/** Whoever else asks, such as a computer task, runs what was asked for and nothing else. */
function assertEditable({ confirmation_id, changes = [] }: Answer, { approvals, catalog }: ToolsDeps): void {
  const act = approvals.actOf(confirmation_id)
  if (!act || changes.every(({ args }) => args === undefined)) return
  const isOfTask = act.agent === 'computer_control' && typeof act.args['task_id'] === 'string'
  if (!isOfTask && callsOf(act).every((call) => call && catalog.find(call.action))) return
  throw new AppError('invalid_request', "You can't change its arguments. Approve or reject it.")
}

/** Keeps what the person allowed beside saying yes, and tells it in words. */
async function allow(
  { act, session_id }: Decision,
  changes: readonly CallChange[] = [],
  { runner, allowances }: ToolsDeps,
): Promise<string[]> {
  const calls = callsOf(act, changes)
  const told = new Set<string>()
  for (const { index, allow: scope } of changes) {
    const call = calls[index]
    if (scope === undefined || !call || session_id === undefined) continue
    for (const permission of await runner.permissionsOf(call)) {
      const { agent, action } = call
      const where = scope === 'conversation' ? session_id : null
      await allowances.add({ agent, action, session_id: where, ...permission })
      told.add(scope === 'conversation' ? `${permission.words}, in this conversation` : permission.words)
    }
  }
  return [...told]
}
