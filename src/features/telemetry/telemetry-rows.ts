import type { Database } from '../../platform/database/database.ts'
import type { RenderFailure } from './contract.ts'
import { DurationHistogram } from './duration-histogram.ts'

/** What is known about one component. */
export interface Tally {
  readonly component: string
  readonly first_at: string
  readonly durations: DurationHistogram
  renders: number
  failures: number
  last_failure_at: string | null
  last_error: string | null
}

export function loadTallies(database: Database): Tally[] {
  return database
    .prepare(
      `SELECT component, renders, failures, durations, first_at, last_failure_at, last_error
       FROM telemetry_components`,
    )
    .all()
    .map((row) => ({
      component: row['component'] as string,
      first_at: row['first_at'] as string,
      durations: DurationHistogram.fromJson(row['durations'] as string),
      renders: Number(row['renders']),
      failures: Number(row['failures']),
      last_failure_at: row['last_failure_at'] as string | null,
      last_error: row['last_error'] as string | null,
    }))
}

/** Newest first. */
export function loadFailures(database: Database, limit: number): RenderFailure[] {
  return database
    .prepare('SELECT component, error, duration_ms, at FROM telemetry_failures ORDER BY id DESC LIMIT ?')
    .all(limit)
    .map((row) => ({
      component: row['component'] as string,
      error: row['error'] as string | null,
      duration_ms: row['duration_ms'] as number | null,
      at: row['at'] as string,
    }))
}

/** Writes totals, not differences: doing it again after a failure does no harm. */
export function saveTally(database: Database, tally: Tally): void {
  database
    .prepare(
      `INSERT INTO telemetry_components
         (component, renders, failures, durations, first_at, last_failure_at, last_error)
       VALUES (?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (component) DO UPDATE SET renders = excluded.renders, failures = excluded.failures,
         durations = excluded.durations, last_failure_at = excluded.last_failure_at, last_error = excluded.last_error`,
    )
    .run(
      tally.component,
      tally.renders,
      tally.failures,
      tally.durations.toJson(),
      tally.first_at,
      tally.last_failure_at,
      tally.last_error,
    )
}

/** Oldest first, so that their order in the table is their order in time. */
export function saveFailures(database: Database, failures: readonly RenderFailure[], keep: number): void {
  for (const { component, error, duration_ms, at } of failures) {
    database
      .prepare('INSERT INTO telemetry_failures (component, error, duration_ms, at) VALUES (?, ?, ?, ?)')
      .run(component, error, duration_ms, at)
  }
  database
    .prepare(
      `DELETE FROM telemetry_failures
       WHERE id <= (SELECT id FROM telemetry_failures ORDER BY id DESC LIMIT 1 OFFSET ?)`,
    )
    .run(keep)
}
