/** The promise's outcome, unless the signal aborts first. The promise itself goes on: others may wait for it too. */
export async function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted()
  const gone = Promise.withResolvers<never>()
  const abort = () => gone.reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  try {
    return await Promise.race([promise, gone.promise])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

/** A signal that aborts with this error after so many milliseconds; dispose of it once it is no longer needed. */
export function deadline(ms: number, error: () => Error): { signal: AbortSignal } & Disposable {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(error()), Math.max(0, ms))
  return { signal: controller.signal, [Symbol.dispose]: () => clearTimeout(timer) }
}
