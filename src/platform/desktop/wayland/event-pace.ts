import { setTimeout as sleep } from 'node:timers/promises'

/** Sixty-four characters at once, and then two hundred in a second. */
const BURST = 128
const EVENTS_A_SECOND = 400

/**
 * Holds back who sends too much: a compositor cuts off a program that is a few hundred events behind, and with it
 * whatever the person had open there.
 */
export class EventPace {
  #left = BURST
  #countedAt = performance.now()

  async take(events: number, signal?: AbortSignal): Promise<void> {
    const now = performance.now()
    this.#left = Math.min(BURST, this.#left + ((now - this.#countedAt) / 1000) * EVENTS_A_SECOND)
    this.#countedAt = now
    this.#left -= events
    if (this.#left < 0) await sleep((-this.#left / EVENTS_A_SECOND) * 1000, undefined, { signal })
  }
}
