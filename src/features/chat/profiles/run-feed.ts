import { Reply, type Call, type StreamEvent } from '../../../contract/endpoint.ts'
import { AppError } from '../../../contract/errors.ts'
import type { Chat } from '../chat.ts'
import type { StartedRun } from '../chat-seams.ts'
import type { RunEvent } from '../runs/run-event.ts'
import { aguiProjection, type AguiNames } from './agui.ts'
import { aisdkEnd, aisdkHeaders, aisdkProjection } from './aisdk.ts'
import { decisionsOf, type Decision } from './decisions.ts'
import { nativeEvents, projectedEvents } from './projection.ts'
import type { ProfileName, Wish } from './read-request.ts'

export interface FeedOptions {
  readonly profile: ProfileName | undefined
  readonly after?: number | undefined
  readonly names?: AguiNames | undefined
  /** AI SDK: the message that it goes on with. */
  readonly messageId?: string | undefined
  readonly decided?: readonly Decision[]
}

type Feed = AsyncIterable<StreamEvent> | Reply<AsyncIterable<StreamEvent>>

/** A run in the words of a protocol. */
export async function feedOf(chat: Chat, run_id: string, options: FeedOptions): Promise<Feed> {
  const { profile, after = 0 } = options
  if (profile === undefined) return nativeEvents(await chat.follow(run_id, after))
  // A projection must have seen the run from its start, also where the client has had the beginning.
  return projected(chat, await chat.follow(run_id), options)
}

function projected(
  chat: Chat,
  events: AsyncIterable<RunEvent>,
  { profile, after = 0, names, messageId, decided = [] }: FeedOptions,
): Feed {
  const { before } = chat.asked
  if (profile === 'agui') return projectedEvents(events, aguiProjection({ names, before }), { after })
  const projection = aisdkProjection({ before, messageId, decided })
  return new Reply(projectedEvents(events, projection, { after, closing: aisdkEnd }), {
    headers: aisdkHeaders,
  })
}

export type Decide = (decision: Decision, call: Call) => Promise<StartedRun | undefined>

interface Deciding {
  readonly chat: Chat
  readonly decide: Decide
  readonly call: Call
}

/** Answers questions, and feeds what comes of that: how the conversation goes on. */
export async function feedDecided(
  { verdicts = [], session_id, names, continued }: Wish,
  profile: ProfileName,
  { chat, decide, call }: Deciding,
): Promise<Feed> {
  const decisions = decisionsOf(verdicts, chat.asked.callsOf)
  const waiting = new AbortController()
  const signal = AbortSignal.any([call.signal, waiting.signal])
  const next = session_id === undefined ? undefined : chat.beginnings.next(session_id, signal)
  // Only who waits for it hears that nothing came.
  next?.catch(() => {})
  const { goesOn, told } = await decideAll(decisions, (decision) => decide(decision, call))
  const decided = decisions.filter((decision) => decision !== told)
  const options = { profile, names, messageId: continued, decided }
  if (goesOn) {
    waiting.abort()
    return feedOf(chat, goesOn.run_id, options)
  }
  // A workflow goes on first; the conversation does with its next question, or at its end.
  if (next && decisions.some(({ confirmation_id }) => isAsked(chat, { confirmation_id, session_id })))
    return projected(chat, eventsOf(chat, next), options)
  waiting.abort()
  throw new AppError('not_found', 'The answered question belongs to no conversation.')
}

/** One that somebody else has answered meanwhile does not keep the others from being answered. */
async function decideAll(decisions: readonly Decision[], decide: (decision: Decision) => ReturnType<Decide>) {
  let goesOn: StartedRun | undefined
  let told: Decision | undefined
  let failure: unknown
  let answered = 0
  for (const decision of decisions) {
    try {
      const run = await decide(decision)
      answered += 1
      if (!run) continue
      goesOn = run
      told = decision
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      failure ??= error
    }
  }
  if (answered === 0) throw failure
  return { goesOn, told }
}

function isAsked(
  chat: Chat,
  { confirmation_id, session_id }: { confirmation_id: string; session_id: string | undefined },
): boolean {
  return session_id !== undefined && chat.asked.isAskedIn(session_id, confirmation_id)
}

async function* eventsOf(chat: Chat, run: Promise<string>): AsyncIterable<RunEvent> {
  yield* await chat.follow(await run)
}
