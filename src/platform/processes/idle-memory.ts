import { performance, type EventLoopUtilization } from 'node:perf_hooks'
import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const LOOK_MS = 5_000
const IDLE_LOOKS = 2
/** Less than this share of the time was spent working. */
const IDLE_SHARE = 0.05
/** What is given back must be worth the tenth of a second that it takes. */
const WORTH_BYTES = 4 * 1024 * 1024

/**
 * V8 keeps what the start and the last burst of work needed, for the next one. This service waits most of the day, beside
 * other programs of its user: once nothing has happened for a while, it gives that memory back. The answer ends it.
 */
export function returnIdleMemory(collect: () => void = collectAll): () => void {
  let before = performance.eventLoopUtilization()
  let idle = 0
  let kept = 0
  const look = () => {
    const now = performance.eventLoopUtilization()
    idle = isIdle(now, before) ? idle + 1 : 0
    before = now
    if (idle < IDLE_LOOKS || heapBytes() < kept + WORTH_BYTES) return
    collect()
    kept = heapBytes()
    idle = 0
    before = performance.eventLoopUtilization()
  }
  const timer = setInterval(look, LOOK_MS)
  timer.unref()
  return () => clearInterval(timer)
}

function isIdle(now: EventLoopUtilization, before: EventLoopUtilization): boolean {
  return performance.eventLoopUtilization(now, before).utilization < IDLE_SHARE
}

function heapBytes(): number {
  const { total_heap_size, external_memory } = getHeapStatistics()
  return total_heap_size + external_memory
}

/** As V8 does before it gives up for want of memory: also compiled code that was not run for long goes. */
function collectAll(): void {
  setFlagsFromString('--expose-gc')
  const collector = runInNewContext('gc') as (options: { type: 'major'; flavor: 'last-resort' }) => void
  setFlagsFromString('--no-expose-gc')
  collector({ type: 'major', flavor: 'last-resort' })
}
