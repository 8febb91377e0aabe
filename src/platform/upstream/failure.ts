import { AppError } from '../../contract/errors.ts'
import { Throttled, UnreadableAnswer } from './faults.ts'
import type { Provider } from './provider.ts'

/** A try that did not bring an answer, sorted by what to do next. */
export interface Failure {
  readonly error: AppError
  /** Whether the next try may go better. */
  readonly again: boolean
  /** Whether it counts against the host: a wrong key or a refused address does not. */
  readonly isHostFault: boolean
  /** Whether an older answer may stand in: not for an address that must not be fetched. */
  readonly allowsStale: boolean
  /** How long the host wants to be left alone. */
  readonly pauseMs?: number
  /** That it said so itself, in `Retry-After`: then it is asked again in this call, if there is time. */
  readonly mayWait?: boolean
}

const hostFault = { isHostFault: true, allowsStale: true }

export function statusFailure(provider: Provider, status: number): Failure {
  const error = new AppError('upstream_failed', `${provider.title} answered ${status}.`)
  return { error, again: true, ...hostFault }
}

export function throttledFailure(
  provider: Provider,
  { pauseMs, mayWait }: { pauseMs: number; mayWait: boolean },
): Failure {
  const seconds = Math.ceil(pauseMs / 1000)
  const error = new AppError(
    'upstream_failed',
    `${provider.title}'s request limit is reached. Try again in ${inWords(seconds)}.`,
    { headers: { 'retry-after': String(seconds) } },
  )
  return { error, again: mayWait, isHostFault: false, allowsStale: true, pauseMs, mayWait }
}

/** What a reader threw. Only an answer that no reader could understand is unlike the others: that one is our bug. */
export function readFailure(provider: Provider, thrown: unknown): Failure {
  if (thrown instanceof Throttled)
    return throttledFailure(provider, { pauseMs: thrown.waitMs, mayWait: false })
  if (thrown instanceof AppError)
    return { error: thrown, again: false, isHostFault: false, allowsStale: thrown.code === 'upstream_failed' }
  const told = thrown instanceof UnreadableAnswer ? thrown.told : undefined
  if (told) return { error: told, again: false, isHostFault: false, allowsStale: true }
  const error = new AppError(
    'upstream_failed',
    `${provider.title} sent an answer Deskhand couldn't understand. Try again later.`,
    { cause: thrown },
  )
  return { error, again: true, ...hostFault }
}

/** What fetch threw. The guard's own sentences are kept; anything else is told by what the network says. */
export function networkFailure(provider: Provider, thrown: unknown, host: string): Failure {
  if (thrown instanceof AppError && provider.anyHost && thrown.code !== 'upstream_failed')
    return {
      error: thrown,
      again: thrown.code === 'upstream_timeout',
      isHostFault: thrown.code === 'upstream_timeout',
      allowsStale: thrown.code === 'upstream_timeout',
    }
  if (thrown instanceof AppError && thrown.code === 'upstream_timeout')
    return { error: thrown, again: true, ...hostFault }
  const whom = provider.anyHost ? host : provider.title
  const error = new AppError('upstream_failed', `Can't reach ${whom}: ${reasonOf(thrown)}.`, {
    cause: thrown,
  })
  return { error, again: !(thrown instanceof AppError), ...hostFault }
}

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection broke off',
  UND_ERR_SOCKET: 'the connection broke off',
  ENOTFOUND: 'its address was not found (are you online?)',
  EAI_AGAIN: "its address couldn't be looked up (are you online?)",
  ENETUNREACH: 'this computer is offline',
  EHOSTUNREACH: 'no route to it',
  UND_ERR_CONNECT_TIMEOUT: 'it did not answer in time',
  Z_DATA_ERROR: "its answer couldn't be unpacked",
  Z_BUF_ERROR: "its answer couldn't be unpacked",
}

function reasonOf(thrown: unknown): string {
  if (thrown instanceof AppError && thrown.code === 'forbidden')
    return "it leads to this machine or its network, which Deskhand doesn't follow"
  if (thrown instanceof AppError) return thrown.message.replace(/\.$/, '')
  for (let error = thrown; error instanceof Error; error = error.cause) {
    const { code } = error as { code?: unknown }
    if (typeof code === 'string' && reasons[code]) return reasons[code]
    if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0])
  }
  return 'the connection failed'
}

function inWords(seconds: number): string {
  if (seconds < 120) return `${seconds} s`
  if (seconds < 7200) return `${Math.ceil(seconds / 60)} minutes`
  return `${Math.ceil(seconds / 3600)} hours`
}
