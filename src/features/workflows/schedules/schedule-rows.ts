import type { WorkflowStatus } from '../schemas.ts'
import { type Work, all, first, change } from '../engine/statement.ts'

export interface ScheduleRow {
  readonly number: number
  readonly id: string
  readonly name: string | null
  readonly cron: string | null
  readonly every: string | null
  readonly timezone: string
  /** `{steps, variables}` as JSON. */
  readonly plan: string | null
  readonly workflow_id: string | null
  readonly prompt: string | null
  readonly enabled: number
  readonly catch_up: 'once' | 'skip'
  readonly created_at: string
  readonly next_at: string | null
  readonly due_at: string | null
  readonly last_run_at: string | null
  readonly advanced_at: string | null
  readonly last_workflow_id: string | null
  readonly last_status: WorkflowStatus | null
}

const SELECT = `SELECT schedules.*, workflows.status AS last_status FROM schedules
  LEFT JOIN workflows ON workflows.id = schedules.last_workflow_id`

export type NewScheduleRow = Omit<
  ScheduleRow,
  'number' | 'due_at' | 'last_run_at' | 'advanced_at' | 'last_workflow_id' | 'last_status'
>

export function* insertSchedule(row: NewScheduleRow): Work<void> {
  yield* change(
    `INSERT INTO schedules (id, name, cron, every, timezone, plan, workflow_id, prompt, enabled, catch_up, created_at, next_at)
     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)`,
    row.id,
    row.name,
    row.cron,
    row.every,
    row.timezone,
    row.plan,
    row.workflow_id,
    row.prompt,
    row.enabled,
    row.catch_up,
    row.created_at,
    row.next_at,
  )
}

/** The next to run first, paused ones last. */
export function* selectSchedules(): Work<readonly ScheduleRow[]> {
  return yield* all<ScheduleRow>(`${SELECT} ORDER BY next_at IS NULL, next_at, schedules.number`)
}

export function* findSchedule(id: string): Work<ScheduleRow | undefined> {
  return yield* first<ScheduleRow>(`${SELECT} WHERE schedules.id = ?1`, id)
}

export function* selectDue(at: string): Work<readonly ScheduleRow[]> {
  return yield* all<ScheduleRow>(`${SELECT} WHERE next_at IS NOT NULL AND next_at <= ?1 ORDER BY next_at`, at)
}

/** Those from the time when a schedule was no automation. */
export function* selectWithSteps(): Work<readonly ScheduleRow[]> {
  return yield* all<ScheduleRow>(`${SELECT} WHERE schedules.plan IS NOT NULL ORDER BY schedules.number`)
}

/** Times whose prompt was still to be planned when the service ended. */
export function* selectUnplanned(): Work<readonly ScheduleRow[]> {
  return yield* all<ScheduleRow>(`${SELECT} WHERE due_at IS NOT NULL`)
}

/** Schedules that were looked at so far ahead of now that the clock must have been wrong then. */
export function* selectFromTheFuture(limit: string): Work<readonly ScheduleRow[]> {
  return yield* all<ScheduleRow>(
    `${SELECT} WHERE next_at IS NOT NULL AND COALESCE(advanced_at, schedules.created_at) > ?1`,
    limit,
  )
}

export function* firstTime(): Work<string | null> {
  const row = yield* first<{ next_at: string | null }>(
    'SELECT min(next_at) AS next_at FROM schedules WHERE next_at IS NOT NULL',
  )
  return row?.next_at ?? null
}

/** Goes from one time to the next, for whoever is first to do so: false when somebody else was. */
export function* advanceSchedule(
  { number, next_at }: Pick<ScheduleRow, 'number' | 'next_at'>,
  { next, at }: { next: string | null; at: string },
): Work<boolean> {
  const advanced = yield* first(
    'UPDATE schedules SET next_at = ?3, advanced_at = ?4 WHERE number = ?1 AND next_at = ?2 RETURNING number',
    number,
    next_at,
    next,
    at,
  )
  return advanced !== undefined
}

export function* recordRun(
  number: number,
  { at, workflow_id, due_at }: { at: string; workflow_id: string | null; due_at: string | null },
): Work<void> {
  yield* change(
    `UPDATE schedules SET last_run_at = ?2, last_workflow_id = COALESCE(?3, last_workflow_id), due_at = ?4 WHERE number = ?1`,
    number,
    at,
    workflow_id,
    due_at,
  )
}

export function* switchSchedule(
  id: string,
  { enabled, next_at }: { enabled: boolean; next_at: string | null },
): Work<void> {
  yield* change('UPDATE schedules SET enabled = ?2, next_at = ?3 WHERE id = ?1', id, enabled ? 1 : 0, next_at)
}

export function* deleteSchedule(id: string): Work<boolean> {
  return (yield* first('DELETE FROM schedules WHERE id = ?1 RETURNING id', id)) !== undefined
}
