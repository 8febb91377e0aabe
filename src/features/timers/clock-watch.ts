/** Small differences are those of two clocks that are read one after the other. */
const NOTICED_MS = 1_500

/** Notices that somebody has set the clock, as opposed to that the machine was asleep. */
export class ClockWatch {
  readonly #uptime: () => number
  #offset: number | undefined

  /** Seconds that go on in sleep, and that nobody can set. */
  constructor(uptime: () => number) {
    this.#uptime = uptime
  }

  /** By how much the clock was set since the last look; 0 where it was not. */
  shiftMs(now: Date): number {
    const offset = now.getTime() - this.#uptime() * 1_000
    const before = this.#offset
    this.#offset = offset
    const shift = before === undefined ? 0 : offset - before
    return Math.abs(shift) < NOTICED_MS ? 0 : Math.round(shift)
  }
}
