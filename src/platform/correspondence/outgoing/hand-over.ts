import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../../../contract/errors.ts'

const MAX_TRIES = 3
const FIRST_PAUSE_MS = 1_000
const MAX_PAUSE_MS = 30_000

/** Told around each moment in which it is not known whether a message arrives. */
export interface Handover {
  readonly begins: () => Promise<void>
  /** The provider said no, so it did not arrive. */
  readonly failed: () => Promise<void>
}

export interface Delivery {
  readonly handover?: Handover
  /** Ends what waits. */
  readonly signal: AbortSignal
  /** Ends also what is on its way. */
  readonly lastSignal: AbortSignal
}

export interface Posted {
  readonly status: number
  /** How long the provider wants to be left alone. */
  readonly pauseMs: number | null
  /** Why not, in the provider's words. */
  readonly error?: string | null
}

/** One message on its way to one address. */
export interface Courier {
  readonly host: string
  token(signal: AbortSignal): Promise<string>
  /** Another token may be good where this one is not. */
  forgetToken(): void
  post(token: string, signal: AbortSignal): Promise<Posted>
}

/** Throws when it could not be delivered, after some tries. */
export async function handOver(courier: Courier, delivery: Delivery): Promise<void> {
  const { handover, signal, lastSignal } = delivery
  for (let attempt = 1; ; attempt += 1) {
    const token = await courier.token(signal)
    signal.throwIfAborted()
    await handover?.begins()
    const { status, pauseMs, error } = await courier.post(token, lastSignal)
    if (status >= 200 && status < 300) return
    await handover?.failed()
    if (status === 401) courier.forgetToken()
    if (attempt === MAX_TRIES || !mayHelp(status))
      throw new AppError(
        'upstream_failed',
        `${courier.host} answered ${status} to the reply${error ? ` (${error})` : ''}.`,
      )
    const pause = pauseMs ?? FIRST_PAUSE_MS * 2 ** (attempt - 1)
    await sleep(status === 401 ? 0 : Math.min(pause, MAX_PAUSE_MS), undefined, { signal })
  }
}

function mayHelp(status: number): boolean {
  return status === 401 || status === 429 || status >= 500
}
