import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../../contract/errors.ts'
import type { Log } from '../../contract/log.ts'
import { joinSignals } from '../processes/joined-signal.ts'
import type { UpstreamAnswer } from './answer.ts'
import { exchange, type Received } from './exchange.ts'
import { networkFailure, readFailure, statusFailure, throttledFailure, type Failure } from './failure.ts'
import { HostGate } from './host-gate.ts'
import type { ProviderHealthBook } from './health.ts'
import type { Lookup, Provider, RateCap } from './provider.ts'
import { targetOf, type RequestContext, type Target, type Validators } from './request-target.ts'
import { deadline } from './waiting.ts'

const MAX_TRIES = 3
const MAX_DELAY_MS = 8000
const USUAL_PAUSE_MS = 60_000
const MAX_PAUSE_MS = 24 * 3_600_000
const MAX_GATES = 500
/** A timer and the clock may disagree by so much; a pause must be over when it is over. */
const CLOCK_SLACK_MS = 10
/** The share of the time left that one try may take, so that a lost packet leaves time for another. */
const SHARE_OF_A_TRY = 0.6

export interface AskerOptions extends RequestContext {
  readonly now: () => Date
  readonly log: Log
  readonly health: ProviderHealthBook
  readonly stopping: AbortSignal
  readonly deadlineMs: number
  readonly firstDelayMs: number
  readonly random: () => number
  /** Milliseconds of a clock that nobody sets: pauses and caps must not end because the time was put right. */
  readonly monotonic: () => number
}

/** A value, or the definite word that there is none. */
export type Outcome<Value> = { readonly value: Value } | { readonly error: AppError }

export type Fetched<Value> =
  | { readonly isUnchanged: true }
  | ({
      readonly isUnchanged: false
      readonly answer: UpstreamAnswer
      readonly outcome: Outcome<Value>
    } & Validators)

/** No answer could be had. */
export class AskFailed extends Error {
  readonly error: AppError
  readonly allowsStale: boolean

  constructor({ error, allowsStale }: Pick<Failure, 'error' | 'allowsStale'>) {
    super(error.message, { cause: error })
    this.name = 'AskFailed'
    this.error = error
    this.allowsStale = allowsStale
  }
}

interface Asked<Q, Value> {
  readonly lookup: Lookup<Q, Value>
  readonly question: Q
  readonly validators: Validators | undefined
  readonly target: Target
  readonly gate: HostGate
  readonly signal: AbortSignal
  /** By the monotonic clock. */
  readonly endsAt: number
}

type Tried<Value> = { readonly fetched: Fetched<Value> } | { readonly failure: Failure }

/** Asks a provider until it answers or there is no time left: tries, pauses, caps and the breaker of each host. */
export class Asker {
  readonly #options: AskerOptions
  readonly #gates = new Map<string, HostGate>()
  readonly #limiters = new Map<string, RateLimiter>()

  constructor(options: AskerOptions) {
    this.#options = options
  }

