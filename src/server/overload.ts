import { monitorEventLoopDelay } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'

const CHECK_EVERY_MS = 500
const MAX_DELAY_MS = 1000
const MAX_HEAP_SHARE = 0.8

export interface Overload {
  /** Why the service cannot take more at the moment; null when it can. */
  reason(): string | null
  stop(): void
}

/** Watches the event loop and the heap, so that the service refuses work early instead of drowning in it. */
export function watchOverload(): Overload {
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  let current: string | null = null
  const timer = setInterval(() => {
    const delayMs = delay.mean / 1e6
    delay.reset()
    const { used_heap_size, heap_size_limit } = getHeapStatistics()
    if (delayMs > MAX_DELAY_MS) current = `The service is ${Math.round(delayMs)} ms behind.`
    else if (used_heap_size / heap_size_limit > MAX_HEAP_SHARE) current = 'The service is short of memory.'
    else current = null
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
