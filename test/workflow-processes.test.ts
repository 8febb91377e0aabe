import { afterAll, beforeAll, expect, test } from 'vitest'
import { silentLog } from '../src/contract/log.ts'
import { moveWorkflows } from '../src/features/workflows/postgres/move-workflows.ts'
import { sqliteBackend } from '../src/features/workflows/engine/sqlite-backend.ts'
import { startCluster, type Cluster } from './postgres.ts'
import { createTemplate, forgetLiving, sharedKit } from './workflow-shared.ts'
import { Stage, statuses, step, type BackendKit } from './workflow-stage.ts'

let cluster: Cluster
let template: string

beforeAll(async () => {
  cluster = await startCluster()
  template = await createTemplate(cluster)
})

afterAll(() => cluster[Symbol.asyncDispose]())

const newDatabase = () => cluster.createDatabase(template)
const service = (url: string) => Stage.open(sharedKit(url, { agents: () => [] }))
const worker = (url: string) => Stage.open(sharedKit(url))
const hold = [step('a', 'HOLD', { args: { gate: 'a' } })]

test('a question that a worker asks is answered at a service, once, and closed at every other', async () => {
  const url = await newDatabase()
  await using first = await service(url)
  await using second = await service(url)
  await using hands = await worker(url)
  const { id } = await first.create([
    step('a', 'ECHO', { needs_human: true }),
    step('b', 'ECHO', { depends_on: ['a'] }),
  ])
  const { waiting } = (await first.until(id, 'waiting')).steps[0]!
  for (const stage of [first, second]) {
    await expect.poll(() => stage.openConfirmations()).toMatchObject([{ workflow_id: id, step_id: 'a' }])
    expect(stage.openConfirmations()[0]!.confirmation_id).toBe(waiting!.confirmation_id)
    await expect
      .poll(() => stage.notifications.list().notifications[0])
      .toMatchObject({ type: 'workflow_waiting' })
  }
  await second.confirm(waiting!.confirmation_id!, true)
  const done = await first.until(id, 'completed')
  expect(done.interventions).toMatchObject([{ step_id: 'a', decision: 'approve' }])
  expect(hands.puppets.ran('ECHO')).toBe(2)
  await expect.poll(() => first.openConfirmations()).toEqual([])
  await expect(first.confirm(waiting!.confirmation_id!, true)).rejects.toMatchObject({ code: 'conflict' })
  // What a worker does is told at every service, in order.
  await expect
    .poll(() => first.events.filter(({ type }) => type === 'step.updated').map(({ status }) => status))
    .toEqual(['waiting', 'pending', 'running', 'completed', 'running', 'completed'])
})

test('of two services that answer at the same moment one is refused', async () => {
  const url = await newDatabase()
  await using first = await service(url)
  await using second = await service(url)
  await using hands = await worker(url)
  const { id } = await first.create([step('a', 'SEND', { args: { to: 'x' }, needs_human: true })])
  const question = (await first.until(id, 'waiting')).steps[0]!.waiting!.confirmation_id!
  await expect.poll(() => second.openConfirmations().length + first.openConfirmations().length).toBe(2)
  const answers = await Promise.allSettled([first.confirm(question, true), second.confirm(question, true)])
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await first.until(id, 'completed')
  expect(hands.puppets.ran('SEND')).toBe(1)
})

test('deleting at a service stops what runs at a worker', async () => {
  const url = await newDatabase()
  await using front = await service(url)
  await using hands = await worker(url)
  const { id } = await front.create(hold)
  await expect.poll(() => hands.puppets.ran('HOLD')).toBe(1)
  await front.call('remove', { params: { workflow_id: id } })
  await expect.poll(() => hands.puppets.aborted).toEqual(['a'])
  expect((await front.call('list', {})).workflows).toEqual([])
})

test('a step waits for a process that may run its agent', async () => {
  const url = await newDatabase()
  let allowed: string[] = []
  await using front = await Stage.open(sharedKit(url, { agents: () => allowed }))
  const { id } = await front.create([step('a', 'ECHO')])
  await using other = await Stage.open(sharedKit(url, { agents: () => ['another'] }))
  expect(statuses(await front.read(id))).toEqual({ a: 'pending' })
  allowed = ['puppet']
  await front.until(id, 'completed')
  expect(other.puppets.calls).toEqual([])
})

