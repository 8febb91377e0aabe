import { monitorEventLoopDelay } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'

const CHECK_EVERY_MS = 500
const MAX_DELAY_MS = 1000
const MAX_HEAP_SHARE = 0.8
/** One long pause is over when it is noticed; who is behind again and again cannot take more. */
const WINDOWS_BEHIND = 2

export interface Overload {
  /** Why the service cannot take more at the moment; null when it can. */
  reason(): string | null
  stop(): void
}

/** Watches the event loop and the heap, so that the service refuses work early instead of drowning in it. */
export function watchOverload(): Overload {
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  const judge = overloadJudge()
  let current: string | null = null
  const timer = setInterval(() => {
    const delayMs = delay.mean / 1e6
    delay.reset()
    const { used_heap_size, heap_size_limit } = getHeapStatistics()
    current = judge({ delayMs, heapShare: used_heap_size / heap_size_limit })
  }, CHECK_EVERY_MS)
  timer.unref()
  return {
    reason: () => current,
    stop() {
      clearInterval(timer)
      delay.disable()
    },
  }
}

/** Told of one window after the other, says why the service cannot take more. */
export function overloadJudge(): (window: { delayMs: number; heapShare: number }) => string | null {
  let behind = 0
  return ({ delayMs, heapShare }) => {
    behind = delayMs > MAX_DELAY_MS ? behind + 1 : 0
    if (behind >= WINDOWS_BEHIND) return `The service is ${Math.round(delayMs)} ms behind.`
    return heapShare > MAX_HEAP_SHARE ? 'The service is low on memory.' : null
  }
}
