import type { Provenance } from '../../../contract/endpoint.ts'
import { AppError } from '../../../contract/errors.ts'
import type { Log } from '../../../contract/log.ts'
import type { Static } from '../../../contract/type.ts'
import type { Notifications } from '../../notifications/notifications.ts'
import type { ToolCatalog } from '../../tools/tool-catalog.ts'
import { newId } from '../engine/create-workflow.ts'
import type { WorkflowEngine } from '../engine/engine.ts'
import { noSuchWorkflow } from '../engine/refusals.ts'
import type { Schedule } from '../schedule-endpoints.ts'
import { present, timingOfRow } from './present-schedule.ts'
import * as rows from './schedule-rows.ts'
import type { ScheduleRow } from './schedule-rows.ts'
import { runDue, type PlannedSteps } from './schedule-tick.ts'
import { timeAfter, timingOf } from './schedule-times.ts'
import type { WorkflowStep } from '../schemas.ts'
import { mapProvenance, provenanceOfSteps, scheduled } from '../engine/step-provenance.ts'
import { readSteps, stepOf } from '../engine/step-rows.ts'
import { planOf } from '../validate-steps.ts'
import { findWorkflow, readVariables } from '../engine/workflow-rows.ts'
import type { Work } from '../engine/statement.ts'

export interface SchedulesDeps {
  readonly engine: WorkflowEngine
  readonly catalog: ToolCatalog
  readonly notifications: Notifications
  readonly now: () => Date
  readonly log: Log
  /** Makes steps of a sentence; without it schedules that plan a prompt are refused. */
  readonly plan?: ((prompt: string, signal: AbortSignal) => Promise<PlannedSteps>) | undefined
}

/** What a client asks for; exactly one of each pair or triple is there. */
export interface NewSchedule {
  readonly name?: string
  readonly cron?: string
  readonly every?: string | number
  readonly timezone?: string
  readonly steps?: readonly WorkflowStep[]
  readonly workflow_id?: string
  readonly prompt?: string
  readonly enabled?: boolean
  readonly catch_up?: 'once' | 'skip'
  /** Who is behind the steps, where it is not the person who makes the schedule. */
  readonly provenance?: Provenance
  /** A schedule that does the same: what it does is taken from there, with who is behind it. */
  readonly same_as?: string
}

/** The clock may be set at any time and the machine may sleep: so often the wall clock is looked at. */
const LOOK_MS = 30_000
const HOUR_MS = 3_600_000
/** Where several processes ask, the one that should have told us of a question may have ended. */
const MINUTE_MS = 60_000
/** More than any correction of a clock or of daylight-saving time: then the clock was wrong before. */
const FAR_AHEAD_MS = 25 * HOUR_MS

/** Starts workflows at their times: one for each, whatever happens to the clock or to the service. */
export class Schedules {
  readonly #deps: SchedulesDeps
  readonly #stopping = new AbortController()
  #timer: NodeJS.Timeout | undefined
  /** Since when somebody looks after the schedules. */
  readonly #since: Date
  #ticking: Promise<void> = Promise.resolve()
  #questionsAt = 0

  constructor(deps: SchedulesDeps) {
    this.#deps = deps
    this.#since = deps.now()
  }

  async start(): Promise<void> {
    const { engine } = this.#deps
    for (const schedule of await engine.backend.read(rows.selectUnplanned())) void this.#planPrompt(schedule)
    await this.#look()
  }

