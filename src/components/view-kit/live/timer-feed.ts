import type { Timer } from '../../../contract/timer.ts'
import type { Service } from '../service.ts'
import type { EventFeed } from './events.ts'

/** Undefined until the service has answered; null where there is no such timer. */
export type Known = Timer | null | undefined

/** The timers that are shown on this page, as the service has them. All cards of one show the same. */
export class TimerFeed {
  readonly #service: Service
  readonly #timers = new Map<string, Known>()
  readonly #listeners = new Map<string, Set<() => void>>()

  constructor(service: Service, events: EventFeed) {
    this.#service = service
    events.on('timer.changed', (timer) => this.put(timer))
    events.on('timer.removed', ({ timer_id }) => this.#set(timer_id, null))
    events.onResync(() => {
      for (const id of this.#listeners.keys()) void this.#read(id)
    })
  }

  known(id: string): Known {
    return this.#timers.get(id)
  }

  subscribe(id: string, listener: () => void): () => void {
    const listeners = this.#listeners.get(id) ?? new Set()
    this.#listeners.set(id, listeners.add(listener))
    if (listeners.size === 1) void this.#read(id)
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0) this.#listeners.delete(id)
    }
  }

  /** An answer may come after the event of a later change. */
  put(timer: Timer): void {
    const before = this.#timers.get(timer.timer_id)
    if (!before || before.version <= timer.version) this.#set(timer.timer_id, timer)
  }

  async #read(id: string): Promise<void> {
    const answer = await this.#service
      .call('GET /api/timers', { query: { timer_id: id } })
      // What the page can't reach now it asks for again when the connection is back.
      .catch(() => undefined)
    if (answer) this.#set(id, answer.timers[0] ?? null)
  }

  #set(id: string, timer: Known): void {
    this.#timers.set(id, timer)
    for (const listener of this.#listeners.get(id) ?? []) listener()
  }
}
