import type { ChatRecord } from './chat-record.ts'
import type { EventFeed } from '../../../src/components/view-kit/live/events.ts'
import { ServiceError, type Service } from '../../../src/components/view-kit/service.ts'
import type { Outbox, Unsent } from './outbox.ts'

export interface LateSendingDeps {
  readonly outbox: Outbox
  readonly service: Service
  readonly events: EventFeed
  /** Whether another answer is coming where it is to be said. */
  readonly isBusy: (entry: Unsent) => boolean
  /** Says it and waits for the end of its answer. False when it has to wait longer. */
  readonly speak: (entry: Unsent) => Promise<boolean>
  /** It had arrived after all, in this conversation. */
  readonly onArrived: (entry: Unsent, sessionId: string) => void
}

const LOCK = 'deskhand.outbox'
const AGAIN_AFTER_MS = 2_000

/** Sends what waited once the service is back: in its order, from one tab, and never twice. */
export function sendLate(deps: LateSendingDeps): { readonly soon: () => void } {
  const { outbox, events } = deps
  let sending = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const soon = () => {
    clearTimeout(timer)
    if (sending || outbox.first() === undefined || events.connection() !== 'open') return
    sending = true
    void alone(() => deliverAll(deps))
      .catch(() => false)
      .then((isDone) => {
        sending = false
        if (!isDone) timer = setTimeout(soon, AGAIN_AFTER_MS)
      })
  }
  events.onConnection(soon)
  return { soon }
}

/** One tab at a time; a tab that is closed lets go by itself. */
async function alone<Result>(work: () => Promise<Result>): Promise<Result> {
  return 'locks' in navigator ? await navigator.locks.request(LOCK, work) : await work()
}

/** In each conversation one after the other; one that has to wait keeps no other conversation waiting. */
async function deliverAll(deps: LateSendingDeps): Promise<boolean> {
  const waiting = new Set<string>()
  for (let entry; (entry = deps.outbox.first(waiting));)
    if (deps.isBusy(entry) || !(await deliver(entry, deps))) waiting.add(entry.sessionId)
  return waiting.size === 0
}

async function deliver(entry: Unsent, deps: LateSendingDeps): Promise<boolean> {
  const { outbox, service, speak, onArrived } = deps
  const arrivedIn = entry.tried && (await whereItArrived(entry, service))
  if (arrivedIn !== undefined) {
    if (arrivedIn !== entry.sessionId) outbox.rename(entry.sessionId, arrivedIn)
    outbox.remove(entry.id)
    onArrived(entry, arrivedIn)
    return true
  }
  const saidBefore = timesSaid(await recordOf(entry.sessionId, service), entry.text)
  // Somebody may have taken it back while that was asked.
  if (!outbox.find(entry.id)) return true
  const { tried: _tried, ...plain } = entry
  outbox.keep({ ...plain, tried: { saidBefore } })
  return await speak({ ...plain, tried: { saidBefore } })
}

async function whereItArrived(entry: Unsent, service: Service): Promise<string | undefined> {
  const { text, sessionId, tried } = entry
  if (tried?.beganAt === undefined)
    return timesSaid(await recordOf(sessionId, service), text) > (tried?.saidBefore ?? 0)
      ? sessionId
      : undefined
  const { beganAt } = tried
  const { chats } = await service.call('GET /api/chats', { query: { limit: 10 } })
  for (const { session_id, created_at } of chats) {
    if (Date.parse(created_at) < Date.parse(beganAt)) continue
    const record = await recordOf(session_id, service)
    if (record?.messages[0]?.text === text) return session_id
  }
  return undefined
}

async function recordOf(sessionId: string, service: Service): Promise<ChatRecord | undefined> {
  try {
    return await service.call('GET /api/chats/:session_id', { params: { session_id: sessionId } })
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'not_found') return undefined
    throw error
  }
}

function timesSaid(record: ChatRecord | undefined, text: string): number {
  return record?.messages.filter((message) => message.role === 'user' && message.text === text).length ?? 0
}
