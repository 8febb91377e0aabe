import type { Static } from '../../../contract/type.ts'
import type { Schedule } from '../schedule-endpoints.ts'
import type { ScheduleRow } from './schedule-rows.ts'
import { timesFrom, type Timing } from './schedule-times.ts'

/** How many of its next times a schedule shows. */
export const SHOWN_TIMES = 5

/** A schedule that plans a sentence each time, as clients see it. */
export function present(row: ScheduleRow): Static<typeof Schedule> {
  const { id, cron, every, timezone, prompt, next_at } = row
  const next_runs =
    next_at === null ? [] : timesFrom(timingOfRow(row), { first: new Date(next_at), count: SHOWN_TIMES })
  return {
    schedule_id: id,
    name: row.name,
    cron,
    every,
    timezone,
    ...(prompt !== null && { prompt }),
    enabled: row.enabled === 1,
    catch_up: row.catch_up,
    created_at: row.created_at,
    next_run_at: next_at,
    next_runs: next_runs.map((time) => time.toISOString()),
    last_run_at: row.last_run_at,
    last_workflow_id: row.last_workflow_id,
    last_status: row.last_status,
  }
}

export function timingOfRow({
  cron,
  every,
  timezone,
  created_at,
}: Pick<ScheduleRow, 'cron' | 'every' | 'timezone' | 'created_at'>): Timing {
  return { cron, every, timezone, anchor: new Date(created_at) }
}
