import type { Static } from 'typebox'
import type { metricsSampled } from '../../contract/event-types.ts'
import type { Metrics } from './contract.ts'

/** A sample in a few numbers: what the `metrics` event tells and the dashboard shows. */
export function summarizeMetrics({
  cpu,
  memory,
  disks,
  battery,
}: Metrics): Static<typeof metricsSampled.data> {
  const root = disks.find((disk) => disk.mount === '/') ?? disks[0]
  return {
    cpu_percent: cpu.percent,
    load_1: cpu.load_1,
    memory_percent: memory.percent,
    memory_used_bytes: memory.used_bytes,
    memory_total_bytes: memory.total_bytes,
    ...(root && { disk_percent: root.percent }),
    ...(battery && { battery_percent: battery.percent }),
  }
}
