import type { UpstreamAnswer } from './answer.ts'

/** At most so many calls in so many seconds. */
export interface RateCap {
  readonly calls: number
  readonly perSeconds: number
}

/** An outside service, as data: where it is and how it wants to be treated. */
export interface Provider {
  /** Its name in `UPSTREAM_<NAME>`, in the dashboard and in events. */
  readonly name: string
  /** Its name for a person. */
  readonly title: string
  readonly origin: string
  readonly caps: readonly RateCap[]
  /** How we introduce ourselves; as Deskhand unless said otherwise. */
  readonly introduction?: 'browser' | 'with-contact'
  /** The setting without which it cannot be asked. */
  readonly needs?: string
  /** The setting that says where it is, for a service that people run themselves. */
  readonly originSetting?: string
  /** How long it is left alone after it said "too many" without saying for how long; a minute unless said otherwise. */
  readonly pauseMs?: number | ((answer: UpstreamAnswer) => number)
  /** Stands for any host that a person names, so it has no health of its own. */
  readonly anyHost?: true
}

/** A setting that holds text; null when it is not set. */
export type ReadSetting = (name: string) => string | null

export interface ProviderRequest {
  /** For a provider with several hosts: the one to ask, when it is not the first. */
  readonly origin?: string
  readonly path: string
  readonly query?: Readonly<Record<string, string | number | undefined>>
  readonly headers?: Readonly<Record<string, string>>
  /** A body makes it a POST. */
  readonly json?: unknown
}

/** A request to an address that a person, a model or a feed gave: it goes through the guard. */
export interface GivenRequest {
  readonly given: string
  readonly headers?: Readonly<Record<string, string>>
}

export type UpstreamRequest = ProviderRequest | GivenRequest

/**
 * One kind of question to a provider. It only builds the request and reads the answer; time and failure belong to the
 * hub. Methods, so that lookups of different questions fit in one list.
 */
export interface Lookup<Question, Value> {
  readonly name: string
  readonly provider: Provider
  /** How long an answer counts as fresh, by the nature of the data. */
  readonly keepMs: number | ((value: Value, now: Date) => number)
  /** How long after that it may still stand in for one that cannot be had; a day unless said otherwise. */
  readonly staleMs?: number
  /** What is private or only good once does not go to the disk. */
  readonly memoryOnly?: true
  /** A question that has an answer, for the check of all providers. */
  readonly example: Question
  /** What tells two questions apart, when it is not the whole question: keys and crumbs are no part of it. */
  key?(question: Question): unknown
  request(question: Question, setting: ReadSetting): UpstreamRequest
  /**
   * The value, or one of four things thrown: AppError `not_found` or `invalid_request` is an answer like any other and
   * kept; another AppError is told as it is; `UnreadableAnswer` and `Throttled` are failures of the provider.
   */
  read(answer: UpstreamAnswer, question: Question): Value
}

export function defineLookup<Question, Value>(lookup: Lookup<Question, Value>): Lookup<Question, Value> {
  return lookup
}

export interface Answered<Value> {
  readonly value: Value
  readonly fetchedAt: Date
  /** The provider cannot be asked now; this is its last good answer. */
  readonly stale: boolean
}

export type ProviderStatus = 'ok' | 'degraded' | 'down' | 'not_configured' | 'unknown'

export interface ProviderHealth {
  readonly provider: string
  readonly status: ProviderStatus
  readonly message: string | null
}
