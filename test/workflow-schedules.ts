import { expect } from 'vitest'
import { AppError } from '../src/contract/errors.ts'
import { step, type Behaviours, type Stage } from './workflow-stage.ts'

const steps = [step('a', 'ECHO')]
const QUARTER_MS = 15 * 60_000
const HOUR_MS = 3_600_000

const changes = [
  {
    timezone: 'America/New_York',
    spring: { day: '2026-03-08', gap: '30 2 * * *', runs: ['2026-03-08T07:00', '2026-03-09T06:30'] },
    autumn: { day: '2026-11-01', twice: '30 1 * * *', runs: ['2026-11-01T05:30', '2026-11-02T06:30'] },
  },
  {
    timezone: 'Europe/Berlin',
    spring: { day: '2026-03-29', gap: '30 2 * * *', runs: ['2026-03-29T01:00', '2026-03-30T00:30'] },
    autumn: { day: '2026-10-25', twice: '30 2 * * *', runs: ['2026-10-25T00:30', '2026-10-26T01:30'] },
  },
  {
    // Half an hour, and on the other side of the world.
    timezone: 'Australia/Lord_Howe',
    spring: { day: '2026-10-03', gap: '15 2 * * *', runs: ['2026-10-03T15:30', '2026-10-04T15:15'] },
    autumn: { day: '2026-04-04', twice: '45 1 * * *', runs: ['2026-04-04T14:45', '2026-04-05T15:15'] },
  },
  {
    // At midnight: the day begins at one o'clock, and the day before has 25 hours.
    timezone: 'America/Santiago',
    spring: { day: '2026-09-06', gap: '0 0 * * *', runs: ['2026-09-06T04:00', '2026-09-07T03:00'] },
    autumn: { day: '2026-04-05', twice: '30 23 * * *', runs: ['2026-04-05T02:30', '2026-04-06T03:30'] },
  },
]

/** The days on which clocks change, in places where they do so differently. */
export const clockChanges: readonly Behaviours[] = changes.map(({ timezone, spring, autumn }) =>
  Object.fromEntries([
    [
      `in ${timezone} a daily time runs once on the day when clocks go forward`,
      (stage: Stage) =>
        expectDaily(stage, { timezone, day: spring.day, cron: spring.gap, runs: spring.runs }),
    ],
    [
      `in ${timezone} a daily time runs once on the day when clocks go back`,
      (stage: Stage) =>
        expectDaily(stage, { timezone, day: autumn.day, cron: autumn.twice, runs: autumn.runs }),
    ],
    ...[spring, autumn].map(({ day }) => [
      `in ${timezone} an hourly schedule runs every hour around ${day}`,
      (stage: Stage) => expectHourly(stage, { timezone, day }),
    ]),
  ]),
)

async function expectDaily(
  stage: Stage,
  { timezone, day, cron, runs }: { timezone: string; day: string; cron: string; runs: string[] },
): Promise<void> {
  const from = `${day}T00:00:00.000Z`
  stage.setClock(from)
  await stage.call('createSchedule', { body: { cron, timezone, steps } })
  const found = await runsWithin(stage, { from, hours: 40 })
  expect(found.map((time) => time.slice(0, 16))).toEqual(runs)
}

async function expectHourly(
  stage: Stage,
  { timezone, day }: { timezone: string; day: string },
): Promise<void> {
  const from = `${day}T00:00:00.000Z`
  stage.setClock(from)
  await stage.call('createSchedule', { body: { cron: '0 * * * *', timezone, steps } })
  const runs = await runsWithin(stage, { from, hours: 20 })
  const gaps = runs.slice(1).map((time, index) => (Date.parse(time) - Date.parse(runs[index]!)) / HOUR_MS)
  const unusual = gaps.filter((gap) => gap !== 1)
  // Where clocks change by half an hour, one full hour of the clock takes an hour and a half.
  expect(unusual).toEqual(timezone === 'Australia/Lord_Howe' ? [1.5] : [])
  expect(runs.length).toBeGreaterThanOrEqual(19)
}

/** Lets time pass, a quarter of an hour at a time, and says when the schedule ran. */
async function runsWithin(stage: Stage, { from, hours }: { from: string; hours: number }): Promise<string[]> {
  for (let at = Date.parse(from); at <= Date.parse(from) + hours * HOUR_MS; at += QUARTER_MS) {
    stage.setClock(new Date(at).toISOString())
    await stage.workflows.schedules.tick()
    await settled(stage)
  }
  const { workflows } = await stage.call('list', { query: { limit: 500 } })
  return workflows.map(({ created_at }) => created_at).toReversed()
}

