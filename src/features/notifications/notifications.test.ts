import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { silentLog } from '../../contract/log.ts'
import { migrations } from '../../migrations/migrations.ts'
import type { Database } from '../../platform/database/database.ts'
import { checkFor } from '../../platform/validation/validation.ts'
import { Notification, notificationsContract } from './contract.ts'
import { notificationsHandlers } from './handlers.ts'
import { NotificationActions } from './notification-actions.ts'
import { createNotifications, type NotificationsOptions } from './notifications.ts'
import { openDatabase } from '../../platform/database/open-database.ts'

const DAY = 86_400_000
let folder: string
let database: Database
let time: Date

beforeEach(async () => {
  time = new Date('2026-03-02T09:30:00Z')
  folder = await mkdtemp(join(tmpdir(), 'deskhand-notifications-'))
  database = await open()
})

afterEach(async () => {
  await database.close()
  await rm(folder, { recursive: true })
})

test('a notification that was raised is listed, unread, and told once', async () => {
  const told: Notification[] = []
  const notifications = create({ onRaised: (notification) => told.push(notification) })
  const raised = await notifications.raise({
    type: 'calendar_reminder',
    title: 'Stand-up',
    message: 'It starts in five minutes.',
    action: { kind: 'open', url: 'https://example.org/meeting' },
  })
  expect(raised).toMatchObject({
    level: 'info',
    count: 1,
    read: false,
    read_at: null,
    created_at: '2026-03-02T09:30:00.000Z',
    action: { kind: 'open', url: 'https://example.org/meeting' },
  })
  expect(checkFor(Notification, 'result')(raised)).toEqual([])
  expect(told).toEqual([raised])
  expect(notifications.list()).toEqual({ notifications: [raised], unread: 1, next_cursor: null })
})

test('notifications survive a restart', async () => {
  const raised = await create().raise(draft('kept'))
  await database.close()
  database = await open()
  expect(create().list().notifications).toEqual([raised])
})

test('a repeat of an unread one counts and brings the newest words, and is not told again', async () => {
  const told: string[] = []
  const notifications = create({ onRaised: ({ title }) => told.push(title) })
  const first = await notifications.raise({ ...draft('90 % full'), dedupe_key: 'disk' })
  time = new Date('2026-03-02T10:00:00Z')
  const second = await notifications.raise({ ...draft('95 % full'), level: 'error', dedupe_key: 'disk' })
  expect(second).toEqual({
    ...first,
    title: '95 % full',
    message: '95 % full.',
    level: 'error',
    count: 2,
    updated_at: '2026-03-02T10:00:00.000Z',
  })
  expect(notifications.list().notifications).toHaveLength(1)
  expect(told).toEqual(['90 % full'])
})

test('repeats that are raised side by side are one notification', async () => {
  const notifications = create()
  await Promise.all(
    Array.from({ length: 20 }, () => notifications.raise({ ...draft('full'), dedupe_key: 'disk' })),
  )
  expect(notifications.list().notifications.map(({ count }) => count)).toEqual([20])
})

test('after it was read, the same cause raises a new one', async () => {
  const notifications = create()
  const first = await notifications.raise({ ...draft('full'), dedupe_key: 'disk' })
  await notifications.markRead(first.id)
  const second = await notifications.raise({ ...draft('full again'), dedupe_key: 'disk' })
  expect(second.id).not.toBe(first.id)
  expect(second.count).toBe(1)
  expect(notifications.unread()).toBe(1)
})

test('pages go from the newest to the oldest, and what arrives meanwhile moves nothing', async () => {
  const notifications = create()
  for (const title of ['1', '2', '3', '4', '5']) await notifications.raise(draft(title))
  const first = notifications.list({ limit: 2 })
  await notifications.raise(draft('6'))
  const second = notifications.list({ limit: 2, cursor: first.next_cursor! })
  const third = notifications.list({ limit: 2, cursor: second.next_cursor! })
  const titles = [first, second, third].map((page) => page.notifications.map(({ title }) => title))
  expect(titles).toEqual([['5', '4'], ['3', '2'], ['1']])
  expect(third.next_cursor).toBeNull()
})

test('a page that ends exactly at the oldest has no next one', async () => {
  const notifications = create()
  for (const title of ['1', '2']) await notifications.raise(draft(title))
  expect(notifications.list({ limit: 2 }).next_cursor).toBeNull()
})

test('a made-up cursor is refused', () => {
  expect(() => create().list({ cursor: 'DROP TABLE' })).toThrow(
    expect.objectContaining({ code: 'invalid_request' }),
  )
})

test('read and unread ones can be listed apart', async () => {
  const notifications = create()
  const old = await notifications.raise(draft('old'))
  await notifications.raise(draft('new'))
  await notifications.markRead(old.id)
  const titles = (unread: boolean) => notifications.list({ unread }).notifications.map(({ title }) => title)
  expect(titles(true)).toEqual(['new'])
  expect(titles(false)).toEqual(['old'])
})

test('marking as read is told once, and marking again keeps the first time', async () => {
  const told: (readonly string[])[] = []
  const notifications = create({ onRead: (ids) => told.push(ids) })
  const { id } = await notifications.raise(draft('any'))
  const first = await notifications.markRead(id)
  time = new Date('2026-03-03T09:30:00Z')
  expect(await notifications.markRead(id)).toEqual(first)
  expect(first).toMatchObject({ read: true, read_at: '2026-03-02T09:30:00.000Z' })
  expect(told).toEqual([[id]])
})

