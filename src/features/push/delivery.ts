import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../../contract/log.ts'
import type { Database } from '../../platform/database/database.ts'
import * as messages from './message-rows.ts'
import type { Message } from './message-rows.ts'
import { sendMessage, type Outcome, type SendDeps } from './send-message.ts'
import * as subscriptions from './subscription-rows.ts'
import type { Subscription } from './subscription-rows.ts'

export interface DeliveryDeps extends SendDeps {
  readonly database: Database
  readonly log: Log
}

const FIRST_PAUSE_MS = 1_000
const MAX_PAUSE_MS = 600_000
/** Longer than this nobody may keep us waiting. */
const MAX_ASKED_PAUSE_MS = 3_600_000
/** When what became of a message cannot be written down. */
const AFTER_FAULT_MS = 60_000
/** For what is on its way when the service stops. */
const LAST_MS = 2_000

/** Sends what is queued on disk: of each browser one message at a time, and again where that may help. */
export class Delivery {
  readonly #deps: DeliveryDeps
  readonly #closing = new AbortController()
  /** By subscription. */
  readonly #sending = new Map<string, Promise<void>>()
  #timer: NodeJS.Timeout | undefined
  #isOpen = false

  constructor(deps: DeliveryDeps) {
    this.#deps = deps
  }

  async start(): Promise<void> {
    const { database, now } = this.#deps
    await database.write(() => messages.wakeAll(database, now().toISOString()))
    this.#isOpen = true
    this.wake()
  }

  /** Something was queued, or may be tried again. */
  wake(): void {
    if (!this.#isOpen) return
    const now = this.#deps.now().getTime()
    const first = messages.selectFirst(this.#deps.database)
    const waiting = first.filter(({ subscription_id }) => !this.#sending.has(subscription_id))
    let next = Infinity
    for (const message of waiting) {
      const due = Date.parse(message.next_at)
      if (due <= now) this.#send(message)
      else next = Math.min(next, due)
    }
    clearTimeout(this.#timer)
    if (next === Infinity) return
    this.#timer = setTimeout(() => this.wake(), Math.min(next - now, MAX_PAUSE_MS))
    this.#timer.unref()
  }

  /** What was not sent waits on disk for the next start. */
  async close(): Promise<void> {
    this.#isOpen = false
    clearTimeout(this.#timer)
    const timer = setTimeout(() => this.#closing.abort(), LAST_MS)
    await Promise.all(this.#sending.values())
    clearTimeout(timer)
  }

  #send(message: Message): void {
    const { subscription_id } = message
    const sent = this.#deliver(message).finally(() => {
      this.#sending.delete(subscription_id)
      this.wake()
    })
    this.#sending.set(subscription_id, sent)
  }

  /** Never rejects. */
  async #deliver(message: Message): Promise<void> {
    const { database, log } = this.#deps
    const { signal } = this.#closing
    try {
      await this.#try(message)
    } catch (error) {
      if (signal.aborted) return
      log.error({ err: error }, "Couldn't send a push message. Retrying in a minute.")
      await database.write(() => this.#postpone(message, AFTER_FAULT_MS)).catch(() => {})
      // A disk that takes nothing takes this neither.
      await sleep(AFTER_FAULT_MS, undefined, { signal, ref: false }).catch(() => {})
    }
  }

  async #try(message: Message): Promise<void> {
    const { database, now } = this.#deps
    const { id, subscription_id, expires_at, payload, urgency, topic } = message
    const subscription = subscriptions.select(database, subscription_id)
    if (!subscription) return
    const ttlSeconds = Math.ceil((Date.parse(expires_at) - now().getTime()) / 1_000)
    if (ttlSeconds <= 0 || isFruitless(message, subscription))
      return await database.write(() => messages.remove(database, id))
    await database.write(() => messages.countTry(database, id))
    const letter = { payload, urgency, topic, ttlSeconds }
    const outcome = await sendMessage(subscription, letter, {
      deps: this.#deps,
      signal: this.#closing.signal,
    })
    await database.write(() => this.#note(message, outcome))
  }

  #note(message: Message, outcome: Outcome): void {
    const { database, log, now } = this.#deps
    const { subscription_id } = message
    noteOutcome(outcome, subscription_id, this.#deps)
    if (outcome.kind === 'refused') log.warn({ subscription_id }, outcome.reason)
    if (outcome.kind === 'later') this.#postpone(message, outcome.pauseMs)
    else messages.settle(database, message, now().toISOString())
  }

  #postpone({ id, tries }: Message, pauseMs: number | null): void {
    const { database, now } = this.#deps
    const pause = pauseMs ?? Math.min(FIRST_PAUSE_MS * 2 ** tries, MAX_PAUSE_MS)
    const next = new Date(now().getTime() + Math.min(pause, MAX_ASKED_PAUSE_MS))
    messages.postpone(database, id, next.toISOString())
  }
}

/** Apple takes the permission away where a message shows nothing, so there a notice is not taken back. */
function isFruitless({ payload }: Message, { endpoint }: Subscription): boolean {
  return 'close' in payload && new URL(endpoint).host === 'web.push.apple.com'
}

/** What a try says about the browser. Within a write. */
export function noteOutcome(
  outcome: Outcome,
  subscriptionId: string,
  { database, now, log }: Pick<DeliveryDeps, 'database' | 'now' | 'log'>,
): void {
  if (outcome.kind === 'taken') subscriptions.noteSent(database, subscriptionId, now().toISOString())
  else if (outcome.kind === 'gone') {
    log.info({ subscription_id: subscriptionId }, 'Removed a device that no longer takes push messages.')
    subscriptions.remove(database, subscriptionId)
  } else subscriptions.noteProblem(database, subscriptionId, outcome.reason)
}
