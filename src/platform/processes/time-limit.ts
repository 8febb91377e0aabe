export interface TimeLimit extends Disposable {
  readonly signal: AbortSignal
}

/** Ends with the work: `AbortSignal.timeout` would hold everything about it until the limit, minutes later. */
export function timeLimit(ms: number, reason: Error): TimeLimit {
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(reason), Math.max(0, ms))
  return { signal: limit.signal, [Symbol.dispose]: () => clearTimeout(timer) }
}
