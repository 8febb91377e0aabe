import type { Metrics } from '../../features/metrics/contract.ts'
import type { CpuTimes, InterfaceCounters, ProcessCounters } from './source.ts'

/** Busy share between two readings. The idle counters of Linux may run backwards a little, hence the bounds. */
export function cpuPercent(before: CpuTimes | undefined, after: CpuTimes): number {
  const total = after.total - (before?.total ?? 0)
  if (total <= 0) return 0
  return oneDecimal(Math.min(100, Math.max(0, ((after.busy - (before?.busy ?? 0)) / total) * 100)))
}

export function networkRates(
  before: readonly InterfaceCounters[],
  after: readonly InterfaceCounters[],
  seconds: number,
): Metrics['network'] {
  const earlier = new Map(before.map((counters) => [counters.interface, counters]))
  return after.map((counters) => {
    const previous = earlier.get(counters.interface)
    return {
      ...counters,
      received_bytes_per_second: perSecond(previous?.received_bytes, counters.received_bytes, seconds),
      sent_bytes_per_second: perSecond(previous?.sent_bytes, counters.sent_bytes, seconds),
    }
  })
}

export interface ProcessShare {
  readonly process: ProcessCounters
  readonly cpu_percent: number
}

export function processShares(
  before: readonly ProcessCounters[] | undefined,
  after: readonly ProcessCounters[],
  seconds: number,
): ProcessShare[] {
  const earlier = new Map(before?.map((process) => [keyOf(process), process]))
  return after.map((process) => {
    if (before === undefined || seconds <= 0) return { process, cpu_percent: 0 }
    // A process that the earlier reading lacks has spent all of its time since then; so has a new one behind an old id.
    const spent = earlier.get(keyOf(process))?.cpu_seconds ?? 0
    const used = spent > process.cpu_seconds ? process.cpu_seconds : process.cpu_seconds - spent
    return { process, cpu_percent: oneDecimal((used / seconds) * 100) }
  })
}

/** Share in use, 0 to 100. */
export function usedPercent(used: number, total: number): number {
  return total > 0 ? oneDecimal(Math.min(100, (used / total) * 100)) : 0
}

export function oneDecimal(value: number): number {
  return Math.round(value * 10) / 10
}

function keyOf(process: ProcessCounters): string {
  return `${process.pid}:${process.started}`
}

/** An interface that just appeared has no rate yet, and one that was reset starts again at zero. */
function perSecond(before: number | undefined, after: number, seconds: number): number {
  if (before === undefined || seconds <= 0 || after < before) return 0
  return Math.round((after - before) / seconds)
}
