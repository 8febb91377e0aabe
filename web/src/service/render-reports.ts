import { reasonOf, type Service } from '../../../src/components/view-kit/service.ts'
import type { RenderReports } from '../../../src/components/view-kit/view-context.ts'
import type { RenderReport } from '../../../src/features/telemetry/contract.ts'

const SEND_AFTER_MS = 5_000
const MAX_AT_ONCE = 500

/** Tells the service how drawing went: failures at once, successes collected. */
export function createRenderReports(service: Service): RenderReports & { flush: () => void } {
  let waiting: RenderReport[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    const body = waiting.slice(0, MAX_AT_ONCE)
    waiting = []
    // A report that does not arrive is no reason to disturb anybody.
    if (body.length > 0) service.call('POST /api/ui_telemetry', { body, keepalive: true }).catch(() => {})
  }
  return {
    flush,
    drawn(component, duration_ms) {
      waiting.push({ component, success: true, duration_ms })
      timer ??= setTimeout(flush, SEND_AFTER_MS)
    },
    failed(component, error) {
      waiting.push({ component, success: false, error: reasonOf(error) })
      flush()
    },
  }
}
