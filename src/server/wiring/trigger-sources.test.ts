import { mkdir, mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { storeChanged, workflowUpdated } from '../../contract/event-types.ts'
import { notificationRaised } from '../../contract/notice-events.ts'
import { silentLog } from '../../contract/log.ts'
import { createEventBus } from '../../features/events/event-bus.ts'
import { createNotifications } from '../../features/notifications/notifications.ts'
import { Store } from '../../features/store/store.ts'
import type { TriggerSource } from '../../features/workflows/triggers/source.ts'
import type { Trigger } from '../../features/workflows/triggers/schemas.ts'
import { migrations } from '../../migrations/migrations.ts'
import { openDatabase } from '../../platform/database/open-database.ts'
import { createMetricsSampler } from '../../platform/metrics/sampler.ts'
import { machineTriggerSources, type MachineSourcesDeps } from './trigger-sources.ts'

/** The sources on a real database, store, bus and machine. */
async function openStage() {
  const stack = new AsyncDisposableStack()
  const home = stack.use(await mkdtempDisposable(join(tmpdir(), 'deskhand-sources-')))
  const now = () => new Date()
  const database = await openDatabase({
    path: join(home.path, 'data.db'),
    backupFolder: join(home.path, 'backups'),
    migrations,
    now,
    log: silentLog,
  })
  stack.defer(() => database.close())
  const bus = createEventBus({ now, replay: 10, backlogBytes: 10_000 })
  stack.defer(() => bus.close())
  const store = new Store({ database, now, onChange: (change) => bus.publish(storeChanged, change) })
  const notifications = createNotifications({
    database,
    now,
    onRaised: ({ type, ...raised }) =>
      bus.publish(notificationRaised, { ...raised, about: type, quiet: false }),
  })
  const metrics = createMetricsSampler({ now, platform: process.platform })
  stack.defer(() => metrics.stop())
  const sources = machineTriggerSources({
    infrastructure: {
      home: home.path,
      folder: { root: join(home.path, '.data') },
      settings: { get: () => undefined },
      bus,
      now,
    } as unknown as MachineSourcesDeps['infrastructure'],
    services: { store, notifications, metrics, workflows: { engine: { backend: noWorkflows } } } as never,
  })
  const stop = new AbortController()
  stack.defer(() => stop.abort())
  return {
    home: home.path,
    bus,
    store,
    notifications,
    stop,
    /** Looks at one trigger again and again, each time from where it was. */
    follow(trigger: Trigger) {
      const source = sources[trigger.type] as TriggerSource
      const followed = { hints: 0, againInMs: undefined as number | undefined }
      let cursor: unknown
      return Object.assign(followed, {
        async look() {
          const found = await source.look({ ...trigger, by: 'automation' }, cursor, stop.signal)
          cursor = JSON.parse(JSON.stringify(found.cursor))
          followed.againInMs = found.againInMs
          return found.events
        },
        watch: () =>
          source.watch!({ ...trigger, by: 'automation' }, () => (followed.hints += 1), stop.signal),
        everyMs: source.everyMs(trigger),
      })
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

const noWorkflows = {
  async read() {
    throw new Error('There are no workflows here.')
  },
}

test('a value of the store is told with each look that finds another version, also when it was deleted', async () => {
  await using stage = await openStage()
  await stage.store.write('todo', '["old"]')
  const todo = stage.follow({ id: 't1', type: 'store', key: 'todo' })
  expect(await todo.look()).toEqual([])
  await stage.store.write('todo', '["milk"]')
  await stage.store.write('todo', '["milk","eggs"]')
  await stage.store.write('other', '1')
  expect(await todo.look()).toEqual([
    {
      key: 'todo@3',
      at: expect.stringMatching(/Z$/),
      data: { key: 'todo', version: 3, value: ['milk', 'eggs'] },
    },
  ])
  expect(await todo.look()).toEqual([])
  await stage.store.remove('todo')
  expect((await todo.look())[0]).toMatchObject({
    key: 'todo@4',
    data: { version: 4, value: null, deleted: true },
  })
  await stage.store.write('todo', 'null')
  expect((await todo.look()).map(({ data }) => data)).toEqual([{ key: 'todo', version: 5, value: null }])
})

test('a value that comes into being is told, one that is too large without itself, and a long key in short', async () => {
  await using stage = await openStage()
  const key = 'k'.repeat(512)
  const big = stage.follow({ id: 't1', type: 'store', key })
  expect(await big.look()).toEqual([])
  await stage.store.write(key, JSON.stringify('x'.repeat(300_000)))
  const [event] = await big.look()
  expect(event!.data).toEqual({ key, version: 1, value: null, too_large: true })
  expect(event!.key.length).toBeLessThanOrEqual(500)
  await stage.store.write(key, JSON.stringify('x'.repeat(250_000)))
  const [whole] = await big.look()
  expect(whole!.data['value']).toHaveLength(250_000)
  expect(whole!.key).not.toBe(event!.key)
  expect(Buffer.byteLength(JSON.stringify(whole!.data))).toBeLessThanOrEqual(256 * 1024)
})

test('a change of the watched key is heard of at once, one of another is not', async () => {
  await using stage = await openStage()
  const todo = stage.follow({ id: 't1', type: 'store', key: 'todo' })
  const other = stage.follow({ id: 't2', type: 'store', key: 'other' })
  await todo.watch()
  await other.watch()
  await stage.store.write('todo', '1')
  await expect.poll(() => todo.hints).toBe(1)
  expect(other.hints).toBe(0)
  stage.stop.abort()
  expect(stage.bus.stats().subscribers).toBe(0)
})

test('whoever could not listen fast enough looks, and goes on to listen', async () => {
  await using stage = await openStage()
  const todo = stage.follow({ id: 't1', type: 'store', key: 'todo' })
  await todo.watch()
  for (let version = 0; version < 1_000; version += 1)
    stage.bus.publish(storeChanged, { key: 'another one', version })
  await expect.poll(() => todo.hints).toBe(1)
  await stage.store.write('todo', '1')
  await expect.poll(() => todo.hints).toBe(2)
})

test('a notification is told once, with the workflow that it is about, and no repeat of it', async () => {
  await using stage = await openStage()
  await stage.notifications.raise({ type: 'incident', title: 'Before', message: 'It was.' })
  const all = stage.follow({ id: 't1', type: 'notification' })
  expect(await all.look()).toEqual([])
  await all.watch()
  const draft = {
    type: 'workflow_failed',
    level: 'error',
    title: 'It failed',
    message: 'Look at it.',
    action: { kind: 'workflow', workflow_id: 'wf_1' },
    dedupe_key: 'workflow_failed:wf_1',
  } as const
  await stage.notifications.raise(draft)
  await stage.notifications.raise(draft)
  await stage.notifications.raise({ type: 'incident', title: 'After', message: 'It is.' })
  await expect.poll(() => all.hints).toBe(2)
  const events = await all.look()
  expect(events.map(({ key }) => key)).toEqual(['ntf_2', 'ntf_3'])
  expect(events.map(({ data }) => data)).toEqual([
    {
      id: 'ntf_2',
      type: 'workflow_failed',
      level: 'error',
      title: 'It failed',
      message: 'Look at it.',
      workflow_id: 'wf_1',
    },
    { id: 'ntf_3', type: 'incident', level: 'info', title: 'After', message: 'It is.' },
  ])
  await stage.notifications.remove('ntf_3')
  await stage.notifications.raise({ type: 'incident', title: 'Later', message: 'It will be.' })
  expect((await all.look()).map(({ key }) => key)).toEqual(['ntf_4'])
})

test('many notifications are told in parts, the first one too', async () => {
  await using stage = await openStage()
  const all = stage.follow({ id: 't1', type: 'notification' })
  await all.look()
  for (let count = 0; count < 250; count += 1)
    await stage.notifications.raise({ type: 'incident', title: 'One', message: 'More.' })
  expect(await all.look()).toHaveLength(200)
  expect(all.againInMs).toBe(0)
  expect(await all.look()).toHaveLength(50)
  expect(all.againInMs).toBeUndefined()
})

test('the machine is read as the monitor does', async () => {
  await using stage = await openStage()
  const full = stage.follow({
    id: 't1',
    type: 'metric',
    when: '$event.memory.used_percent > 0 and $event.cpu.cores > 0 and any($event.disks[*].used_percent >= 0)',
  })
  expect(await full.look()).toEqual([])
  const never = stage.follow({ id: 't2', type: 'metric', when: '$event.disk.used_percent < 0' })
  await never.look()
  expect(await never.look()).toEqual([])
})

test('a file is told, and a workflow is heard of', async () => {
  await using stage = await openStage()
  await mkdir(join(stage.home, 'Inbox'))
  const inbox = stage.follow({ id: 't1', type: 'file', path: '~/Inbox', settle_s: 0 })
  await inbox.look()
  await inbox.watch()
  await writeFile(join(stage.home, 'Inbox/a.pdf'), 'x')
  await expect.poll(() => inbox.hints).toBeGreaterThan(0)
  expect((await inbox.look()).map(({ data }) => data['name'])).toEqual(['a.pdf'])
  const failed = stage.follow({ id: 't2', type: 'workflow' })
  await failed.watch()
  stage.bus.publish(workflowUpdated, { workflow_id: 'wf_1', status: 'completed' })
  stage.bus.publish(workflowUpdated, { workflow_id: 'wf_1', status: 'failed' })
  await expect.poll(() => failed.hints).toBe(1)
})
