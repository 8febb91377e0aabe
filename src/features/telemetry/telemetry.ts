import { limits } from '../../contract/limits.ts'
import { type Log, silentLog } from '../../contract/log.ts'
import type { Database } from '../../platform/database/database.ts'
import type { ComponentTelemetry, RenderFailure, RenderReport, Telemetry } from './contract.ts'
import { DurationHistogram } from './duration-histogram.ts'
import { loadFailures, loadTallies, saveFailures, saveTally, type Tally } from './telemetry-rows.ts'

const DISTINCT_COMPONENTS = 500
const OTHER_COMPONENTS = 'other'
const ERROR_CHARACTERS = 2_000
const FLUSH_MS = 1_000

export interface TelemetryOptions {
  readonly database: Database
  readonly now: () => Date
  readonly log?: Log
  /** Takes secrets out of a text: what a component failed on may hold one. */
  readonly redact?: (text: string) => string
  readonly flushMs?: number
}

export interface RenderTelemetry {
  /** Counts at once; the disk follows within a second or two. Returns how many were counted. */
  readonly report: (reports: readonly RenderReport[]) => number
  readonly read: (query?: { failures?: number | undefined }) => Telemetry
  readonly counts: () => Pick<Telemetry, 'total_renders' | 'total_failures' | 'failure_rate'>
  /** Writes what is not yet on disk. */
  readonly flush: () => Promise<void>
  /** Writes the rest and stops; before the database closes. */
  readonly close: () => Promise<void>
}

/**
 * Render counters, answered from memory and written in batches: a shell that reports every frame must not cost an
 * fsync each. A crash may lose the reports of the last second or two, which statistics can bear.
 */
export function createTelemetry(options: TelemetryOptions): RenderTelemetry {
  return new BatchedTelemetry(options)
}

class BatchedTelemetry implements RenderTelemetry {
  readonly #database: Database
  readonly #now: () => Date
  readonly #log: Log
  readonly #redact: (text: string) => string
  readonly #flushMs: number
  readonly #tallies: Map<string, Tally>
  /** Newest first. */
  #failures: RenderFailure[]
  #changed = new Set<Tally>()
  /** Not yet on disk, oldest first. */
  #unsaved: RenderFailure[] = []
  #timer: NodeJS.Timeout | undefined
  #flushing: Promise<void> = Promise.resolve()
  #closed = false

  constructor({ database, now, log, redact, flushMs }: TelemetryOptions) {
    this.#database = database
    this.#now = now
    this.#log = log ?? silentLog
    this.#redact = redact ?? ((text) => text)
    this.#flushMs = flushMs ?? FLUSH_MS
    this.#tallies = new Map(loadTallies(database).map((tally) => [tally.component, tally]))
    this.#failures = loadFailures(database, limits.telemetry_failures.value)
  }

  report(reports: readonly RenderReport[]): number {
    const at = this.#now().toISOString()
    for (const report of reports) this.#count(report, at)
    if (this.#changed.size > 0) this.#scheduleFlush()
    return reports.length
  }

  read({ failures = 50 }: { failures?: number | undefined } = {}): Telemetry {
    const tallies = [...this.#tallies.values()].sort(
      (a, b) => b.failures - a.failures || b.renders - a.renders,
    )
    const began = tallies.map((tally) => tally.first_at).sort()
    return {
      components: tallies.map(present),
      recent_failures: this.#failures.slice(0, failures),
      ...this.counts(),
      since: began[0] ?? null,
    }
  }

  counts() {
    const sum = (member: 'renders' | 'failures') =>
      this.#tallies.values().reduce((total, tally) => total + tally[member], 0)
    const total_renders = sum('renders')
    const total_failures = sum('failures')
    return { total_renders, total_failures, failure_rate: rateOf(total_failures, total_renders) }
  }

  flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    // One after the other: a batch that failed goes back before the next one is taken.
    this.#flushing = this.#flushing.then(() => this.#save())
    return this.#flushing
  }

  async close(): Promise<void> {
    this.#closed = true
    await this.flush()
  }

  #count(report: RenderReport, at: string): void {
    const tally = this.#tallyOf(report.component, at)
    const duration_ms = report.duration_ms ?? null
    tally.renders += 1
    if (duration_ms !== null) tally.durations.add(duration_ms)
    this.#changed.add(tally)
    if (report.success) return

    const error = report.error ? this.#presentError(report.error) : null
    tally.failures += 1
    tally.last_failure_at = at
    tally.last_error = error
    const failure = { component: tally.component, error, duration_ms, at }
    this.#failures = [failure, ...this.#failures].slice(0, limits.telemetry_failures.value)
    this.#unsaved = [...this.#unsaved, failure].slice(-limits.telemetry_failures.value)
  }

  /** A shell with made-up names must not grow this without end. */
  #tallyOf(component: string, at: string): Tally {
    const known = this.#tallies.get(component)
    if (known) return known
    if (this.#tallies.size >= DISTINCT_COMPONENTS && component !== OTHER_COMPONENTS) {
      return this.#tallyOf(OTHER_COMPONENTS, at)
    }
    const tally: Tally = {
      component,
      first_at: at,
      durations: new DurationHistogram(),
      renders: 0,
      failures: 0,
      last_failure_at: null,
      last_error: null,
    }
    this.#tallies.set(component, tally)
    return tally
  }

  #presentError(error: string): string {
    // Redacted before it is cut: half a secret would not be recognised.
    return this.#redact(error).slice(0, ERROR_CHARACTERS).toWellFormed()
  }

  #scheduleFlush(): void {
    if (this.#closed || this.#timer) return
    this.#timer = setTimeout(() => void this.flush(), this.#flushMs).unref()
  }

  async #save(): Promise<void> {
    if (this.#changed.size === 0) return
    const changed = this.#changed
    const unsaved = this.#unsaved
    this.#changed = new Set()
    this.#unsaved = []
    try {
      await this.#database.write(() => {
        for (const tally of changed) saveTally(this.#database, tally)
        saveFailures(this.#database, unsaved, limits.telemetry_failures.value)
      })
    } catch (error) {
      this.#log.warn({ err: error }, "Couldn't save the render telemetry. Retrying.")
      this.#changed = this.#changed.union(changed)
      this.#unsaved = [...unsaved, ...this.#unsaved].slice(-limits.telemetry_failures.value)
      this.#scheduleFlush()
    }
  }
}

function present(tally: Tally): ComponentTelemetry {
  const { component, renders, failures, last_failure_at, last_error } = tally
  const p50_ms = tally.durations.percentile(0.5)
  const p95_ms = tally.durations.percentile(0.95)
  return {
    component,
    renders,
    failures,
    failure_rate: rateOf(failures, renders),
    ...(p50_ms !== undefined && { p50_ms }),
    ...(p95_ms !== undefined && { p95_ms }),
    last_failure_at,
    last_error,
  }
}

function rateOf(failures: number, renders: number): number {
  return renders === 0 ? 0 : Math.round((failures / renders) * 10_000) / 10_000
}
