/** What work comes to in so many milliseconds; undefined when it takes longer or fails. */
export async function within<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(resolve, ms, undefined)
  try {
    return await Promise.race([work.catch(() => undefined), promise])
  } finally {
    clearTimeout(timer)
  }
}