  async close(): Promise<void> {
    this.#stopping.abort()
    clearTimeout(this.#timer)
    await this.#ticking
  }

  async create(wish: NewSchedule): Promise<Static<typeof Schedule>> {
    const { engine, now } = this.#deps
    const anchor = now()
    const timing = timingOf({ ...wish, anchor })
    const plan = await this.#planFor(wish)
    const enabled = wish.enabled ?? true
    const id = newId('sch')
    const { cron, every, timezone } = timing
    const row = {
      id,
      cron,
      every,
      timezone,
      name: wish.name ?? null,
      plan: plan && JSON.stringify(plan),
      workflow_id: wish.workflow_id ?? null,
      prompt: wish.prompt ?? null,
      enabled: enabled ? 1 : 0,
      catch_up: wish.catch_up ?? 'once',
      created_at: anchor.toISOString(),
      next_at: enabled ? isoOrNull(timeAfter(timing, anchor)) : null,
    }
    await engine.backend.transact(() => rows.insertSchedule(row))
    await this.#arm()
    return this.read(id)
  }

  async list(): Promise<Static<typeof Schedule>[]> {
    return (await this.#deps.engine.backend.read(rows.selectSchedules())).map(present)
  }

  async read(id: string): Promise<Static<typeof Schedule>> {
    return present(await this.#find(id))
  }

  /** What it runs, with who is behind it; null where it plans a sentence each time. */
  async planned(id: string): Promise<PlannedSteps | null> {
    const { plan } = await this.#find(id)
    return plan === null ? null : (JSON.parse(plan) as PlannedSteps)
  }

  async pause(id: string): Promise<Static<typeof Schedule>> {
    await this.#find(id)
    await this.#deps.engine.backend.transact(() => rows.switchSchedule(id, { enabled: false, next_at: null }))
    return this.read(id)
  }

  async resume(id: string): Promise<Static<typeof Schedule>> {
    const { engine, now } = this.#deps
    const row = await this.#find(id)
    if (row.enabled === 0) {
      const next_at = isoOrNull(timeAfter(timingOfRow(row), now()))
      await engine.backend.transact(() => rows.switchSchedule(id, { enabled: true, next_at }))
      await this.#arm()
    }
    return this.read(id)
  }

  async remove(id: string): Promise<void> {
    if (!(await this.#deps.engine.backend.transact(() => rows.deleteSchedule(id)))) throw noSuchSchedule(id)
  }

  /** Runs everything that is due; also called by the clock. */
  async tick(): Promise<void> {
    const { engine, now, log } = this.#deps
    const at = now()
    await this.#forgetWrongClock(at)
    for (const schedule of await engine.backend.read(rows.selectDue(at.toISOString()))) {
      const next = isoOrNull(timeAfter(timingOfRow(schedule), at))
      const outcome = await engine.transact((scene) =>
        runDue(scene, schedule, { next, at, since: this.#since }),
      )
      if (outcome.kind === 'to_plan') void this.#planPrompt({ ...schedule, due_at: schedule.next_at })
      if (outcome.kind === 'skipped')
        log.info({ schedule_id: schedule.id, at: schedule.next_at }, outcome.reason)
      if (outcome.kind === 'refused') await this.#tellRefused(schedule, outcome.reason)
    }
  }

  /** After a clock that was far ahead has been set right, a schedule must not wait until that future comes. */
  async #forgetWrongClock(at: Date): Promise<void> {
    const { engine } = this.#deps
    const limit = new Date(at.getTime() + FAR_AHEAD_MS).toISOString()
    for (const schedule of await engine.backend.read(rows.selectFromTheFuture(limit))) {
      const next = isoOrNull(timeAfter(timingOfRow(schedule), at))
      await engine.backend.transact(() => rows.advanceSchedule(schedule, { next, at: at.toISOString() }))
    }
  }

  async #look(): Promise<void> {
    const { engine, log, now } = this.#deps
    try {
      await this.tick()
      const often = engine.backend.alone ? HOUR_MS : MINUTE_MS
      if (now().getTime() - this.#questionsAt >= often || now().getTime() < this.#questionsAt) {
        this.#questionsAt = now().getTime()
        await engine.renewQuestions()
      }
    } catch (error) {
      log.error({ err: error }, "Couldn't read the schedules. Retrying.")
    }
    await this.#arm()
  }

  /** Never sleeps for long: a timer counts time that has passed, and a schedule means time on the clock. */
  async #arm(): Promise<void> {
    if (this.#stopping.signal.aborted) return
    // Where that cannot be read now, it is looked again before long.
    const next = await this.#deps.engine.backend.read(rows.firstTime()).catch(() => null)
    const delay = next === null ? LOOK_MS : Date.parse(next) - this.#deps.now().getTime()
    clearTimeout(this.#timer)
    this.#timer = setTimeout(
      () => {
        this.#ticking = this.#look()
      },
      Math.min(Math.max(delay, 0), LOOK_MS),
    )
    this.#timer.unref()
  }

  async #planFor(wish: NewSchedule): Promise<PlannedSteps | null> {
    const { steps, workflow_id, prompt, provenance, same_as } = wish
    const { engine, catalog, plan } = this.#deps
    if (same_as !== undefined) return this.planned(same_as)
    if (prompt !== undefined) {
      if (plan) return null
      throw new AppError('unavailable', "Can't plan sentences yet. Send the steps instead.")
    }
    if (workflow_id !== undefined) return engine.backend.read(stepsOfWorkflow(workflow_id))
    const behind = provenance && Object.fromEntries(steps!.map(({ id }) => [id, provenance]))
    const planned = { steps: [...steps!], variables: {}, ...(behind && { provenance: behind }) }
    planOf(planned, { catalog })
    return planned
  }

  /** Plans the sentence of a schedule and runs what comes out of it, once for each time. */
  async #planPrompt(schedule: ScheduleRow): Promise<void> {
    const { engine, catalog, log, now, plan } = this.#deps
    const { signal } = this.#stopping
    try {
      if (!plan) throw new AppError('unavailable', "Can't plan sentences right now.")
      const steps = await plan(schedule.prompt!, signal)
      const planned = planOf(steps, { catalog })
      const { id: schedule_id, name } = schedule
      const tick = `${schedule_id}@${schedule.due_at}`
      // Nobody has named these tools one by one, nor seen them.
      const origin = {
        name,
        source: 'schedule',
        provenance: steps.plannedBy ?? 'model',
        schedule_id,
        tick,
      } as const
      const workflow_id = (await engine.create(planned, origin)) ?? null
      const run = { at: now().toISOString(), workflow_id, due_at: null }
      await engine.backend.transact(() => rows.recordRun(schedule.number, run))
    } catch (error) {
      if (signal.aborted) return
      log.warn({ err: error, schedule_id: schedule.id }, "Couldn't plan the sentence of a schedule.")
      const run = { at: now().toISOString(), workflow_id: null, due_at: null }
      await engine.backend.transact(() => rows.recordRun(schedule.number, run)).catch(() => {})
      await this.#tellRefused(schedule, error instanceof AppError ? error.message : 'See the log.')
    }
  }

  async #tellRefused({ id, name }: ScheduleRow, reason: string): Promise<void> {
    await this.#deps.notifications.raise({
      type: 'schedule_failed',
      level: 'error',
      title: `${name ?? 'A schedule'} couldn't run`,
      message: reason,
      dedupe_key: `schedule_failed:${id}`,
    })
  }

  async #find(id: string): Promise<ScheduleRow> {
    const row = await this.#deps.engine.backend.read(rows.findSchedule(id))
    if (!row) throw noSuchSchedule(id)
    return row
  }
}

/** As they are now: a workflow that is deleted later does not take its schedule with it. */
function* stepsOfWorkflow(id: string): Work<PlannedSteps> {
  const row = yield* findWorkflow(id)
  if (!row) throw noSuchWorkflow(id)
  const steps = yield* readSteps(row.number)
  return {
    steps: steps.map(stepOf),
    variables: yield* readVariables(row.number),
    provenance: mapProvenance(provenanceOfSteps(row, steps), scheduled),
  }
}

function noSuchSchedule(id: string): AppError {
  return new AppError('not_found', `No schedule "${id}". GET /api/workflows/recurring lists them.`)
}

function isoOrNull(date: Date | null): string | null {
  return date && date.toISOString()
}
