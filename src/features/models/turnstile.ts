/** Lets so many in at a time; the others wait in the order in which they came. */
export class Turnstile {
  readonly #limit: () => number
  readonly #waiting: (() => void)[] = []
  #inside = 0

  constructor(limit: () => number) {
    this.#limit = limit
  }

  /** Dispose of the answer to let the next one in. */
  async enter(signal: AbortSignal): Promise<Disposable> {
    signal.throwIfAborted()
    if (this.#inside < this.#limit()) this.#inside += 1
    else await this.#wait(signal)
    let isInside = true
    return {
      [Symbol.dispose]: () => {
        if (isInside) this.#leave()
        isInside = false
      },
    }
  }

  async #wait(signal: AbortSignal): Promise<void> {
    const turn = Promise.withResolvers<void>()
    const giveUp = () => {
      const place = this.#waiting.indexOf(turn.resolve)
      if (place !== -1) this.#waiting.splice(place, 1)
      turn.reject(signal.reason as Error)
    }
    this.#waiting.push(turn.resolve)
    signal.addEventListener('abort', giveUp, { once: true })
    try {
      await turn.promise
    } finally {
      signal.removeEventListener('abort', giveUp)
    }
  }

  /** The limit may have changed meanwhile, either way. */
  #leave(): void {
    this.#inside -= 1
    while (this.#inside < this.#limit() && this.#waiting.length > 0) {
      this.#inside += 1
      this.#waiting.shift()!()
    }
  }
}
