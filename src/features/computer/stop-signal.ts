/** How long after an answer the mouse is still the person's. */
const HAND_MS = 1_000

/** The one switch of a task: whoever turns it first, says why. */
export class StopSignal {
  readonly #controller = new AbortController()
  #reason = 'Stopped.'
  #waiting = 0
  #answeredAt = -Infinity

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  get reason(): string {
    return this.#reason
  }

  /** Whether a person is being asked right now, or was a moment ago: the hand that answered is still on the mouse. */
  get isWaiting(): boolean {
    return this.#waiting > 0 || performance.now() - this.#answeredAt < HAND_MS
  }

  stop(reason: string): void {
    if (this.signal.aborted) return
    this.#reason = reason
    this.#controller.abort(new DOMException(reason, 'AbortError'))
  }

  async whileWaiting<T>(asking: Promise<T>): Promise<T> {
    this.#waiting += 1
    try {
      return await asking
    } finally {
      this.#waiting -= 1
      this.#answeredAt = performance.now()
    }
  }

  /** The result, or at once the reason to stop: some work takes its time to notice. */
  async race<T>(work: Promise<T>): Promise<T> {
    const { promise, reject } = Promise.withResolvers<never>()
    const onAbort = () => reject(this.signal.reason as Error)
    if (this.signal.aborted) onAbort()
    else this.signal.addEventListener('abort', onAbort, { once: true })
    // Whoever lost the race may fail later, when nobody listens any more.
    work.catch(() => {})
    promise.catch(() => {})
    try {
      return await Promise.race([work, promise])
    } finally {
      this.signal.removeEventListener('abort', onAbort)
    }
  }
}
