import type { Provenance } from '../../../../../contract/endpoint.ts'
import type { PlannedWork } from '../../../../workflows/planning/finish-plan.ts'
import type { NewSchedule } from '../../../../workflows/schedules/schedules.ts'
import type { ReadSchedule } from '../../../../workflows/wizard/schedule-words.ts'

export interface WorkflowSummary {
  readonly workflow_id: string
  readonly name: string | null
  readonly status: string
  readonly created_at: string
}

export interface ScheduleSummary {
  readonly schedule_id: string
  readonly name: string | null
  readonly enabled: boolean
  readonly timezone: string
  readonly next_run_at: string | null
  readonly next_runs: readonly string[]
  readonly last_run_at: string | null
  readonly last_status: string | null
  readonly cron: string | null
  readonly every: string | null
  readonly catch_up?: NewSchedule['catch_up']
  readonly steps?: NewSchedule['steps']
  readonly workflow_id?: string
  readonly prompt?: string
}

/** The workflows as a sentence can reach them. */
export interface WorkflowPort {
  /** The newest first. */
  list(): Promise<readonly WorkflowSummary[]>
  pause(id: string, provenance: Provenance): Promise<void>
  resume(id: string, provenance: Provenance): Promise<void>
  /** Answers with the id of the new one. */
  rerun(id: string, provenance: Provenance): Promise<string>
  remove(id: string, provenance: Provenance): Promise<void>
  schedules(): Promise<readonly ScheduleSummary[]>
  switchSchedule(id: string, enabled: boolean): Promise<void>
  removeSchedule(id: string): Promise<void>
  /** Runs what is scheduled once, now. */
  runSchedule(
    id: string,
    by: { readonly provenance: Provenance; readonly signal: AbortSignal },
  ): Promise<void>
  /** "every weekday at 9" as a schedule takes it, or what is missing. */
  readTimes(words: string): ReadSchedule
  /** Steps that do what a sentence says; refuses one of which nothing can be planned. */
  plan(sentence: string, signal: AbortSignal): Promise<PlannedWork>
  schedule(wish: NewSchedule): Promise<ScheduleSummary>
}
