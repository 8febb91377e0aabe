import { arch, hostname, release } from 'node:os'
import type { Metrics, ProcessUse } from '../../features/metrics/contract.ts'
import { cpuPercent, networkRates, type ProcessShare, processShares } from './rates.ts'
import type { Identity, Inventory, MetricsSource, Vitals } from './source.ts'

/** Longest list of processes that a client may ask for. */
const SHOWN_PROCESSES = 50

export interface MeasurementOptions {
  readonly source: MetricsSource
  readonly now: () => Date
  /** Milliseconds of a clock that is never set back: rates must survive a change of the wall clock. */
  readonly monotonic: () => number
}

export interface Measurement {
  /** Reads the machine; rates are over the time since the reading before. One at a time. */
  readonly take: (scope: 'vitals' | 'everything') => Promise<Metrics>
}

type ProcessLists = Pick<Metrics, 'process_count' | 'processes' | 'processes_by_memory'>
type Timed<Reading> = { readonly reading: Reading; readonly at: number }

export function createMeasurement({ source, now, monotonic }: MeasurementOptions): Measurement {
  let identity: Identity | undefined
  let vitals: Timed<Vitals> | undefined
  let inventory: Timed<Inventory> | undefined
  let lists: ProcessLists = { process_count: 0, processes: [], processes_by_memory: [] }

  async function refreshInventory(): Promise<Inventory> {
    const reading = await source.inventory()
    const at = monotonic()
    const seconds = inventory ? (at - inventory.at) / 1000 : 0
    const shares = processShares(inventory?.reading.processes, reading.processes, seconds)
    lists = await listProcesses(source, shares)
    inventory = { reading, at }
    return reading
  }

  return {
    async take(scope) {
      identity ??= await source.identity()
      const slow = scope === 'everything' || !inventory ? await refreshInventory() : inventory.reading
      const reading = await source.vitals()
      const at = monotonic()
      const before = vitals
      vitals = { reading, at }
      return {
        cpu: presentCpu(before?.reading, reading, identity),
        memory: reading.memory,
        disks: [...slow.disks],
        ...lists,
        network: networkRates(
          before?.reading.network ?? [],
          reading.network,
          (at - (before?.at ?? at)) / 1000,
        ),
        battery: slow.battery,
        temperature: slow.temperature,
        host: { name: hostname(), os: identity.os, kernel: release(), arch: arch() },
        uptime_s: Math.floor(reading.uptime_s),
        sampled_at: now().toISOString(),
      }
    },
  }
}

function presentCpu(before: Vitals | undefined, after: Vitals, identity: Identity): Metrics['cpu'] {
  const [load_1, load_5, load_15] = after.load
  return {
    percent: cpuPercent(before?.cpu, after.cpu),
    cores: after.cores.length,
    per_core: after.cores.map((core, index) => cpuPercent(before?.cores[index], core)),
    load_1,
    load_5,
    load_15,
    model: identity.cpu_model,
  }
}

async function listProcesses(source: MetricsSource, shares: readonly ProcessShare[]): Promise<ProcessLists> {
  const byCpu = shares
    .toSorted((a, b) => b.cpu_percent - a.cpu_percent || b.process.memory_bytes - a.process.memory_bytes)
    .slice(0, SHOWN_PROCESSES)
  const byMemory = shares
    .toSorted((a, b) => b.process.memory_bytes - a.process.memory_bytes)
    .slice(0, SHOWN_PROCESSES)
  const details = await source.details([...new Set([...byCpu, ...byMemory].map(({ process }) => process))])

  const present = ({ process, cpu_percent }: ProcessShare): ProcessUse[] => {
    const found = details.get(process.pid)
    if (!found) return []
    const { name, command, user } = found
    return [{ pid: process.pid, name, command, user, cpu_percent, memory_bytes: process.memory_bytes }]
  }
  return {
    process_count: shares.length,
    processes: byCpu.flatMap(present),
    processes_by_memory: byMemory.flatMap(present),
  }
}
