import type { StepRef } from '../engine/transaction.ts'

/** How many steps this process may run side by side, and how many it runs. */
export class Places {
  readonly #most: () => number
  #taken = 0
  #suspectRuns = false

  constructor(most: () => number) {
    this.#most = most
  }

  get free(): number {
    return Math.max(0, this.#most() - this.#taken)
  }

  /** One during which two processes have ended runs: no second one, so that the one at fault is found. */
  get suspectRuns(): boolean {
    return this.#suspectRuns
  }

  /** Gives the step a place, if there is one for it. To ask a person takes none. */
  reserve(ref: StepRef): boolean {
    if (ref.ask) return true
    if (this.free === 0 || (ref.suspect && this.#suspectRuns)) return false
    this.#occupy(ref, 1)
    return true
  }

  release(ref: StepRef): void {
    if (!ref.ask) this.#occupy(ref, -1)
  }

  /** Takes back a release that did not come about, even when the place has been given away. */
  undoRelease(ref: StepRef): void {
    if (!ref.ask) this.#occupy(ref, 1)
  }

  #occupy({ suspect }: StepRef, change: 1 | -1): void {
    this.#taken += change
    if (suspect) this.#suspectRuns = change === 1
  }
}
