import { once } from 'node:events'

/** Lets one after the other work. Who is called off while waiting does not wait on. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve()

  async take<T>(run: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const before = this.#last
    const mine = Promise.withResolvers<void>()
    this.#last = before.then(() => mine.promise)
    try {
      await (signal ? untilCalledOff(before, signal) : before)
      return await run()
    } catch (error) {
      // Timers say it in their own words.
      signal?.throwIfAborted()
      throw error
    } finally {
      mine.resolve()
    }
  }
}

async function untilCalledOff(before: Promise<unknown>, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  const over = new AbortController()
  try {
    await Promise.race([before, once(signal, 'abort', { signal: over.signal })])
    signal.throwIfAborted()
  } finally {
    over.abort()
  }
}