test('a process that is cut off loses its step to another, and what it says later does not count', async () => {
  const url = await newDatabase()
  const port = await cluster.openAddress(url)
  await using cutOff = await Stage.open(sharedKit(port.url))
  const { id } = await cutOff.create(hold)
  await cutOff.untilStep(id, 'a', 'running')
  await using other = await worker(url)
  port.cut()
  await expect(cutOff.read(id)).rejects.toMatchObject({ code: 'unavailable' })
  forgetLiving(cluster, url)
  await expect.poll(() => other.puppets.ran('HOLD')).toBe(1)
  cutOff.puppets.open('a')
  await port.reopen()
  await expect.poll(async () => (await cutOff.read(id).catch(() => null))?.status).toBe('running')
  expect((await other.read(id)).steps[0]).toMatchObject({ status: 'running', attempts: 2 })
  other.puppets.open('a')
  await other.until(id, 'completed')
  const { events } = await other.call('history', { params: { workflow_id: id } })
  expect(events.map(({ type }) => type)).toEqual([
    'workflow.created',
    'workflow.started',
    'step.started',
    'step.interrupted',
    'step.started',
    'step.completed',
    'workflow.completed',
  ])
  port.cut()
})

test('while the database is away every caller is told so, and nothing is lost when it comes back', async () => {
  const url = await newDatabase()
  await using stage = await Stage.open(sharedKit(url, { patienceMs: 8_000 }))
  const { id } = await stage.create([...hold, step('b', 'ECHO', { depends_on: ['a'] })])
  await stage.untilStep(id, 'a', 'running')
  await cluster.crash()
  await expect(stage.create(hold)).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringMatching(/^Can't reach the workflow database at .*: .*Nothing is lost/) as string,
  })
  expect(stage.workflows.engine.backend.trouble).toContain("Can't reach the workflow database")
  stage.puppets.open('a')
  await cluster.resume()
  await expect.poll(() => stage.read(id).catch(() => null)).not.toBeNull()
  const record = await stage.until(id, 'completed')
  expect(record.steps.map(({ attempts }) => attempts)).toEqual([1, 1])
  expect(stage.workflows.engine.backend.trouble).toBeNull()
})

test('a step that no process survives looking at when its time has come fails, and the others go on', async () => {
  const url = await newDatabase()
  await using stage = await worker(url)
  stage.firstRetryMs = 600_000
  await stage.restart()
  stage.puppets.failures = 1
  const { id } = await stage.create([
    step('a', 'FLAKY', { retry: 1 }),
    step('b', 'ECHO', { depends_on: ['a'] }),
  ])
  await stage.until(id, ({ steps }) => steps[0]!.attempts === 1 && steps[0]!.status === 'pending')
  cluster.sql(
    "UPDATE deskhand_jobs.job SET state = 'active', started_on = now(), heartbeat_on = now(), retry_count = retry_limit",
    url,
  )
  forgetLiving(cluster, url)
  const record = await stage.until(id, 'failed')
  expect(record.steps[0]!.error!.code).toBe('crashed')
  expect(statuses(record)).toEqual({ a: 'failed', b: 'skipped' })
})

test('a step that cannot be taken keeps no other from being taken', async () => {
  const url = await newDatabase()
  await using front = await service(url)
  const ids: string[] = []
  for (let index = 0; index < 3; index += 1) ids.push((await front.create([step('a', 'ECHO')])).id)
  const spoiled = Number(
    cluster.sql(
      `SELECT key FROM deskhand.workflow_steps JOIN deskhand.workflows ON number = workflow
      WHERE workflows.id = '${ids[1]}'`,
      url,
    ),
  )
  const kit = sharedKit(url)
  await using _hands = await Stage.open({
    ...kit,
    async open(stage) {
      const opened = await kit.open(stage)
      return {
        ...opened,
        openBackend: (options) => (delivery) =>
          opened.openBackend(options)({
            ...delivery,
            *claim(transaction, ref, lease) {
              const claim = yield* delivery.claim(transaction, ref, lease)
              if (ref.key === spoiled) throw new Error('It cannot be taken.')
              return claim
            },
          }),
      }
    },
  })
  await front.until(ids[0]!, 'completed')
  await front.until(ids[2]!, 'completed')
  expect(statuses(await front.read(ids[1]!))).toEqual({ a: 'pending' })
})

