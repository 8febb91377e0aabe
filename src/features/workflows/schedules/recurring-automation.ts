import type { Static } from '../../../contract/type.ts'
import { scheduleInWords } from '../../../contract/schedule-words.ts'
import { definitionOfVersion, type RunRow } from '../automations/automation-rows.ts'
import type { Found } from '../automations/present-automation.ts'
import { recurringTrigger } from '../automations/recurring.ts'
import type { StoredDefinition } from '../automations/schemas.ts'
import { timesOf } from '../triggers/sources/schedule.ts'
import type { Schedule } from '../schedule-endpoints.ts'
import { SHOWN_TIMES } from './present-schedule.ts'
import type { PlannedSteps } from './planned-steps.ts'
import { timesFrom, type Timing } from './schedule-times.ts'

export interface RecurringWish {
  readonly name: string | null
  readonly timing: Timing
  readonly plan: PlannedSteps
  /** The workflow whose steps they are. */
  readonly workflow_id: string | null
  readonly catch_up: 'once' | 'skip'
}

/** A schedule as an automation: one trigger, and a time that comes while a run is going is skipped. */
export function recurringDefinition(wish: RecurringWish): StoredDefinition {
  const { name, timing, plan, workflow_id, catch_up } = wish
  const { cron, every, timezone } = timing
  return {
    name: name ?? scheduleInWords({ cron, every }),
    steps: plan.steps,
    variables: { ...plan.variables },
    triggers: [
      {
        id: 'schedule',
        type: 'schedule',
        ...(cron !== null && { cron }),
        ...(every !== null && { every }),
        timezone,
        catch_up: catch_up === 'once' ? 'latest' : 'skip',
      },
    ],
    mode: 'skip',
    recurring: {
      ...(name === null && { unnamed: true }),
      ...(workflow_id !== null && { workflow_id }),
    },
    ...(plan.provenance && { behind: plan.provenance }),
  }
}

/** An automation that the clock starts, as a schedule. */
export function presentRecurring(found: Omit<Found, 'permissions'>, now: Date): Static<typeof Schedule> {
  const { row, version, newest } = found
  const definition = definitionOfVersion(version)
  const { recurring: { unnamed, workflow_id } = {}, steps } = definition
  const { catch_up } = recurringTrigger(definition)!
  return {
    schedule_id: row.id,
    name: unnamed ? null : row.name,
    ...timesShown(found, now),
    ...(workflow_id === undefined ? { steps } : { workflow_id }),
    catch_up: catch_up === 'skip' ? 'skip' : 'once',
    created_at: row.created_at,
    ...lastRun(newest),
  }
}

function timesShown({ row, version, triggers }: Omit<Found, 'permissions'>, now: Date) {
  const trigger = recurringTrigger(definitionOfVersion(version))!
  const { timing, next } = timesOf(trigger, triggers[0]?.cursor ?? null, now)
  const { cron, every, timezone } = timing
  const enabled = row.enabled === 1 && trigger.enabled !== false
  const times = enabled && next ? timesFrom(timing, { first: next, count: SHOWN_TIMES }) : []
  const next_runs = times.map((time) => time.toISOString())
  return { cron, every, timezone, enabled, next_run_at: next_runs[0] ?? null, next_runs }
}

function lastRun(newest: RunRow | undefined) {
  if (!newest) return { last_run_at: null, last_workflow_id: null, last_status: null }
  return { last_run_at: newest.created_at, last_workflow_id: newest.id, last_status: newest.status }
}

/** What it runs, with who is behind it. */
export function planOfRecurring({ version }: Pick<Found, 'version'>): PlannedSteps {
  const { steps, variables = {}, behind } = definitionOfVersion(version)
  return { steps, variables, ...(behind && { provenance: behind }) }
}