async function settled(stage: Stage): Promise<void> {
  for (;;) {
    const { workflows } = await stage.call('list', { query: { status: 'running' } })
    if (workflows.length === 0) return
    await stage.until(workflows[0]!.id, 'completed')
  }
}

const impossible = [
  [{ cron: '61 * * * *' }, '/body/cron'],
  [{ cron: '0 0 30 2 *' }, '/body/cron'],
  [{ cron: '* * * * *', timezone: 'Mars/Base' }, '/body/timezone'],
  [{ every: '10 parsecs' }, '/body/every'],
  [{ every: '0m' }, '/body/every'],
] as const

const refusals: Behaviours = Object.fromEntries(
  impossible.map(([timing, path]) => [
    `a schedule that cannot be kept is refused: ${JSON.stringify(timing)}`,
    (stage: Stage) => expectRefused(stage, timing, path),
  ]),
)

async function expectRefused(
  stage: Stage,
  timing: (typeof impossible)[number][0],
  path: string,
): Promise<void> {
  await expect(stage.call('createSchedule', { body: { ...timing, steps } })).rejects.toMatchObject({
    code: 'invalid_request',
    errors: [{ path }],
  })
}

/** Schedules: every time once, whatever happens to the clock. */
export const schedules: Behaviours = {
  ...refusals,

  async 'what is shown: the next five runs, and the last one'(stage) {
    stage.setClock('2026-03-02T09:30:00.000Z')
    const made = await stage.call('createSchedule', {
      body: { name: 'Morning', cron: '0 8 * * 1-5', timezone: 'Europe/Berlin', steps },
    })
    expect(made).toMatchObject({
      next_run_at: '2026-03-03T07:00:00.000Z',
      last_run_at: null,
      every: null,
      enabled: true,
    })
    expect(made.next_runs).toEqual(
      ['03', '04', '05', '06', '09'].map((day) => `2026-03-${day}T07:00:00.000Z`),
    )
    stage.setClock('2026-03-03T07:00:01.000Z')
    await stage.workflows.schedules.tick()
    await settled(stage)
    const [schedule] = (await stage.call('listSchedules', {})).schedules
    expect(schedule).toMatchObject({
      next_run_at: '2026-03-04T07:00:00.000Z',
      last_run_at: '2026-03-03T07:00:01.000Z',
      last_status: 'completed',
    })
    const record = await stage.read(schedule!.last_workflow_id!)
    expect(record).toMatchObject({ source: 'schedule', schedule_id: made.schedule_id, name: 'Morning' })
  },

  async 'a clock that goes back runs nothing twice, one that jumps ahead catches up once'(stage) {
    const tickAt = async (time: string) => {
      stage.setClock(time)
      await stage.workflows.schedules.tick()
      await settled(stage)
      return (await stage.call('list', { query: { limit: 500 } })).workflows.length
    }
    stage.setClock('2026-06-01T10:00:00.000Z')
    const { schedule_id } = await stage.call('createSchedule', { body: { every: '10m', steps } })
    expect(await tickAt('2026-06-01T10:10:00.000Z')).toBe(1)
    expect(await tickAt('2026-06-01T09:10:00.000Z')).toBe(1)
    expect(await tickAt('2026-06-01T10:10:30.000Z')).toBe(1)
    expect(await tickAt('2026-06-01T10:20:00.000Z')).toBe(2)
    expect(await tickAt('2026-06-01T12:25:00.000Z')).toBe(3)
    expect(await tickAt('2026-06-01T12:25:00.000Z')).toBe(3)
    expect(await tickAt('2026-06-01T12:30:00.000Z')).toBe(4)
    // A clock that was years ahead and is set right again does not silence the schedule for years.
    expect(await tickAt('2030-01-01T00:00:00.000Z')).toBe(5)
    expect(await tickAt('2026-06-01T12:35:00.000Z')).toBe(5)
    const { next_run_at } = await stage.call('readSchedule', { params: { schedule_id } })
    expect(next_run_at).toBe('2026-06-01T12:40:00.000Z')
    // Only the last of the years' times was caught up while the clock was wrong, and none of these.
    expect(await tickAt('2026-06-01T12:40:00.000Z')).toBe(6)
    expect(await tickAt('2026-06-01T12:50:00.000Z')).toBe(7)
  },

  async 'with catch_up skip a missed time is left out, a late one is not'(stage) {
    stage.setClock('2026-06-01T10:00:00.000Z')
    await stage.call('createSchedule', { body: { every: '1h', steps, catch_up: 'skip' } })
    stage.setClock('2026-06-01T13:30:00.000Z')
    await stage.workflows.schedules.tick()
    expect((await stage.call('list', {})).workflows).toEqual([])
    stage.setClock('2026-06-01T14:00:20.000Z')
    await stage.workflows.schedules.tick()
    expect((await stage.call('list', {})).workflows).toHaveLength(1)
  },

  async 'a schedule runs by itself when its time has come'(stage) {
    const { schedule_id } = await stage.call('createSchedule', { body: { every: 1, steps } })
    await expect.poll(async () => (await stage.call('list', {})).workflows.length).toBeGreaterThan(0)
    const { workflows } = await stage.call('list', {})
    expect(workflows[0]!.schedule_id).toBe(schedule_id)
  },

  async 'a sentence is planned anew each time'(stage) {
    stage.setClock('2026-06-01T10:00:00.000Z')
    const { prompt } = await stage.call('createSchedule', { body: { every: '1h', prompt: 'say hello' } })
    expect(prompt).toBe('say hello')
    for (const hour of ['11', '12']) {
      stage.planner = async () => [step(`at_${hour}`, 'ECHO')]
      stage.setClock(`2026-06-01T${hour}:00:00.000Z`)
      await stage.workflows.schedules.tick()
      await expect.poll(async () => (await stage.call('list', {})).workflows.length).toBe(Number(hour) - 10)
      await settled(stage)
    }
    const { workflows } = await stage.call('list', {})
    expect((await stage.read(workflows[0]!.id)).steps[0]!.id).toBe('at_12')
    stage.planner = () => Promise.reject(new AppError('upstream_failed', 'The model is away.'))
    stage.setClock('2026-06-01T13:00:00.000Z')
    await stage.workflows.schedules.tick()
    await expect
      .poll(() => stage.notifications.list().notifications[0])
      .toMatchObject({ type: 'schedule_failed', message: 'The model is away.' })
  },

  async 'a sentence whose planning a crash cut short is planned at the next start'(stage) {
    stage.setClock('2026-06-01T10:00:00.000Z')
    await stage.call('createSchedule', { body: { every: '1h', prompt: 'say hello' } })
    const plan = stage.planner
    stage.planner = () => new Promise(() => {})
    stage.setClock('2026-06-01T11:00:00.000Z')
    await stage.workflows.schedules.tick()
    stage.planner = plan
    await stage.crash()
    await expect.poll(async () => (await stage.call('list', {})).workflows.length).toBe(1)
    await settled(stage)
    const [schedule] = (await stage.call('listSchedules', {})).schedules
    expect(schedule).toMatchObject({ next_run_at: '2026-06-01T12:00:00.000Z', last_status: 'completed' })
  },

  async 'several processes that see the same time run it once'(stage) {
    stage.setClock('2026-06-01T10:00:00.000Z')
    await stage.call('createSchedule', { body: { every: '1h', steps } })
    stage.setClock('2026-06-01T11:00:00.000Z')
    await Promise.all(Array.from({ length: 5 }, () => stage.workflows.schedules.tick()))
    expect((await stage.call('list', {})).workflows).toHaveLength(1)
  },

  async 'a time that comes while the run before still goes on is skipped, and the run says so'(stage) {
    stage.setClock('2026-06-01T10:00:00.000Z')
    const slow = [step('a', 'HOLD', { args: { gate: 'a' } })]
    await stage.call('createSchedule', { body: { every: '1h', steps: slow } })
    for (const hour of ['11', '12', '13']) {
      stage.setClock(`2026-06-01T${hour}:00:00.000Z`)
      await stage.workflows.schedules.tick()
    }
    const { workflows } = await stage.call('list', {})
    expect(workflows).toHaveLength(1)
    const { events } = await stage.call('history', { params: { workflow_id: workflows[0]!.id } })
    expect(events.filter(({ type }) => type === 'schedule.skipped').map(({ data }) => data['time'])).toEqual([
      '2026-06-01T12:00:00.000Z',
      '2026-06-01T13:00:00.000Z',
    ])
    stage.puppets.open('a')
    await stage.until(workflows[0]!.id, 'completed')
    stage.setClock('2026-06-01T14:00:00.000Z')
    await stage.workflows.schedules.tick()
    expect((await stage.call('list', {})).workflows).toHaveLength(2)
  },

  async 'a schedule that is paused runs nothing and catches nothing up'(stage) {
    stage.setClock('2026-06-01T10:00:00.000Z')
    const { schedule_id } = await stage.call('createSchedule', { body: { every: '1h', steps } })
    const params = { schedule_id }
    const paused = await stage.call('pauseSchedule', { params })
    expect(paused).toMatchObject({ enabled: false, next_run_at: null, next_runs: [] })
    await stage.call('pauseSchedule', { params })
    stage.setClock('2026-06-01T13:30:00.000Z')
    await stage.workflows.schedules.tick()
    const resumed = await stage.call('resumeSchedule', { params })
    expect(resumed.next_run_at).toBe('2026-06-01T14:00:00.000Z')
    expect((await stage.call('list', {})).workflows).toEqual([])
    await stage.call('removeSchedule', { params })
    await expect(stage.call('readSchedule', { params })).rejects.toMatchObject({ code: 'not_found' })
  },

  async 'times that were missed while the service was down are caught up once at its start'(stage) {
    stage.setClock('2026-06-01T10:00:00.000Z')
    await stage.call('createSchedule', { body: { every: '1h', steps } })
    stage.setClock('2026-06-01T15:30:00.000Z')
    await stage.restart()
    await stage.workflows.schedules.tick()
    const { workflows } = await stage.call('list', {})
    expect(workflows.map(({ created_at }) => created_at)).toEqual(['2026-06-01T15:30:00.000Z'])
  },

  async 'with catch_up skip a time during which the service was down is left out, however short that was'(
    stage,
  ) {
    stage.setClock('2026-06-01T10:00:00.000Z')
    await stage.call('createSchedule', { body: { every: '1h', steps, catch_up: 'skip' } })
    await stage.workflows.schedules.tick()
    stage.setClock('2026-06-01T11:00:10.000Z')
    await stage.restart()
    await stage.workflows.schedules.tick()
    expect((await stage.call('list', {})).workflows).toEqual([])
    stage.setClock('2026-06-01T12:00:10.000Z')
    await stage.workflows.schedules.tick()
    expect((await stage.call('list', {})).workflows).toHaveLength(1)
  },

  async 'the steps of a stored workflow can be scheduled, and outlive it'(stage) {
    stage.setClock('2026-06-01T10:00:00.000Z')
    const stored = await stage.create([step('a', 'ECHO', { args: { text: '$who' } })], {
      variables: { who: 'Ada' },
    })
    await stage.until(stored.id, 'completed')
    const { workflow_id } = await stage.call('createSchedule', {
      body: { cron: '0 * * * *', workflow_id: stored.id },
    })
    expect(workflow_id).toBe(stored.id)
    await stage.call('remove', { params: { workflow_id: stored.id } })
    stage.setClock('2026-06-01T11:00:00.000Z')
    await stage.workflows.schedules.tick()
    await settled(stage)
    const { workflows } = await stage.call('list', {})
    expect((await stage.read(workflows[0]!.id)).results['a']!.data).toMatchObject({ text: 'Ada' })
    await expect(
      stage.call('createSchedule', { body: { every: 60, workflow_id: 'wf_none' } }),
    ).rejects.toMatchObject({
      code: 'not_found',
    })
  },

  async 'a schedule asks a person before it sends anything'(stage) {
    stage.setClock('2026-06-01T10:00:00.000Z')
    await stage.call('createSchedule', {
      body: { every: '1h', steps: [step('a', 'SEND', { args: { to: 'x' } })] },
    })
    stage.setClock('2026-06-01T11:00:00.000Z')
    await stage.workflows.schedules.tick()
    const { workflows } = await stage.call('list', {})
    await stage.until(workflows[0]!.id, 'waiting')
    expect(stage.puppets.ran('SEND')).toBe(0)
  },

  async 'a tool that has gone since is told, and the schedule goes on'(stage) {
    stage.setClock('2026-06-01T10:00:00.000Z')
    await stage.call('createSchedule', { body: { name: 'Hourly', every: '1h', steps } })
    stage.catalog.removeAgent('puppet')
    stage.setClock('2026-06-01T11:00:00.000Z')
    await stage.workflows.schedules.tick()
    const { notifications } = stage.notifications.list()
    expect(notifications[0]).toMatchObject({ type: 'schedule_failed', title: "Hourly couldn't run" })
    expect((await stage.call('listSchedules', {})).schedules[0]!.next_run_at).toBe('2026-06-01T12:00:00.000Z')
  },
}
