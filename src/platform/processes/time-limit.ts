export interface TimeLimit extends Disposable {
  readonly signal: AbortSignal
}

/**
 * Ends with the work: `AbortSignal.timeout` would hold everything about it until the limit, minutes later. The reason is
 * made when it is needed: an error with its stack costs a tool call more than its check.
 */
export function timeLimit(ms: number, reason: () => Error = outOfTime): TimeLimit {
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(reason()), Math.max(0, ms))
  return { signal: limit.signal, [Symbol.dispose]: () => clearTimeout(timer) }
}

function outOfTime(): DOMException {
  return new DOMException('The time limit was reached.', 'TimeoutError')
}
