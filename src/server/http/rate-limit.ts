import { limits } from '../../contract/limits.ts'

/** A token bucket for each caller that is not on this machine. Loopback callers are never throttled. */
export class RateLimit {
  readonly #buckets = new Map<string, { tokens: number; at: number }>()
  readonly #now: () => number

  constructor(now: () => number) {
    this.#now = now
  }

  /** Seconds to wait, or 0 when the request may pass. */
  take(address: string): number {
    const now = this.#now()
    const rate = limits.remote_requests_per_second.value
    const burst = limits.remote_burst.value
    if (this.#buckets.size > 10_000) this.#buckets.clear()
    const bucket = this.#buckets.get(address) ?? { tokens: burst, at: now }
    bucket.tokens = Math.min(burst, bucket.tokens + ((now - bucket.at) / 1000) * rate)
    bucket.at = now
    this.#buckets.set(address, bucket)
    if (bucket.tokens < 1) return Math.max(1, Math.ceil((1 - bucket.tokens) / rate))
    bucket.tokens -= 1
    return 0
  }
}
