/** The pause before the first restart; it doubles with each. */
const FIRST_PAUSE_MS = 1_000
const MAX_PAUSE_MS = 60_000
/** A program that fails this often in a row will not mend itself. A server elsewhere may be back tomorrow. */
const MAX_FAILURES = 6
/** A server that ran this long did not fail at once. */
const STEADY_MS = 60_000

/** How often a server failed in a row, and when it is tried again. */
export class Retries {
  readonly #retry: () => void
  #failures = 0
  #openedAt = 0
  #timer: NodeJS.Timeout | undefined

  constructor(retry: () => void) {
    this.#retry = retry
  }

  /** A person wants it tried, whatever was before. */
  forget(): void {
    this.#failures = 0
  }

  opened(): void {
    this.#openedAt = performance.now()
  }

  ended(): void {
    if (performance.now() - this.#openedAt > STEADY_MS) this.#failures = 0
  }

  /** False when it failed too often for what it is. */
  failed({ isProgram }: { isProgram: boolean }): boolean {
    this.#failures += 1
    return !isProgram || this.#failures < MAX_FAILURES
  }

  /** Tries again after a pause. */
  plan(): void {
    const pause = Math.min(FIRST_PAUSE_MS * 2 ** (this.#failures - 1), MAX_PAUSE_MS)
    this.#timer = setTimeout(this.#retry, pause)
  }

  cancel(): void {
    clearTimeout(this.#timer)
  }
}
