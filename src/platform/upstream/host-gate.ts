const FAILURES = 5
const WINDOW_MS = 30_000
const OPEN_MS = 30_000

/** Whether a host may be asked now: not while it keeps failing, and not while it wants to be left alone. */
export class HostGate {
  #failures: number[] = []
  /** Undefined while all is well. */
  #openUntil: number | undefined
  #pausedUntil = 0
  #isProbing = false

  /** Enters and answers 0, or answers the milliseconds until the next try. Who entered says how it went. */
  enter(now: number): number {
    const wait = Math.max(this.#openUntil ?? 0, this.#pausedUntil) - now
    if (wait > 0) return wait
    if (this.#openUntil === undefined) return 0
    // Half open: one goes ahead, the others wait for what becomes of it.
    if (this.#isProbing) return 1000
    this.#isProbing = true
    return 0
  }

  succeeded(): void {
    this.#failures = []
    this.#openUntil = undefined
    this.#isProbing = false
  }

  failed(now: number): void {
    this.#failures = [...this.#failures.filter((at) => at > now - WINDOW_MS), now]
    if (this.#isProbing || this.#failures.length >= FAILURES) this.#openUntil = now + OPEN_MS
    this.#isProbing = false
  }

  /** Neither good nor bad, e.g. a call that was given up because the service stops. */
  left(): void {
    this.#isProbing = false
  }

  pause(until: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, until)
    this.#isProbing = false
  }

  isShut(now: number): boolean {
    return (this.#openUntil ?? 0) > now || this.#pausedUntil > now
  }
}
