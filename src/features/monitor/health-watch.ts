import type { Metrics } from '../metrics/contract.ts'
import type { NotificationDraft } from '../notifications/notification-rows.ts'

/** What is too much, or too little. */
export interface HealthLimits {
  readonly cpuPercent: number
  readonly memoryPercent: number
  readonly diskPercent: number
  readonly batteryPercent: number
  readonly temperatureCelsius: number
  readonly cooldownMinutes: number
}

/** One number of a sample that can be too high. */
interface Reading {
  /** The cause that it is about: the same one does not warn twice. */
  readonly cause: string
  readonly value: number
  readonly limit: number
  /** How far below the limit it must fall before it counts as over. */
  readonly slack: number
  /** How long it must last before anybody is told. */
  readonly lastsMs: number
  readonly words: () => Pick<NotificationDraft, 'title' | 'message' | 'level'>
}

interface Watched {
  /** Since when it has been too high without a break. */
  since: number | undefined
  warned: boolean
  lastWarning: number | undefined
}

const MINUTE = 60_000
const GiB = 1024 ** 3

/**
 * Tells what is wrong with the machine, once: a number must stay too high for a while, and must clearly fall before it
 * can be too high again, and the same warning does not come again before its time.
 */
export class HealthWatch {
  readonly #watched = new Map<string, Watched>()

  /** The warnings that are due now. */
  look(metrics: Metrics, limits: HealthLimits, now: number): NotificationDraft[] {
    const readings = readingsOf(metrics, limits)
    const causes = new Set(readings.map(({ cause }) => cause))
    // A disk that was taken out and comes back is looked at anew.
    for (const cause of this.#watched.keys()) if (!causes.has(cause)) this.#watched.delete(cause)
    return readings
      .filter((reading) => this.#isDue(reading, { now, cooldownMs: limits.cooldownMinutes * MINUTE }))
      .map(({ cause, words }) => ({ type: 'system_health', dedupe_key: `health:${cause}`, ...words() }))
  }

  #isDue(reading: Reading, { now, cooldownMs }: { now: number; cooldownMs: number }): boolean {
    const { cause, value, limit, slack, lastsMs } = reading
    const known = this.#watched.get(cause)
    const watched = known ?? { since: undefined, warned: false, lastWarning: undefined }
    if (!known) this.#watched.set(cause, watched)
    if (value < limit - slack) {
      watched.since = undefined
      watched.warned = false
      return false
    }
    if (value < limit) {
      // Between the two nothing changes, but what has not lasted yet begins anew.
      if (!watched.warned) watched.since = undefined
      return false
    }
    watched.since ??= now
    if (watched.warned || now - watched.since < lastsMs) return false
    if (watched.lastWarning !== undefined && now - watched.lastWarning < cooldownMs) return false
    watched.warned = true
    watched.lastWarning = now
    return true
  }
}

function readingsOf(metrics: Metrics, limits: HealthLimits): Reading[] {
  return [
    cpuReading(metrics, limits),
    memoryReading(metrics, limits),
    ...metrics.disks.map((disk) => diskReading(disk, limits)),
    ...batteryReadings(metrics, limits),
    ...temperatureReadings(metrics, limits),
  ]
}

function cpuReading({ cpu, processes }: Metrics, { cpuPercent }: HealthLimits): Reading {
  const busiest = processes[0]
  return {
    cause: 'cpu',
    value: cpu.percent,
    limit: cpuPercent,
    slack: 10,
    lastsMs: 2 * MINUTE,
    words: () => ({
      level: 'warning',
      title: 'The processor is very busy',
      message: `Above ${cpuPercent} % for two minutes.${busiest ? ` ${busiest.name} uses the most (process ${busiest.pid}).` : ''}`,
    }),
  }
}

function memoryReading(
  { memory, processes_by_memory: largest }: Metrics,
  { memoryPercent }: HealthLimits,
): Reading {
  return {
    cause: 'memory',
    value: memory.percent,
    limit: memoryPercent,
    slack: 5,
    lastsMs: MINUTE / 2,
    words: () => ({
      level: 'warning',
      title: 'Memory is almost full',
      message: `${Math.round(memory.percent)} % in use, ${inGiB(memory.available_bytes)} left.${largest[0] ? ` ${largest[0].name} uses the most (${inGiB(largest[0].memory_bytes)}).` : ''}`,
    }),
  }
}

function diskReading(disk: Metrics['disks'][number], { diskPercent }: HealthLimits): Reading {
  return {
    cause: `disk:${disk.mount}`,
    value: disk.percent,
    limit: diskPercent,
    slack: 2,
    lastsMs: 0,
    words: () => ({
      level: disk.percent >= 98 ? 'error' : 'warning',
      title: `The disk at ${disk.mount} is almost full`,
      message: `${Math.round(disk.percent)} % in use, ${inGiB(disk.available_bytes)} left.`,
    }),
  }
}

/** Low is what is bad here, so the value is turned round; a battery that is being charged is not low for long. */
function batteryReadings({ battery }: Metrics, { batteryPercent }: HealthLimits): Reading[] {
  if (!battery) return []
  const isUsed = battery.state === 'discharging' || battery.state === 'unknown'
  const minutes = battery.remaining_s === null ? undefined : Math.round(battery.remaining_s / 60)
  return [
    {
      cause: 'battery',
      value: isUsed ? 100 - battery.percent : 0,
      limit: 100 - batteryPercent,
      slack: 5,
      lastsMs: 0,
      words: () => ({
        level: battery.percent <= 5 ? 'error' : 'warning',
        title: 'The battery is low',
        message: `${Math.round(battery.percent)} % left${minutes === undefined ? '' : `, about ${minutes} minutes`}. Plug it in.`,
      }),
    },
  ]
}

function temperatureReadings({ temperature }: Metrics, { temperatureCelsius }: HealthLimits): Reading[] {
  if (!temperature) return []
  return [
    {
      cause: 'temperature',
      value: temperature.celsius,
      limit: temperatureCelsius,
      slack: 5,
      lastsMs: MINUTE / 2,
      words: () => ({
        level: 'warning',
        title: 'The machine is hot',
        message: `It is at ${Math.round(temperature.celsius)} °C. Give it air, or stop what keeps it busy.`,
      }),
    },
  ]
}

function inGiB(bytes: number): string {
  return `${(bytes / GiB).toFixed(1)} GiB`
}
