import { AppError } from '../../contract/errors.ts'

/** What a promise comes to within this time; undefined when it takes longer, and then it goes on by itself. */
export async function within<T>(
  promise: Promise<T>,
  { ms, signal }: { ms: number; signal: AbortSignal },
): Promise<T | undefined> {
  const { promise: over, resolve, reject } = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => resolve(undefined), ms)
  const onAbort = () => reject(new AppError('unavailable', 'The service is stopping. Ask again later.'))
  if (signal.aborted) onAbort()
  else signal.addEventListener('abort', onAbort, { once: true })
  try {
    return await Promise.race([promise, over])
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', onAbort)
  }
}