test('all can be marked as read at once', async () => {
  const told: (readonly string[])[] = []
  const notifications = create({ onRead: (ids) => told.push(ids) })
  const one = await notifications.raise(draft('one'))
  const two = await notifications.raise(draft('two'))
  expect(await notifications.markAllRead()).toBe(2)
  expect(await notifications.markAllRead()).toBe(0)
  expect(notifications.unread()).toBe(0)
  expect(told.map((ids) => ids.toSorted())).toEqual([[one.id, two.id]])
})

test('what is over counts as read, and nothing else does', async () => {
  const read: string[][] = []
  const notifications = create({ onRead: (ids) => read.push([...ids]) })
  const asked = await notifications.raise({
    type: 'approval',
    title: 'Delete?',
    message: 'x',
    dedupe_key: 'a',
  })
  const other = await notifications.raise({ type: 'approval', title: 'Send?', message: 'x', dedupe_key: 'b' })
  await notifications.settle('a')
  await notifications.settle('a')
  expect(read).toEqual([[asked.id]])
  expect(notifications.list({ unread: true }).notifications.map(({ id }) => id)).toEqual([other.id])
})

test('a removed notification is gone, and its id never comes back', async () => {
  const notifications = create()
  const { id } = await notifications.raise(draft('gone'))
  await notifications.remove(id)
  expect(notifications.list().notifications).toEqual([])
  expect((await notifications.raise(draft('next'))).id).not.toBe(id)
})

test.each(['ntf_999', 'nonsense', 'ntf_1e3'])('there is no notification %s', async (id) => {
  const notifications = create()
  await expect(notifications.markRead(id)).rejects.toMatchObject({ code: 'not_found' })
  await expect(notifications.remove(id)).rejects.toMatchObject({ code: 'not_found' })
})

test('only the newest are kept', async () => {
  const notifications = create({ retention: { count: 3, days: 30 } })
  for (const title of ['1', '2', '3', '4', '5']) await notifications.raise(draft(title))
  expect(notifications.list().notifications.map(({ title }) => title)).toEqual(['5', '4', '3'])
})

test('what has not happened for 30 days is dropped, but not what happened again', async () => {
  const notifications = create()
  await notifications.raise(draft('old'))
  await notifications.raise({ ...draft('lasting'), dedupe_key: 'lasting' })
  time = new Date(time.getTime() + 20 * DAY)
  await notifications.raise({ ...draft('lasting'), dedupe_key: 'lasting' })
  time = new Date(time.getTime() + 11 * DAY)
  await notifications.prune()
  expect(notifications.list().notifications.map(({ title }) => title)).toEqual(['lasting'])
})

test('a failed raise tells nobody', async () => {
  const told: unknown[] = []
  const notifications = create({ onRaised: (notification) => told.push(notification) })
  await database.close()
  await expect(notifications.raise(draft('lost'))).rejects.toMatchObject({ code: 'unavailable' })
  expect(told).toEqual([])
})

test('the answers of the handlers fit the declared shapes', async () => {
  const notifications = create()
  const performers = { timer: done, reminder: done, event: done, confirmation: done }
  const actions = new NotificationActions({ notifications, performers })
  const handlers = notificationsHandlers({ notifications, actions })
  const call = {} as never
  const none = { params: undefined, query: undefined, body: undefined } as const
  const { id } = await notifications.raise(draft('one'))
  const due = await notifications.raise({ ...draft('due'), ...actionable })
  const answers = {
    list: await handlers.list({ ...none, query: { limit: 5 } }, call),
    markRead: await handlers.markRead({ ...none, params: { id } }, call),
    act: await handlers.act({ ...none, params: { id: due.id, action_id: 'done' } }, call),
    markAllRead: await handlers.markAllRead(none, call),
    remove: await handlers.remove({ ...none, params: { id } }, call),
  }
  for (const [name, endpoint] of Object.entries(notificationsContract)) {
    expect(checkFor(endpoint.result, 'result')(answers[name as keyof typeof answers])).toEqual([])
  }
  expect(answers.markAllRead).toEqual({ marked: 0, unread: 0 })
  expect(answers.remove).toEqual({ id, deleted: true })
})

test('the examples fit the declared shapes', () => {
  for (const { result, example } of Object.values(notificationsContract)) {
    expect(checkFor(result, 'result')(example.result)).toEqual([])
  }
  const { query, example } = notificationsContract.list
  expect(checkFor(query, 'query')({ ...example.query })).toEqual([])
})

const actionable = {
  actions: [{ id: 'done', label: 'Done' }],
  subject: { kind: 'reminder' as const, id: 'r1' },
}

async function done() {}

function create(options: Partial<NotificationsOptions> = {}) {
  return createNotifications({ database, now: () => time, ...options })
}

function draft(title: string) {
  return { type: 'system_health', title, message: `${title}.` }
}

function open(): Promise<Database> {
  return openDatabase({
    path: join(folder, 'deskhand.db'),
    backupFolder: join(folder, 'backups'),
    migrations,
    now: () => time,
    log: silentLog,
  })
}
