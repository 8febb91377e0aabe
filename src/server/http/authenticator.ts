import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { limits } from '../../contract/limits.ts'

export type Verdict = 'open' | 'valid' | 'missing' | 'wrong' | 'throttled'

/**
 * The one place that checks the token, whatever the transport. The expected token is asked for at every request, so
 * that a rotated one counts at once. Only those who guess are slowed down: nobody on this machine can lock its owner out,
 * and from elsewhere ten wrong ones close the door for a minute.
 */
export class Authenticator {
  readonly #expectedToken: () => string | null
  readonly #now: () => number
  readonly #failures = new Map<string, { count: number; since: number }>()

  constructor({ expectedToken, now }: { expectedToken: () => string | null; now: () => number }) {
    this.#expectedToken = expectedToken
    this.#now = now
  }

  check(request: IncomingMessage): Verdict {
    const expected = this.#expectedToken()
    if (expected === null) return 'open'
    const header = request.headers.authorization
    if (header === undefined) return 'missing'
    const address = canonicalAddress(request.socket.remoteAddress)
    const given = /^Bearer +(\S+)$/i.exec(header)?.[1]
    const isRight = given !== undefined && equalInConstantTime(given, expected)
    if (isRight && isLoopback(address)) return 'valid'
    if (this.#isThrottled(address)) return 'throttled'
    return isRight ? 'valid' : 'wrong'
  }

  /** Whether this is the token; never, where there is none. */
  accepts(given: string): boolean {
    const expected = this.#expectedToken()
    return expected !== null && equalInConstantTime(given, expected)
  }

  /** A wrong token counts once it is known that no web page made somebody's browser send it. */
  recordWrong(request: IncomingMessage): void {
    this.#recordFailure(canonicalAddress(request.socket.remoteAddress))
  }

  #isThrottled(address: string): boolean {
    const failures = this.#failures.get(address)
    if (!failures) return false
    if (this.#now() - failures.since < 60_000) return failures.count >= limits.failed_logins_per_minute.value
    this.#failures.delete(address)
    return false
  }

  #recordFailure(address: string): void {
    // A bounded table: an attacker with many addresses must not grow it.
    if (this.#failures.size > 10_000) this.#failures.clear()
    const failures = this.#failures.get(address)
    if (failures) failures.count += 1
    else this.#failures.set(address, { count: 1, since: this.#now() })
  }
}

/** `::ffff:1.2.3.4` and `1.2.3.4` are one caller. A Unix socket has no address. */
export function canonicalAddress(address: string | undefined): string {
  if (address === undefined || address === '') return 'socket'
  return address.startsWith('::ffff:') ? address.slice(7) : address
}

export function isLoopback(address: string): boolean {
  return address === 'socket' || address === '::1' || address.startsWith('127.')
}

function equalInConstantTime(given: string, expected: string): boolean {
  return timingSafeEqual(sha256(given), sha256(expected))
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
