import { insertWhole } from '../automations/insert-automation.ts'
import { change, type Work } from '../engine/statement.ts'
import { cursorBefore, resumedAt } from '../triggers/sources/schedule.ts'
import { timingOfRow } from './present-schedule.ts'
import { recurringDefinition } from './recurring-automation.ts'
import { deleteSchedule, type ScheduleRow } from './schedule-rows.ts'
import type { PlannedSteps } from './planned-steps.ts'

/** Makes an automation of a schedule from the time when there were none; its runs become those of the automation. */
export function* adoptSchedule(row: ScheduleRow, at: string): Work<void> {
  // Another process may be at it, too.
  if (!(yield* deleteSchedule(row.id))) return
  const { id, name, workflow_id, catch_up, created_at, next_at } = row
  const plan = JSON.parse(row.plan!) as PlannedSteps
  const definition = recurringDefinition({ name, timing: timingOfRow(row), plan, workflow_id, catch_up })
  const enabled = row.enabled === 1
  yield* insertWhole({ id, definition, enabled, provenance: 'schedule', created_at }, at)
  const told = resumedAt(JSON.stringify({ anchor: created_at }), at)
  const cursor = next_at === null ? told : cursorBefore(next_at, created_at)
  yield* change('UPDATE triggers SET cursor = ?2 WHERE owner = ?1', id, cursor)
  yield* change(
    'UPDATE workflows SET automation_id = ?1, automation_version = 1 WHERE schedule_id = ?1 AND automation_id IS NULL',
    id,
  )
}
