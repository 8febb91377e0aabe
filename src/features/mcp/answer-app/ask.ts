import type { CallToolResult, InputRequiredResult } from '@modelcontextprotocol/server'
import type { Static } from '../../../contract/type.ts'
import { AppError } from '../../../contract/errors.ts'
import { reasonToDistrust, type Taint } from '../../../contract/taint.ts'
import type { Reading } from '../../../contract/tool.ts'
import { asksOf, progressTo, questionText, type AskedState, type ToolCallSetting } from '../tool-call.ts'
import { refused } from './app-results.ts'
import { ASK, type AskArguments } from './app-tools.ts'
import type { AppsDeps } from './apps-deps.ts'
import { verdictIn } from './person-questions.ts'
import type { ViewReads } from './view-reads.ts'

type Asking = Static<typeof AskArguments>
type Result = CallToolResult | InputRequiredResult

interface AskDeps extends AppsDeps {
  readonly reads: ViewReads
}

/** Puts the sentence of an outside model to the chat. What comes of it is judged as this model's own calls are. */
export async function ask(deps: AskDeps, args: Asking, setting: ToolCallSetting): Promise<Result> {
  const state = setting.context.mcpReq.requestState<AskedState>()
  if (state?.action === ASK && state.run_id !== undefined)
    return decided(deps, { ...state, run_id: state.run_id }, setting)
  const stopped = await stoppedByPerson(deps, args, setting)
  if (stopped) return stopped
  const run_id = await begin(deps, args, setting)
  return answered(deps, run_id, setting)
}

/** What is asked may be looked up elsewhere: after private things and strangers' words the person sees it first. */
async function stoppedByPerson(
  deps: AskDeps,
  args: Asking,
  setting: ToolCallSetting,
): Promise<Result | undefined> {
  const { message } = args
  const call = { action: ASK, args }
  const verdict = deps.questions.verdict(call, setting)
  if (verdict === 'approved') return undefined
  if (verdict === 'declined') return refused('Nothing was asked: the user said no.')
  const taint = deps.taints.of(setting.caller.connection)
  const judged = { risk: 'read', isBuiltIn: true, leaves: ['message'], args: { message } } as const
  const reason = reasonToDistrust(taint, { ...judged, said: new Set() })
  if (reason === undefined) return undefined
  const asked = await deps.questions.ask(`Ask Deskhand this? ${reason}\n${message}`, call, setting)
  return asked ?? refused(`Nothing was asked. ${reason} The user can say it in Deskhand's own window.`)
}

async function begin(
  { chat, sessions, sessionTaints, taints }: AskDeps,
  { message, session }: Asking,
  { caller }: ToolCallSetting,
): Promise<string> {
  // The person's own conversations are none of its business.
  if (session !== undefined && !sessions.isTheirs(session))
    throw new AppError('not_found', `There is no conversation "${session}". Leave session out to begin one.`)
  const session_id = session ?? (await sessions.begin(message))
  await sessionTaints.add(session_id, readingsOf(taints.of(caller.connection)))
  const { run_id } = await chat.start({ message, session_id, provenance: 'model' })
  return run_id
}

async function answered(deps: AskDeps, run_id: string, setting: ToolCallSetting): Promise<Result> {
  await settled(deps, run_id, setting)
  const { answer } = deps.chat.answerOf(run_id)
  const { session_id } = answer
  const components = [...answer.components]
  const { connection } = setting.caller
  await deps.reads.give(connection, components)
  const message = await deps.tell(components, (source) => deps.reads.forWords(source, setting))
  const readings = [...readingsOf(deps.sessionTaints.of(session_id)), ...deps.findings(answer)]
  if (readings.length > 0) deps.taints.add(connection, readings)
  const question = openQuestion(deps, components)
  if (question && setting.elicits && setting.caller.isPerson) {
    const state = { confirmation_id: question.confirmation_id, action: ASK, run_id }
    return asksOf(questionText(question), state, setting)
  }
  const words = message === '' ? 'Done.' : message
  return {
    content: [{ type: 'text', text: words }],
    structuredContent: { message: words, components, session_id, run_id },
    isError: components.at(-1)?.['id'] === 'run_error',
  }
}

/** Until the run is over; it ends with whoever asked. */
async function settled(
  { chat }: AskDeps,
  run_id: string,
  { context, caller }: ToolCallSetting,
): Promise<void> {
  const signal = AbortSignal.any([context.mcpReq.signal, caller.signal])
  const stop = () => void chat.stop({ run_id }).catch(() => {})
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop, { once: true })
  const tell = progressTo(context)
  try {
    for await (const { fact } of await chat.follow(run_id)) {
      if (fact.type === 'tool.start') tell({ message: fact.action })
      if (fact.type === 'tool.progress' && fact.message !== undefined) tell({ message: fact.message })
    }
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

function openQuestion({ approvals }: AskDeps, components: readonly { type: string }[]) {
  const shown = components.findLast(({ type }) => type === 'confirmation') as
    | { confirmation_id?: unknown }
    | undefined
  const id = shown?.confirmation_id
  return typeof id === 'string' && approvals.isOpen(id) ? approvals.find(id) : undefined
}

/** The person at the other end has answered: the conversation goes on, and its answer is the one that counts. */
async function decided(
  deps: AskDeps,
  { confirmation_id, run_id }: { confirmation_id: string; run_id: string },
  setting: ToolCallSetting,
): Promise<Result> {
  const { sdk, context, caller } = setting
  const verdict = verdictIn(sdk.inputResponse(context.mcpReq.inputResponses, 'confirm'))
  if (!caller.isPerson || verdict === 'unanswered')
    return refused(
      'It waits for approval. The user can approve it in Deskhand’s own window or with "deskhand approvals".',
    )
  if (!deps.approvals.isOpen(confirmation_id))
    return refused('This was already answered or has expired. Ask again.')
  const { session_id } = deps.chat.answerOf(run_id).row
  const waiting = new AbortController()
  const begun = deps.chat.beginnings.next(session_id, waiting.signal).catch(() => undefined)
  const body = JSON.stringify({ confirmation_id, approved: verdict === 'approved' })
  const signal = AbortSignal.any([context.mcpReq.signal, caller.signal])
  const answer = await deps.reach(
    { method: 'POST', path: '/api/confirm', body },
    { provenance: 'local-client', signal },
  )
  // What goes on has begun by now, if anything does.
  waiting.abort()
  const next = await begun
  if (next !== undefined) return answered(deps, next, setting)
  const { components = [], detail } = (await answer.json()) as {
    components?: { text?: string }[]
    detail?: string
  }
  if (!answer.ok) return refused(detail ?? 'It could not be done.')
  const words = components.map(({ text }) => text).join('\n')
  return {
    content: [{ type: 'text', text: words }],
    structuredContent: { message: words, components, session_id, run_id },
  }
}

function readingsOf({ untrusted, private: isPrivate }: Taint): Reading[] {
  return [...(untrusted ? (['untrusted'] as const) : []), ...(isPrivate ? (['private'] as const) : [])]
}
