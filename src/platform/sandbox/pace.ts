import { setTimeout as sleep } from 'node:timers/promises'

export interface PaceOptions {
  /** How many may go at once after a rest. */
  readonly burst: number
  readonly perSecond: number
}

/** Lets so many through in a second and makes the others wait for their turn. */
export class Pace {
  readonly #burstMs: number
  readonly #stepMs: number
  /** When the next one would go, had there been no rest before. */
  #next = 0

  constructor({ burst, perSecond }: PaceOptions) {
    this.#stepMs = 1000 / perSecond
    this.#burstMs = burst * this.#stepMs
  }

  async turn(signal: AbortSignal): Promise<void> {
    const now = performance.now()
    this.#next = Math.max(this.#next, now - this.#burstMs) + this.#stepMs
    const wait = this.#next - now
    if (wait > 0) await sleep(wait, undefined, { signal })
  }
}
