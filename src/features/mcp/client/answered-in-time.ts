import { setTimeout as sleep } from 'node:timers/promises'

/** Who asks for a start is answered after this long, and the start goes on. */
const ANSWER_MS = 10_000

/** Whoever asked is not held up by a server that takes its time, or says nothing. */
export async function answeredInTime(work: Promise<void>): Promise<void> {
  const over = new AbortController()
  const time = sleep(ANSWER_MS, undefined, { signal: over.signal, ref: false }).catch(() => {})
  work.catch(() => {})
  await Promise.race([work, time]).finally(() => over.abort())
}