  async ask<Q, Value>(
    lookup: Lookup<Q, Value>,
    question: Q,
    validators: Validators | undefined,
  ): Promise<Fetched<Value>> {
    const { deadlineMs, stopping, health, log, monotonic } = this.#options
    const { provider } = lookup
    const target = targetOf({ lookup, question, validators }, this.#options)
    // By provider too: a mirror can stand for several of them, and one that fails says nothing of the others.
    const gate = this.#gate(`${provider.name} ${target.url.host}`)
    using late = deadline(deadlineMs, () => tooLate(provider, deadlineMs))
    using joined = joinSignals([late.signal, stopping])
    const { signal } = joined
    const endsAt = performance.now() + deadlineMs
    try {
      const fetched = await this.#askAgain({ lookup, question, validators, target, gate, signal, endsAt })
      health.succeeded(provider)
      return fetched
    } catch (error) {
      if (stopping.aborted) throw new AppError('unavailable', 'The service is stopping.')
      if (!(error instanceof AskFailed)) throw error
      health.failed(provider, { message: error.message, isShut: gate.isShut(monotonic()) })
      log.warn({ provider: provider.name, lookup: lookup.name, code: error.error.code }, error.message)
      throw error
    }
  }

  async #askAgain<Q, Value>(asked: Asked<Q, Value>): Promise<Fetched<Value>> {
    const { gate, endsAt } = asked
    let failure: Failure | undefined
    for (let attempt = 1; ; attempt += 1) {
      const shutMs = gate.enter(this.#options.monotonic())
      if (shutMs > 0) throw new AskFailed(failure ?? leftAlone(asked.lookup.provider, shutMs))
      const tried = await this.#tryOnce(asked, attempt)
      if (!('failure' in tried)) return tried.fetched
      failure = tried.failure
      const delay = failure.mayWait ? (failure.pauseMs ?? 0) + CLOCK_SLACK_MS : this.#jitter(attempt)
      const hasTime = performance.now() + delay < endsAt
      if (!failure.again || attempt === MAX_TRIES || !hasTime) throw new AskFailed(failure)
      await this.#rest(delay, asked)
    }
  }

  async #tryOnce<Q, Value>(asked: Asked<Q, Value>, attempt: number): Promise<Tried<Value>> {
    const { gate } = asked
    const { monotonic, stopping } = this.#options
    let tried: Tried<Value> | undefined
    try {
      await this.#pace(asked)
      tried = await this.#send(asked, attempt === MAX_TRIES)
      return tried
    } finally {
      if (!tried || stopping.aborted) gate.left()
      else if (!('failure' in tried)) gate.succeeded()
      else if (tried.failure.pauseMs !== undefined) gate.pause(monotonic() + tried.failure.pauseMs)
      else if (tried.failure.isHostFault) gate.failed(monotonic())
      else gate.left()
    }
  }

  async #send<Q, Value>(asked: Asked<Q, Value>, isLast: boolean): Promise<Tried<Value>> {
    const { target, signal, endsAt } = asked
    const { provider } = asked.lookup
    const left = endsAt - performance.now()
    const tryMs = isLast ? left : left * SHARE_OF_A_TRY
    using late = deadline(tryMs, () => tooLate(provider, tryMs))
    try {
      const received = await exchange({ ...target, signal: AbortSignal.any([signal, late.signal]) })
      return this.#read(asked, received)
    } catch (error) {
      const reason: unknown = signal.aborted
        ? signal.reason
        : late.signal.aborted
          ? late.signal.reason
          : error
      return { failure: networkFailure(provider, reason, target.url.host) }
    }
  }

  #read<Q, Value>(
    { lookup, question, validators }: Asked<Q, Value>,
    { answer, etag, lastModified, retryAfter }: Received,
  ): Tried<Value> {
    const { provider } = lookup
    if (!answer) {
      if (validators) return { fetched: { isUnchanged: true } }
      return { failure: statusFailure(provider, 304) }
    }
    const askedPause = this.#pauseOf(retryAfter)
    if (answer.status === 429 || (answer.status === 503 && askedPause !== null)) {
      const pauseMs = askedPause ?? usualPause(provider, answer)
      return { failure: throttledFailure(provider, { pauseMs, mayWait: askedPause !== null }) }
    }
    if (answer.status >= 500 || (answer.status >= 300 && answer.status < 400))
      return { failure: statusFailure(provider, answer.status) }
    try {
      const outcome = { value: lookup.read(answer, question) }
      return { fetched: { isUnchanged: false, answer, outcome, etag, lastModified } }
    } catch (error) {
      if (isDefinite(error))
        return { fetched: { isUnchanged: false, answer, outcome: { error }, etag, lastModified } }
      return { failure: readFailure(provider, error) }
    }
  }

  /** Waits for a place within the provider's caps, as far as there is time. */
  async #pace<Q, Value>(asked: Asked<Q, Value>): Promise<void> {
    const { name, title, caps } = asked.lookup.provider
    const limiter = this.#limiters.get(name) ?? new RateLimiter(caps)
    this.#limiters.set(name, limiter)
    for (;;) {
      const wait = limiter.take(this.#options.monotonic())
      if (wait === 0) return
      if (performance.now() + wait >= asked.endsAt) {
        const seconds = Math.ceil(wait / 1000)
        const error = new AppError(
          'upstream_failed',
          `${title}'s request limit is reached. Try again in ${seconds} s.`,
          { headers: { 'retry-after': String(seconds) } },
        )
        throw new AskFailed({ error, allowsStale: true })
      }
      await this.#rest(wait, asked)
    }
  }

  async #rest<Q, Value>(ms: number, { signal, lookup }: Asked<Q, Value>): Promise<void> {
    try {
      await sleep(ms, undefined, { signal })
    } catch {
      const error = tooLate(lookup.provider, this.#options.deadlineMs)
      throw new AskFailed({ error, allowsStale: true })
    }
  }

  #gate(name: string): HostGate {
    const gate = this.#gates.get(name) ?? new HostGate()
    this.#gates.delete(name)
    this.#gates.set(name, gate)
    for (const oldest of this.#gates.keys()) {
      if (this.#gates.size <= MAX_GATES) break
      this.#gates.delete(oldest)
    }
    return gate
  }

  /** Full jitter: anywhere between at once and the limit, so that callers who failed together do not return together. */
  #jitter(attempt: number): number {
    const { firstDelayMs, random } = this.#options
    return random() * Math.min(MAX_DELAY_MS, firstDelayMs * 2 ** (attempt - 1))
  }

  #pauseOf(retryAfter: string | null): number | null {
    if (retryAfter === null) return null
    const seconds = Number(retryAfter)
    const ms = Number.isNaN(seconds) ? Date.parse(retryAfter) - this.#options.now().getTime() : seconds * 1000
    return Number.isNaN(ms) ? null : Math.min(Math.max(0, ms), MAX_PAUSE_MS)
  }
}

