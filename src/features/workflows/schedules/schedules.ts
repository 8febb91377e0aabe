import type { Provenance } from '../../../contract/endpoint.ts'
import { AppError } from '../../../contract/errors.ts'
import type { Static } from '../../../contract/type.ts'
import type { Automations } from '../automations/automations.ts'
import type { Found } from '../automations/present-automation.ts'
import { newId } from '../engine/create-workflow.ts'
import { noSuchWorkflow } from '../engine/refusals.ts'
import { mapProvenance, provenanceOfSteps, scheduled } from '../engine/step-provenance.ts'
import { readSteps, stepOf } from '../engine/step-rows.ts'
import type { Work } from '../engine/statement.ts'
import { findWorkflow, readVariables } from '../engine/workflow-rows.ts'
import type { Schedule } from '../schedule-endpoints.ts'
import type { WorkflowStep } from '../schemas.ts'
import type { Triggers } from '../triggers/triggers.ts'
import { planOf } from '../validate-steps.ts'
import { adoptSchedule } from './adopt-schedule.ts'
import type { PlannedSteps } from './planned-steps.ts'
import { present } from './present-schedule.ts'
import { PromptSchedules, type PromptSchedulesDeps } from './prompt-schedules.ts'
import { planOfRecurring, presentRecurring, recurringDefinition } from './recurring-automation.ts'
import { selectWithSteps, type ScheduleRow } from './schedule-rows.ts'
import { timingOf, type Timing } from './schedule-times.ts'

export interface SchedulesDeps extends PromptSchedulesDeps {
  readonly automations: Automations
  readonly triggers: Triggers
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

/**
 * What runs at its times, as whoever knows schedules but no automations sees it: automations that only the clock starts,
 * and sentences that are planned each time.
 */
export class Schedules {
  readonly #deps: SchedulesDeps
  readonly #prompts: PromptSchedules

  constructor(deps: SchedulesDeps) {
    this.#deps = deps
    this.#prompts = new PromptSchedules(deps)
  }

  async start(): Promise<void> {
    const { backend } = this.#deps.engine
    for (const schedule of await backend.read(selectWithSteps()))
      await backend.transact(({ at }) => adoptSchedule(schedule, at))
    await this.#prompts.start()
  }

  close(): Promise<void> {
    return this.#prompts.close()
  }

  async create(wish: NewSchedule): Promise<Static<typeof Schedule>> {
    const anchor = this.#deps.now()
    const timing = timingOf({ ...wish, anchor })
    const id = newId('sch')
    const same = wish.same_as === undefined ? undefined : await this.#find(wish.same_as)
    const prompt = wish.prompt ?? (same && 'prompt' in same ? same.prompt : null)
    if (prompt === null) await this.#createAutomation(id, { ...wish, timing })
    else await this.#createPrompt(id, { ...wish, prompt, timing })
    return this.read(id)
  }

  /** The next to run first, paused ones last. */
  async list(): Promise<Static<typeof Schedule>[]> {
    const at = this.#deps.now()
    const prompts = (await this.#prompts.list()).map(present)
    const recurring = (await this.#deps.automations.recurring()).map((found) => presentRecurring(found, at))
    return [...prompts, ...recurring].toSorted((one, other) => nextMs(one) - nextMs(other))
  }

  async read(id: string): Promise<Static<typeof Schedule>> {
    const found = await this.#find(id)
    return 'prompt' in found ? present(found) : presentRecurring(found, this.#deps.now())
  }

  /** What it runs, with who is behind it; null where it plans a sentence each time. */
  async planned(id: string): Promise<PlannedSteps | null> {
    const found = await this.#find(id)
    return 'prompt' in found ? null : planOfRecurring(found)
  }

  async pause(id: string): Promise<Static<typeof Schedule>> {
    const found = await this.#find(id)
    await ('prompt' in found ? this.#prompts.pause(found) : this.#deps.automations.switch(id, false))
    return this.read(id)
  }

  async resume(id: string): Promise<Static<typeof Schedule>> {
    const found = await this.#find(id)
    await ('prompt' in found ? this.#prompts.resume(found) : this.#deps.automations.switch(id, true))
    return this.read(id)
  }

  async remove(id: string): Promise<void> {
    const found = await this.#find(id)
    await ('prompt' in found ? this.#prompts.remove(found) : this.#deps.automations.remove(id))
  }

  /** Runs everything that is due. */
  async tick(): Promise<void> {
    await this.#prompts.tick()
    await this.#deps.triggers.settled()
  }

  async #createAutomation(id: string, wish: NewSchedule & { readonly timing: Timing }): Promise<void> {
    const { name = null, timing, workflow_id = null, catch_up = 'once', enabled = true } = wish
    const plan = await this.#planFor(wish)
    const definition = recurringDefinition({ name, timing, plan, workflow_id, catch_up })
    const { provenance = 'local-client' } = wish
    await this.#deps.automations.insert({ id, definition, enabled, provenance })
  }

  async #createPrompt(id: string, wish: NewSchedule & { prompt: string; timing: Timing }): Promise<void> {
    const { name = null, prompt, catch_up = 'once', enabled = true, timing } = wish
    const { cron, every, timezone, anchor } = timing
    const row = { id, name, cron, every, timezone, prompt, catch_up, enabled: enabled ? 1 : 0 }
    await this.#prompts.create({ ...row, created_at: anchor.toISOString() })
  }

  async #planFor({ steps, workflow_id, provenance, same_as }: NewSchedule): Promise<PlannedSteps> {
    const { engine, catalog } = this.#deps
    if (same_as !== undefined) return (await this.planned(same_as))!
    if (workflow_id !== undefined) return engine.backend.read(stepsOfWorkflow(workflow_id))
    const behind = provenance && Object.fromEntries(steps!.map(({ id }) => [id, provenance]))
    const planned = { steps: [...steps!], variables: {}, ...(behind && { provenance: behind }) }
    planOf(planned, { catalog })
    return planned
  }

  /** One that plans a sentence each time, or an automation. */
  async #find(id: string): Promise<ScheduleRow | Omit<Found, 'permissions'>> {
    const row = await this.#prompts.find(id)
    if (row) return row
    const found = (await this.#deps.automations.recurring()).find((automation) => automation.row.id === id)
    if (!found) throw noSuchSchedule(id)
    return found
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
  return new AppError('not_found', `No schedule "${id}". GET /api/schedules lists them.`)
}

function nextMs({ next_run_at }: Static<typeof Schedule>): number {
  return next_run_at === null ? Number.POSITIVE_INFINITY : Date.parse(next_run_at)
}
