import { expect } from 'vitest'
import { change } from '../src/features/workflows/engine/statement.ts'
import { definition } from './automation-stage.ts'
import { step, type Behaviours, type Stage } from './workflow-stage.ts'

const steps = [step('a', 'ECHO', { args: { value: 'hello' } })]
const hourly = { id: 'clock', type: 'schedule', every: '1h' } as const

/** Schedules and automations that the clock starts are the same, whichever way they are looked at. */
export const recurring: Behaviours = {
  async 'a schedule is an automation with one trigger'(stage) {
    const { schedule_id } = await scheduleAt(stage, '2026-06-01T10:00:00.000Z', { name: 'Hourly' })
    const automation = await stage.workflows.automations.read(schedule_id)
    expect(automation).toMatchObject({
      automation_id: schedule_id,
      name: 'Hourly',
      steps,
      triggers: [{ type: 'schedule', every: '1h', catch_up: 'latest' }],
      mode: 'skip',
      enabled: true,
      version: 1,
    })
    expect(automation).not.toHaveProperty('recurring')
    expect((await stage.workflows.automations.versions(schedule_id))[0]!.definition).not.toHaveProperty(
      'recurring',
    )
    const [listed] = await stage.workflows.automations.list()
    expect(listed).toMatchObject({ automation_id: schedule_id, trigger_types: ['schedule'] })
  },

  async 'what is changed through one door shows at the other, and the times go on'(stage) {
    const { schedule_id } = await scheduleAt(stage, '2026-06-01T10:00:00.000Z', {})
    const { automations } = stage.workflows
    stage.setClock('2026-06-01T10:20:00.000Z')
    const { triggers } = await automations.read(schedule_id)
    const changed = { name: 'Named', triggers, steps: [step('b', 'ECHO')], mode: 'skip' as const }
    await automations.change(schedule_id, changed, { ifMatch: '"1"', provenance: 'local-client' })
    const params = { schedule_id }
    expect(await stage.call('readSchedule', { params })).toMatchObject({
      name: 'Named',
      steps: [{ id: 'b' }],
      next_run_at: '2026-06-01T11:00:00.000Z',
    })
    await stage.call('pauseSchedule', { params })
    expect(await automations.read(schedule_id)).toMatchObject({ enabled: false, version: 2 })
    await automations.change(schedule_id, { ...changed, enabled: true }, at1())
    expect(await stage.call('readSchedule', { params })).toMatchObject({
      enabled: true,
      next_run_at: '2026-06-01T11:00:00.000Z',
    })
    const runs = await tickAt(stage, '2026-06-01T11:00:00.000Z')
    expect(runs).toMatchObject([{ name: 'Named', source: 'schedule', schedule_id, automation_version: 2 }])
    await automations.remove(schedule_id)
    await expect(stage.call('readSchedule', { params })).rejects.toMatchObject({ code: 'not_found' })
  },

  async 'an automation that only the clock starts is a schedule; one that something else starts too is none'(
    stage,
  ) {
    stage.setClock('2026-06-01T10:00:00.000Z')
    const { automations } = stage.workflows
    const { automation_id } = await automations.create(
      { name: 'Clock', steps, triggers: [hourly] },
      'local-client',
    )
    await automations.create(definition({ triggers: [hourly, ...definition().triggers!] }), 'local-client')
    const { schedules } = await stage.call('listSchedules', {})
    expect(schedules).toMatchObject([
      { schedule_id: automation_id, name: 'Clock', every: '1h', next_run_at: '2026-06-01T11:00:00.000Z' },
    ])
    const runs = await tickAt(stage, '2026-06-01T11:00:00.000Z')
    expect(new Set(runs.map(({ source, schedule_id }) => `${source} ${schedule_id}`))).toEqual(
      new Set(['automation null', `schedule ${automation_id}`]),
    )
    await stage.call('removeSchedule', { params: { schedule_id: automation_id } })
    await expect(automations.read(automation_id)).rejects.toMatchObject({ code: 'not_found' })
  },

  async 'a schedule from the time before automations goes on where it was, with its runs'(stage) {
    stage.setClock('2026-06-01T10:00:00.000Z')
    const before = await stage.create(steps)
    await stage.until(before.id, 'completed')
    const plan = JSON.stringify({ steps, variables: { event: 'mine' }, provenance: { a: 'model' } })
    await stage.workflows.engine.backend.transact(function* () {
      yield* change(
        `INSERT INTO schedules (id, name, every, timezone, plan, enabled, catch_up, created_at, next_at)
         VALUES ('sch_old', 'Old', '1h', 'UTC', ?1, 1, 'once', '2026-06-01T08:30:00.000Z', '2026-06-01T10:30:00.000Z')`,
        plan,
      )
      yield* change("UPDATE workflows SET schedule_id = 'sch_old' WHERE id = ?1", before.id)
    })
    await stage.restart()
    const params = { schedule_id: 'sch_old' }
    expect(await stage.call('readSchedule', { params })).toMatchObject({
      name: 'Old',
      next_run_at: '2026-06-01T10:30:00.000Z',
      last_workflow_id: before.id,
    })
    const [run] = await tickAt(stage, '2026-06-01T10:30:00.000Z')
    expect(run).toMatchObject({ schedule_id: 'sch_old', variables: { event: 'mine' }, automation_version: 1 })
    expect((await stage.call('export', { params: { workflow_id: run!.id } })).provenance).toEqual({
      a: 'model',
    })
    await stage.restart()
    expect((await stage.call('listSchedules', {})).schedules).toHaveLength(1)
  },
}

function at1() {
  return { ifMatch: undefined, provenance: 'local-client' as const }
}

async function scheduleAt(stage: Stage, time: string, more: { name?: string }) {
  stage.setClock(time)
  const made = await stage.call('createSchedule', { body: { every: '1h', steps, ...more } })
  await stage.workflows.schedules.tick()
  return made
}

/** The runs that there are once everything that is due has been done, the newest first. */
async function tickAt(stage: Stage, time: string) {
  stage.setClock(time)
  await stage.workflows.schedules.tick()
  const { workflows } = await stage.call('list', {})
  return Promise.all(workflows.map(({ id }) => stage.read(id)))
}