function isDefinite(error: unknown): error is AppError {
  return error instanceof AppError && (error.code === 'not_found' || error.code === 'invalid_request')
}

function usualPause({ pauseMs = USUAL_PAUSE_MS }: Provider, answer: UpstreamAnswer): number {
  return typeof pauseMs === 'number' ? pauseMs : pauseMs(answer)
}

function leftAlone({ title }: Provider, ms: number): Failure {
  const seconds = Math.ceil(ms / 1000)
  const error = new AppError(
    'upstream_failed',
    `${title} has been failing, so it is paused. Try again in ${seconds} s.`,
    { headers: { 'retry-after': String(seconds) } },
  )
  return { error, again: false, isHostFault: false, allowsStale: true }
}

function tooLate({ title }: Provider, ms: number): AppError {
  return new AppError(
    'upstream_timeout',
    `${title} took longer than ${Math.round(ms / 100) / 10} s to answer.`,
  )
}

/** Keeps a provider's calls within its caps, exactly: it remembers when each call was made. */
class RateLimiter {
  readonly #caps: readonly RateCap[]
  readonly #maxMs: number
  #calls: number[] = []

  constructor(caps: readonly RateCap[]) {
    this.#caps = caps
    this.#maxMs = Math.max(0, ...caps.map(({ perSeconds }) => perSeconds * 1000))
  }

  /** Takes a place and answers 0, or answers how many milliseconds are left until there is one. */
  take(now: number): number {
    const oldest = now - this.#maxMs
    const firstStored = this.#calls.findIndex((at) => at > oldest)
    this.#calls = firstStored === -1 ? [] : this.#calls.slice(firstStored)
    const wait = Math.max(0, ...this.#caps.map((cap) => this.#waitFor(cap, now)))
    if (wait === 0) this.#calls.push(now)
    return wait
  }

  #waitFor({ calls, perSeconds }: RateCap, now: number): number {
    const nthLast = this.#calls.at(-calls)
    return this.#calls.length < calls || nthLast === undefined ? 0 : nthLast + perSeconds * 1000 - now
  }
}
