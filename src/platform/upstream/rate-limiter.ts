import type { RateCap } from './provider.ts'

/** Keeps a provider's calls within its caps, exactly: it remembers when each call was made. */
export class RateLimiter {
  readonly #caps: readonly RateCap[]
  readonly #longestMs: number
  #calls: number[] = []

  constructor(caps: readonly RateCap[]) {
    this.#caps = caps
    this.#longestMs = Math.max(0, ...caps.map(({ perSeconds }) => perSeconds * 1000))
  }

  /** Takes a place and answers 0, or answers how many milliseconds are left until there is one. */
  take(now: number): number {
    const oldest = now - this.#longestMs
    const firstKept = this.#calls.findIndex((at) => at > oldest)
    this.#calls = firstKept === -1 ? [] : this.#calls.slice(firstKept)
    const wait = Math.max(0, ...this.#caps.map((cap) => this.#waitFor(cap, now)))
    if (wait === 0) this.#calls.push(now)
    return wait
  }

  #waitFor({ calls, perSeconds }: RateCap, now: number): number {
    const nthLast = this.#calls.at(-calls)
    return this.#calls.length < calls || nthLast === undefined ? 0 : nthLast + perSeconds * 1000 - now
  }
}
