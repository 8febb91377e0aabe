import { AppError } from '../../../contract/errors.ts'
import type { Log } from '../../../contract/log.ts'
import type { Notifications } from '../../notifications/notifications.ts'
import type { ToolCatalog } from '../../tools/tool-catalog.ts'
import type { WorkflowEngine } from '../engine/engine.ts'
import { planOf } from '../validate-steps.ts'
import type { PlannedSteps } from './planned-steps.ts'
import { timingOfRow } from './present-schedule.ts'
import { passDue } from './schedule-tick.ts'
import * as rows from './schedule-rows.ts'
import type { NewScheduleRow, ScheduleRow } from './schedule-rows.ts'
import { timeAfter } from './schedule-times.ts'

export interface PromptSchedulesDeps {
  readonly engine: WorkflowEngine
  readonly catalog: ToolCatalog
  readonly notifications: Notifications
  readonly now: () => Date
  readonly log: Log
  /** Makes steps of a sentence; without it schedules that plan a prompt are refused. */
  readonly plan?: ((prompt: string, signal: AbortSignal) => Promise<PlannedSteps>) | undefined
}

/** The clock may be set at any time and the machine may sleep: so often the wall clock is looked at. */
const LOOK_MS = 30_000
const HOUR_MS = 3_600_000
/** Where several processes ask, the one that should have told us of a question may have ended. */
const MINUTE_MS = 60_000
/** More than any correction of a clock or of daylight-saving time: then the clock was wrong before. */
const FAR_AHEAD_MS = 25 * HOUR_MS

/** Schedules that plan a sentence each time: they have no steps before, so they are no automations. */
export class PromptSchedules {
  readonly #deps: PromptSchedulesDeps
  readonly #stopping = new AbortController()
  #timer: NodeJS.Timeout | undefined
  /** Since when somebody looks after the schedules. */
  readonly #since: Date
  #ticking: Promise<void> = Promise.resolve()
  #questionsAt = 0

  constructor(deps: PromptSchedulesDeps) {
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

  list(): Promise<readonly ScheduleRow[]> {
    return this.#deps.engine.backend.read(rows.selectSchedules())
  }

  find(id: string): Promise<ScheduleRow | undefined> {
    return this.#deps.engine.backend.read(rows.findSchedule(id))
  }

  async create(row: Omit<NewScheduleRow, 'plan' | 'workflow_id' | 'next_at'>): Promise<void> {
    const { engine, plan } = this.#deps
    if (!plan) throw new AppError('unavailable', "Can't plan sentences yet. Send the steps instead.")
    const made = { ...row, plan: null, workflow_id: null }
    const next_at = row.enabled === 1 ? nextAfter(made, new Date(row.created_at)) : null
    await engine.backend.transact(() => rows.insertSchedule({ ...made, next_at }))
    await this.#arm()
  }

  async pause({ id }: ScheduleRow): Promise<void> {
    const { backend } = this.#deps.engine
    await backend.transact(() => rows.switchSchedule(id, { enabled: false, next_at: null }))
  }

  async resume(row: ScheduleRow): Promise<void> {
    if (row.enabled === 1) return
    const { engine, now } = this.#deps
    const next_at = nextAfter(row, now())
    await engine.backend.transact(() => rows.switchSchedule(row.id, { enabled: true, next_at }))
    await this.#arm()
  }

  async remove({ id }: ScheduleRow): Promise<void> {
    await this.#deps.engine.backend.transact(() => rows.deleteSchedule(id))
  }

  /** Plans and runs everything that is due; also called by the clock. */
  async tick(): Promise<void> {
    const { engine, now, log } = this.#deps
    const at = now()
    await this.#forgetWrongClock(at)
    for (const schedule of await engine.backend.read(rows.selectDue(at.toISOString()))) {
      const next = nextAfter(schedule, at)
      const reason = await engine.transact((scene) =>
        passDue(scene, schedule, { next, at, since: this.#since }),
      )
      if (reason === undefined) void this.#planPrompt({ ...schedule, due_at: schedule.next_at })
      else log.info({ schedule_id: schedule.id, at: schedule.next_at }, reason)
    }
  }

  /** After a clock that was far ahead has been set right, a schedule must not wait until that future comes. */
  async #forgetWrongClock(at: Date): Promise<void> {
    const { engine } = this.#deps
    const limit = new Date(at.getTime() + FAR_AHEAD_MS).toISOString()
    for (const schedule of await engine.backend.read(rows.selectFromTheFuture(limit))) {
      const next = nextAfter(schedule, at)
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
}

function nextAfter(row: Parameters<typeof timingOfRow>[0], moment: Date): string | null {
  return timeAfter(timingOfRow(row), moment)?.toISOString() ?? null
}