test('several processes run a time of a schedule once', async () => {
  const url = await newDatabase()
  await using first = await worker(url)
  await using second = await worker(url)
  for (const stage of [first, second]) stage.setClock('2026-06-01T10:00:00.000Z')
  await first.call('createSchedule', { body: { every: '1h', steps: [step('a', 'ECHO')] } })
  for (const hour of ['11', '12', '13']) {
    for (const stage of [first, second]) stage.setClock(`2026-06-01T${hour}:00:00.000Z`)
    await Promise.all([first, second, first, second].map((stage) => stage.workflows.schedules.tick()))
    await expect
      .poll(async () => (await first.call('list', { query: { status: 'completed' } })).workflows.length)
      .toBe(Number(hour) - 10)
  }
  expect((await first.call('list', {})).workflows).toHaveLength(3)
})

const onSqlite: BackendKit = {
  name: 'SQLite',
  async open({ database }) {
    return {
      openBackend: ({ now }) => sqliteBackend({ database, now, log: silentLog }),
      async [Symbol.asyncDispose]() {},
    }
  },
}

test('workflows, their history and schedules move to PostgreSQL once, and go on there', async () => {
  await using old = await Stage.open(onSqlite)
  const done = await old.create([step('a', 'ECHO', { args: { text: 'nul \0 and $who' } })], {
    variables: { who: 'Ada' },
  })
  await old.until(done.id, 'completed')
  const running = await old.create([...hold, step('b', 'ECHO', { depends_on: ['a'] })])
  await old.untilStep(running.id, 'a', 'running')
  const waits = await old.create([step('a', 'ECHO', { needs_human: true })])
  await old.until(waits.id, 'waiting')
  await old.call('createSchedule', { body: { name: 'Daily', cron: '0 8 * * *', steps: [step('a', 'ECHO')] } })
  await old.workflows.close({ graceMs: 0 })
  const before = await old.read(done.id)
  const history = await old.call('history', { params: { workflow_id: done.id } })
  const url = await cluster.createDatabase()
  const move = () => moveWorkflows({ database: old.database, url, now: () => new Date(), log: silentLog })
  expect(await move()).toEqual({
    workflows: 3,
    steps: 4,
    events: expect.any(Number) as number,
    automations: 1,
    schedules: 0,
    already: 0,
  })
  expect(await move()).toEqual({
    workflows: 0,
    steps: 0,
    events: 0,
    automations: 0,
    schedules: 0,
    already: 3,
  })
  expect((await old.read(running.id)).status).toBe('paused')

  await using stage = await worker(url)
  expect(await stage.read(done.id)).toEqual(before)
  expect(await stage.call('history', { params: { workflow_id: done.id } })).toEqual(history)
  expect((await stage.call('listSchedules', {})).schedules).toMatchObject([{ name: 'Daily', enabled: true }])
  stage.puppets.open('a')
  await stage.until(running.id, 'completed')
  await expect.poll(() => stage.openConfirmations()).toMatchObject([{ workflow_id: waits.id }])
  await stage.intervene(waits.id, { decision: 'approve' })
  await stage.until(waits.id, 'completed')
  await stage.create([step('a', 'ECHO')])
  await expect(move()).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('1 workflows') as string,
  })
})

test('a process that is asked to stop ends what runs and takes nothing more', async () => {
  const url = await newDatabase()
  await using front = await service(url)
  await using hands = await worker(url)
  const { id } = await front.create([...hold, step('b', 'ECHO', { depends_on: ['a'] })])
  await expect.poll(() => hands.puppets.ran('HOLD')).toBe(1)
  const closed = hands.workflows.close({ graceMs: 60_000 })
  hands.puppets.open('a')
  await closed
  expect(statuses(await front.read(id))).toEqual({ a: 'completed', b: 'pending' })
  await using next = await worker(url)
  await front.until(id, 'completed')
  expect(next.puppets.ran('ECHO')).toBe(1)
})
