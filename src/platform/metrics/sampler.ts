import { setTimeout as wait } from 'node:timers/promises'
import { AppError } from '../../contract/errors.ts'
import { type Log, silentLog } from '../../contract/log.ts'
import type { Metrics } from '../../features/metrics/contract.ts'
import { createLinuxSource } from './linux.ts'
import { createMacosSource } from './macos.ts'
import { createMeasurement, type Measurement } from './measurement.ts'
import type { MetricsSource } from './source.ts'

/** All in milliseconds. */
export const metricsPace = {
  watched: 2_000,
  unwatched: 15_000,
  /** How long after the last question somebody counts as watching. */
  attention: 60_000,
  /** Disks, processes, battery and temperature; an unwatched machine is listed once a minute only. */
  inventoryWatched: 6_000,
  inventoryUnwatched: 60_000,
  /** Between the two readings that the first rates need. */
  first: 200,
} as const

export interface MetricsSamplerOptions {
  readonly now: () => Date
  readonly platform: NodeJS.Platform
  /** Told of every sample. */
  readonly publish?: (metrics: Metrics) => void
  readonly log?: Log
  /** In place of the operating system's own. */
  readonly source?: MetricsSource
  readonly monotonic?: () => number
  readonly pace?: Pace
}

type Pace = { readonly [Name in keyof typeof metricsPace]: number }

export type Levels = Pick<Metrics, 'memory' | 'disks'>

export interface RecentSample {
  readonly at: string
  readonly cpu_percent: number
  readonly memory_percent: number
}

const MAX_RECENT = 60

export interface MetricsSampler {
  /** The last sample, from memory. Only the first question waits for the first sample. */
  readonly current: () => Promise<Metrics>
  /** What needs one reading only: not even the first question waits for the second one, which rates need. */
  readonly levels: () => Promise<Levels>
  /** The last samples in two numbers each, the oldest first: what a page that is opened now draws its lines from. */
  readonly recent: () => readonly RecentSample[]
  readonly start: () => void
  readonly stop: () => void
}

export function createMetricsSampler(options: MetricsSamplerOptions): MetricsSampler {
  return new Sampler(options)
}

class Sampler implements MetricsSampler {
  readonly #options: MetricsSamplerOptions
  readonly #log: Log
  readonly #pace: Pace
  readonly #monotonic: () => number
  readonly #measurement: Measurement | undefined
  #first: Promise<Metrics> | undefined
  #latest: Metrics | undefined
  #recent: readonly RecentSample[] = []
  #sampledAt = Number.NEGATIVE_INFINITY
  #listedAt = Number.NEGATIVE_INFINITY
  #askedAt = Number.NEGATIVE_INFINITY
  #running: Promise<Metrics> | undefined
  #timer: NodeJS.Timeout | undefined
  #started = false
  #failing = false

  constructor(options: MetricsSamplerOptions) {
    const source = options.source ?? sourceOf(options.platform)
    this.#options = options
    this.#log = options.log ?? silentLog
    this.#pace = options.pace ?? metricsPace
    this.#monotonic = options.monotonic ?? (() => performance.now())
    this.#measurement = source && createMeasurement({ source, now: options.now, monotonic: this.#monotonic })
  }

  async current(): Promise<Metrics> {
    this.#askedAt = this.#monotonic()
    const stale = this.#askedAt - this.#sampledAt >= this.#pace.watched
    if (!this.#latest || (stale && !this.#started)) return readable(this.#sample())
    // The answer does not wait; it only makes sure that a watcher's next one is fresh.
    if (stale && !this.#running) void this.#sampleInBackground()
    return this.#latest
  }

  async levels(): Promise<Levels> {
    if (this.#latest) return this.current()
    this.#askedAt = this.#monotonic()
    return readable(this.#readFirst())
  }

  recent(): readonly RecentSample[] {
    return this.#recent
  }

  start(): void {
    if (this.#started) return
    this.#started = true
    void this.#sampleInBackground()
  }

  stop(): void {
    this.#started = false
    clearTimeout(this.#timer)
  }

  async #sampleInBackground(): Promise<void> {
    clearTimeout(this.#timer)
    try {
      const metrics = await this.#sample()
      this.#failing = false
      if (this.#started) this.#options.publish?.(metrics)
    } catch (error) {
      // Said once, not every two seconds. Questions get the old numbers meanwhile, with their old sampled_at.
      if (!this.#failing) this.#log.warn({ error }, "Couldn't read the system metrics.")
      this.#failing = true
    }
    clearTimeout(this.#timer)
    if (this.#started)
      this.#timer = setTimeout(() => void this.#sampleInBackground(), this.#untilNext()).unref()
  }

  /** Samples never overlap: who asks while one is under way shares it. */
  #sample(): Promise<Metrics> {
    this.#running ??= this.#measure().finally(() => {
      this.#running = undefined
    })
    return this.#running
  }

  async #measure(): Promise<Metrics> {
    if (!this.#latest) {
      await this.#readFirst()
      await wait(this.#pace.first)
    }
    const begun = this.#monotonic()
    const inventoryPace = this.#isWatched() ? this.#pace.inventoryWatched : this.#pace.inventoryUnwatched
    const listing = begun - this.#listedAt >= inventoryPace
    const metrics = await this.#machine().take(listing ? 'everything' : 'vitals')
    if (listing) this.#listedAt = begun
    this.#sampledAt = begun
    this.#latest = metrics
    const { sampled_at: at, cpu, memory } = metrics
    const sample = { at, cpu_percent: cpu.percent, memory_percent: memory.percent }
    this.#recent = [...this.#recent, sample].slice(-MAX_RECENT)
    return metrics
  }

  /** Shared by all who ask before the first sample. */
  #readFirst(): Promise<Metrics> {
    this.#first ??= this.#readMachine().catch((error: unknown) => {
      this.#first = undefined
      throw error
    })
    return this.#first
  }

  async #readMachine(): Promise<Metrics> {
    return this.#machine().take('everything')
  }

  #machine(): Measurement {
    if (this.#measurement) return this.#measurement
    const sentence = `System metrics need Linux or macOS, not ${this.#options.platform}.`
    throw new AppError('unavailable_on_platform', sentence)
  }

  #isWatched(): boolean {
    return this.#monotonic() - this.#askedAt < this.#pace.attention
  }

  #untilNext(): number {
    const interval = this.#isWatched() ? this.#pace.watched : this.#pace.unwatched
    if (this.#failing) return interval
    return Math.max(0, this.#sampledAt + interval - this.#monotonic())
  }
}

async function readable(reading: Promise<Metrics>): Promise<Metrics> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof AppError) throw error
    const sentence = "Couldn't read the system metrics. Try again in a moment."
    throw new AppError('unavailable', sentence, { cause: error })
  }
}

function sourceOf(platform: NodeJS.Platform): MetricsSource | undefined {
  if (platform === 'linux') return createLinuxSource()
  if (platform === 'darwin') return createMacosSource()
  return undefined
}
