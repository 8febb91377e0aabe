import { AppError } from '../../contract/errors.ts'
import type { Turn } from './hub.ts'
import type { Answered } from './provider.ts'

/** The share of a caller's time that all but the last provider may take. */
const SHARE = 0.6

export type Attempt<Value> = (turn: Turn) => Promise<Answered<Value>>

/**
 * Asks one provider after the other. Fresh data of a later one is better than stale data of an earlier one. After a
 * final error nobody else is asked: that there is no such thing, unless said otherwise.
 */
export async function firstAnswer<Value>(
  attempts: readonly [Attempt<Value>, ...Attempt<Value>[]],
  turn: Turn,
  isFinal: (error: AppError) => boolean = isDefinite,
): Promise<Answered<Value>> {
  let reserve: Answered<Value> | undefined
  const errors: AppError[] = []
  for (const [index, attempt] of attempts.entries()) {
    try {
      const answered = await attempt(index < attempts.length - 1 ? shortened(turn) : turn)
      if (!answered.stale) return answered
      reserve ??= answered
    } catch (error) {
      if (!(error instanceof AppError) || error.code === 'cancelled' || isFinal(error)) throw error
      errors.push(error)
    }
  }
  if (reserve) return reserve
  throw errors.find(isDefinite) ?? errors[0]!
}

function shortened({ call, endsAt }: Turn): Turn {
  const now = performance.now()
  return { call, endsAt: now + Math.max(0, endsAt - now) * SHARE }
}

function isDefinite({ code }: AppError): boolean {
  return code === 'not_found' || code === 'invalid_request'
}
