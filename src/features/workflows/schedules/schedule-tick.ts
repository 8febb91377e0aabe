import { addEvent } from '../engine/history.ts'
import type { Scene } from '../engine/open-workflow.ts'
import type { Work } from '../engine/statement.ts'
import { findWorkflow } from '../engine/workflow-rows.ts'
import type { WorkflowStatus } from '../schemas.ts'
import { advanceSchedule, recordRun, type ScheduleRow } from './schedule-rows.ts'

/** Later than this is not late but missed: the machine slept. */
const MISSED_AFTER_MS = 60_000
/** What was due longer before the service was there is missed; the start itself takes a moment. */
const START_MS = 2_000
const GOING_ON: readonly WorkflowStatus[] = ['pending', 'running', 'waiting', 'paused']

/**
 * Goes on from the time of a schedule that has come to the next one, in one transaction: once, whoever else tries. Why
 * nothing is run for it; undefined when its sentence is to be planned.
 */
export function* passDue(
  { transaction, rules }: Scene,
  schedule: ScheduleRow,
  { next, at, since }: { next: string | null; at: Date; since: Date },
): Work<string | undefined> {
  const slot = schedule.next_at!
  if (!(yield* advanceSchedule(schedule, { next, at: transaction.at })))
    return 'another process already ran this scheduled time'
  if (schedule.catch_up === 'skip' && isMissed(Date.parse(slot), { at, since }))
    return "a schedule missed its time and doesn't catch up"
  const before =
    schedule.last_workflow_id === null ? undefined : yield* findWorkflow(schedule.last_workflow_id)
  if (before && GOING_ON.includes(before.status)) {
    const event = { workflow: before.number, at: transaction.at, type: 'schedule.skipped', actor: 'schedule' }
    yield* addEvent({ ...event, data: { time: slot, because: 'this run is still going' } }, rules.redact)
    return 'the previous run is still going'
  }
  yield* recordRun(schedule.number, { at: transaction.at, workflow_id: null, due_at: slot })
  return undefined
}

function isMissed(slot: number, { at, since }: { at: Date; since: Date }): boolean {
  if (at.getTime() - slot > MISSED_AFTER_MS) return true
  // A clock that was set back says nothing about when the service came.
  return at >= since && since.getTime() - slot > START_MS
}
