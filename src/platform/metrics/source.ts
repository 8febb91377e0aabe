import type { Battery, Disk, Metrics, Temperature } from '../../features/metrics/contract.ts'

/** What one operating system tells about itself. Counters stay raw: the measurement makes rates of two readings. */
export interface MetricsSource {
  /** Cheap numbers that change all the time. */
  readonly vitals: () => Promise<Vitals>
  /** What costs more to read or changes slowly. */
  readonly inventory: () => Promise<Inventory>
  /** Whole name, command line and owner, asked only for the few processes that are shown. Those that have ended are left out. */
  readonly details: (processes: readonly ProcessCounters[]) => Promise<ReadonlyMap<number, ProcessDetails>>
  /** What does not change while the service runs. */
  readonly identity: () => Promise<Identity>
}

export interface Vitals {
  readonly cpu: CpuTimes
  readonly cores: readonly CpuTimes[]
  readonly load: readonly [number, number, number]
  readonly memory: Metrics['memory']
  readonly network: readonly InterfaceCounters[]
  readonly uptime_s: number
}

/** Counted since the machine started, in the system's own unit: only differences mean something. */
export interface CpuTimes {
  readonly busy: number
  readonly total: number
}

export interface InterfaceCounters {
  readonly interface: string
  readonly received_bytes: number
  readonly sent_bytes: number
}

export interface Inventory {
  readonly disks: readonly Disk[]
  readonly processes: readonly ProcessCounters[]
  readonly battery: Battery | null
  readonly temperature: Temperature | null
}

export interface ProcessCounters {
  readonly pid: number
  /** Tells a process from a later one with the same id; 0 where the system does not say. */
  readonly started: number
  readonly name: string
  readonly cpu_seconds: number
  readonly memory_bytes: number
}

export interface ProcessDetails {
  readonly name: string
  readonly command: string
  readonly user: string
}

export interface Identity {
  readonly cpu_model: string | null
  readonly os: string
}
