/** A number of places; whoever comes when all are taken waits for one, in order. */
export class Places {
  #free: number
  readonly #waiting: (() => void)[] = []

  constructor(count: number) {
    this.#free = count
  }

  async take(signal: AbortSignal): Promise<AsyncDisposable> {
    signal.throwIfAborted()
    if (this.#free > 0) this.#free -= 1
    else await this.#wait(signal)
    return { [Symbol.asyncDispose]: async () => this.#release() }
  }

  async #wait(signal: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const onAbort = (): void => {
      const index = this.#waiting.indexOf(resolve)
      if (index >= 0) this.#waiting.splice(index, 1)
      reject(signal.reason as Error)
    }
    this.#waiting.push(resolve)
    signal.addEventListener('abort', onAbort, { once: true })
    try {
      await promise
    } finally {
      signal.removeEventListener('abort', onAbort)
    }
  }

  #release(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#free += 1
  }
}
