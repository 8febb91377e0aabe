/** The one switch of a task: whoever turns it first, says why. */
export class StopSignal {
  readonly #controller = new AbortController()
  #reason = 'It was stopped.'
  #waiting = 0

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  get reason(): string {
    return this.#reason
  }

  /** Whether a person is being asked right now. */
  get isWaiting(): boolean {
    return this.#waiting > 0
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
