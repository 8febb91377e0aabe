import { AppError } from '../../../contract/errors.ts'
import { createWorkflow } from '../engine/create-workflow.ts'
import { addEvent } from '../engine/history.ts'
import type { Scene } from '../engine/open-workflow.ts'
import type { Rules } from '../engine/rules.ts'
import { advanceSchedule, recordRun, type ScheduleRow } from './schedule-rows.ts'
import type { WorkflowStatus, WorkflowStep } from '../schemas.ts'
import type { StepProvenance } from '../engine/step-provenance.ts'
import { planOf, type Plan } from '../validate-steps.ts'
import { findWorkflow } from '../engine/workflow-rows.ts'
import type { Work } from '../engine/statement.ts'

export interface PlannedSteps {
  /** Who made steps of a sentence. */
  readonly plannedBy?: 'model' | 'sentence'
  readonly steps: WorkflowStep[]
  readonly variables: Readonly<Record<string, unknown>>
  /** Who is behind steps that are not the person's own. */
  readonly provenance?: StepProvenance
}

export type TickOutcome =
  | { readonly kind: 'started' | 'to_plan' }
  | { readonly kind: 'skipped' | 'refused'; readonly reason: string }

/** Later than this is not late but missed: the machine slept. */
const MISSED_AFTER_MS = 60_000
/** What was due longer before the service was there is missed; the start itself takes a moment. */
const START_MS = 2_000
const GOING_ON: readonly WorkflowStatus[] = ['pending', 'running', 'waiting', 'paused']

/** Runs a schedule whose time has come, and goes on to the next time, in one transaction: once, whoever else tries. */
export function* runDue(
  scene: Scene,
  schedule: ScheduleRow,
  { next, at, since }: { next: string | null; at: Date; since: Date },
): Work<TickOutcome> {
  const { transaction, rules } = scene
  const slot = schedule.next_at!
  if (!(yield* advanceSchedule(schedule, { next, at: transaction.at })))
    return { kind: 'skipped', reason: 'another process already ran this scheduled time' }
  if (schedule.catch_up === 'skip' && isMissed(Date.parse(slot), { at, since }))
    return { kind: 'skipped', reason: "a schedule missed its time and doesn't catch up" }
  const before =
    schedule.last_workflow_id === null ? undefined : yield* findWorkflow(schedule.last_workflow_id)
  if (before && GOING_ON.includes(before.status)) {
    const event = { workflow: before.number, at: transaction.at, type: 'schedule.skipped', actor: 'schedule' }
    yield* addEvent({ ...event, data: { time: slot, because: 'this run is still going' } }, rules.redact)
    return { kind: 'skipped', reason: 'the previous run is still going' }
  }
  if (schedule.plan === null) {
    yield* recordRun(schedule.number, { at: transaction.at, workflow_id: null, due_at: slot })
    return { kind: 'to_plan' }
  }
  const plan = planOrReason(schedule.plan, rules)
  if (typeof plan === 'string') return { kind: 'refused', reason: plan }
  const { id: schedule_id, name } = schedule
  const origin = {
    name,
    source: 'schedule',
    provenance: 'schedule',
    stepProvenance: (JSON.parse(schedule.plan) as PlannedSteps).provenance,
    schedule_id,
    tick: `${schedule_id}@${slot}`,
  } as const
  const workflow_id = yield* createWorkflow(scene, plan, origin)
  if (workflow_id === undefined) return { kind: 'skipped', reason: 'this scheduled time already ran' }
  yield* recordRun(schedule.number, { at: transaction.at, workflow_id, due_at: null })
  return { kind: 'started' }
}

function isMissed(slot: number, { at, since }: { at: Date; since: Date }): boolean {
  if (at.getTime() - slot > MISSED_AFTER_MS) return true
  // A clock that was set back says nothing about when the service came.
  return at >= since && since.getTime() - slot > START_MS
}

/** A tool may have gone since the schedule was made. */
function planOrReason(text: string, { catalog }: Rules): Plan | string {
  try {
    return planOf(JSON.parse(text) as PlannedSteps, { catalog })
  } catch (error) {
    if (error instanceof AppError) return error.message
    throw error
  }
}
