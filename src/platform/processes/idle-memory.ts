import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { performance, type EventLoopUtilization } from 'node:perf_hooks'
import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const LOOK_MS = 5_000
/** After the start nobody is there yet; later somebody may only be reading. */
const FIRST_LOOKS = 2
const LATER_LOOKS = 12
/** Less than this share of the time was spent working. */
const IDLE_SHARE = 0.05
/** What is given back must be worth the tenth of a second that it takes. */
const WORTH_BYTES = 8 * 1024 * 1024
const REQUESTS = 'http.server.request.start'

/**
 * V8 keeps what the start and the last burst of work needed, for the next one. This service waits most of the day, beside
 * other programs of its user: once nobody has asked and nothing was done for a while, it gives that memory back. The
 * answer ends it.
 */
export function returnIdleMemory({ collect = collectAll, heapBytes = heapSize } = {}): () => void {
  let before = performance.eventLoopUtilization()
  let isAsked = false
  let idleLooks = 0
  let wanted = FIRST_LOOKS
  let kept = 0
  const onRequest = () => (isAsked = true)
  const look = () => {
    const now = performance.eventLoopUtilization()
    idleLooks = !isAsked && isIdle(now, before) ? idleLooks + 1 : 0
    isAsked = false
    before = now
    if (idleLooks < wanted || heapBytes() < kept + WORTH_BYTES) return
    collect()
    kept = heapBytes()
    wanted = LATER_LOOKS
    idleLooks = 0
    before = performance.eventLoopUtilization()
  }
  subscribe(REQUESTS, onRequest)
  const timer = setInterval(look, LOOK_MS)
  timer.unref()
  return () => {
    clearInterval(timer)
    unsubscribe(REQUESTS, onRequest)
  }
}

function isIdle(now: EventLoopUtilization, before: EventLoopUtilization): boolean {
  return performance.eventLoopUtilization(now, before).utilization < IDLE_SHARE
}

function heapSize(): number {
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
