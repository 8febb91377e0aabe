import type { ToolProgress } from '../../contract/tool.ts'

/** How long a tool that was told to stop may take before its answer no longer matters. */
const STOP_GRACE_MS = 5_000
const PROGRESS_EVERY_MS = 100

/** A tool that ignores its signal keeps nobody waiting: some seconds after the stop its answer is given up. */
export async function settledOrStopped<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  let timer: NodeJS.Timeout | undefined
  const onAbort = () => {
    timer = setTimeout(() => reject(signal.reason as Error), STOP_GRACE_MS)
  }
  if (signal.aborted) onAbort()
  else signal.addEventListener('abort', onAbort, { once: true })
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', onAbort)
  }
}

/** Tools may report every item; readers get a few a second, and always the last. */
export function steadyProgress(send: (progress: ToolProgress) => void): (progress: ToolProgress) => void {
  let last = -Infinity
  return (progress) => {
    const now = performance.now()
    if (progress.fraction !== 1 && now - last < PROGRESS_EVERY_MS) return
    last = now
    send(progress)
  }
}
