import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Call } from '../../contract/endpoint.ts'
import { AppError } from '../../contract/errors.ts'
import { silentLog } from '../../contract/log.ts'
import { migrations } from '../../migrations/migrations.ts'
import { openDatabase } from '../../platform/database/open-database.ts'
import { checkFor } from '../../platform/validation/validation.ts'
import { Notification } from './contract.ts'
import { Delivery } from './delivery.ts'
import { NotificationActions, type Perform } from './notification-actions.ts'
import type { NotificationDraft } from './notification-rows.ts'
import { createNotifications } from './notifications.ts'

const call = {} as Call

/** Time stands still until a test lets it pass. */
async function openStage(perform: Perform = async () => {}) {
  const folder = await mkdtempDisposable(join(tmpdir(), 'deskhand-notices-'))
  let time = new Date(2026, 5, 1, 21, 0)
  const now = () => time
  const database = await openDatabase({
    path: join(folder.path, 'deskhand.db'),
    backupFolder: join(folder.path, 'backups'),
    migrations,
    now,
    log: silentLog,
  })
  const values: Record<string, unknown> = { QUIET_HOURS_FROM: '22:00', QUIET_HOURS_TO: '07:00' }
  const settings = { get: (name: string) => values[name] ?? !name.startsWith('QUIET') }
  const told: Notification[] = []
  const read: string[] = []
  const notifications = createNotifications({
    database,
    now,
    delivery: new Delivery(settings),
    onRaised: (notification) => told.push(notification),
    onRead: (ids) => read.push(...ids),
  })
  const performers = { timer: perform, reminder: perform, event: perform, confirmation: perform }
  return {
    notifications,
    actions: new NotificationActions({ notifications, performers }),
    values,
    told,
    read,
    delivered: (notification: Notification) => notifications.shouldDeliver(notification, time),
    at(hours: number, minutes = 0) {
      time = new Date(2026, 5, hours < 21 ? 2 : 1, hours, minutes)
    },
    async [Symbol.asyncDispose]() {
      await database.close()
      await folder[Symbol.asyncDispose]()
    },
  }
}

const due: NotificationDraft = {
  type: 'reminder',
  title: 'Reminder',
  message: 'Call Anna',
  actions: [
    { id: 'done', label: 'Done' },
    { id: 'snooze_10m', label: 'Snooze 10 min' },
  ],
  subject: { kind: 'reminder', id: 'r1', at: '2026-06-01T09:00:00.000Z' },
}
const news: NotificationDraft = { type: 'workflow_failed', title: 'Backup failed', message: 'No space.' }

test('an action is done once, to what it is about, and reads the notification', async () => {
  const performed: unknown[] = []
  await using stage = await openStage(async (subject, action) => {
    performed.push([subject, action])
  })
  const raised = await stage.notifications.raise(due)
  expect(raised).toMatchObject({ actions: due.actions, sound: false, read: false })
  expect(checkFor(Notification, 'result')(raised)).toEqual([])
  expect(await stage.actions.perform(raised.id, 'snooze_10m', call)).toMatchObject({ read: true })
  expect(performed).toEqual([[due.subject, 'snooze_10m']])
  expect(stage.read).toEqual([raised.id])
  await expect(stage.actions.perform(raised.id, 'done', call)).rejects.toMatchObject({
    code: 'conflict',
    message: 'Already answered: Snooze 10 min.',
  })
  expect(performed).toHaveLength(1)
})

test('one that was only read can still be answered', async () => {
  await using stage = await openStage()
  const { id } = await stage.notifications.raise(due)
  await stage.notifications.markAllRead()
  expect(await stage.actions.perform(id, 'done', call)).toMatchObject({ id, read: true })
})

test('of two who press at the same moment one is refused', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  await using stage = await openStage(() => promise)
  const { id } = await stage.notifications.raise(due)
  const first = stage.actions.perform(id, 'done', call)
  await expect(stage.actions.perform(id, 'snooze_10m', call)).rejects.toMatchObject({ code: 'conflict' })
  resolve()
  expect(await first).toMatchObject({ read: true })
})

test('what it is about may refuse, and then nothing is handled', async () => {
  await using stage = await openStage(async () => {
    throw new AppError('conflict', 'This reminder has been done, moved or deleted since.')
  })
  const { id } = await stage.notifications.raise(due)
  await expect(stage.actions.perform(id, 'done', call)).rejects.toMatchObject({ code: 'conflict' })
  expect(stage.notifications.find(id)).toMatchObject({ handled: null, notification: { read: false } })
})

test.each([
  ['what it does not offer', 'approve', /^No action "approve" for "ntf_1"\. It has done, snooze_10m\.$/],
  ['a made-up name', '__proto__', /No action/],
])('%s is not found', async (_, action, message) => {
  await using stage = await openStage()
  const { id } = await stage.notifications.raise(due)
  await expect(stage.actions.perform(id, action, call)).rejects.toMatchObject({ code: 'not_found', message })
  const plain = await stage.notifications.raise(news)
  await expect(stage.actions.perform(plain.id, 'done', call)).rejects.toMatchObject({
    message: 'There is nothing to do about "ntf_2".',
  })
  await expect(stage.actions.perform('ntf_99', 'done', call)).rejects.toMatchObject({ code: 'not_found' })
})

test('what is over is settled by what it was about', async () => {
  await using stage = await openStage()
  const one = await stage.notifications.raise(due)
  const two = await stage.notifications.raise({ ...due, subject: { kind: 'reminder', id: 'r2' } })
  await stage.notifications.settleAbout(({ id }) => id === 'r2')
  expect(stage.read).toEqual([two.id])
  expect(stage.notifications.list({ unread: true }).notifications.map(({ id }) => id)).toEqual([one.id])
})

test('in quiet hours nothing leaves the page but what was set to ring, and one digest tells of it afterwards', async () => {
  await using stage = await openStage()
  stage.at(21, 59)
  expect(stage.delivered(await stage.notifications.raise(news))).toBe(true)
  stage.at(22)
  const late = await stage.notifications.raise({ ...news, title: 'Sync failed' })
  stage.at(3)
  const night = await stage.notifications.raise(due)
  const alarm = await stage.notifications.raise({ ...due, type: 'timer', title: 'Alarm', sound: true })
  const read = await stage.notifications.raise({ ...news, title: 'Seen at night' })
  await stage.notifications.markRead(read.id)
  expect([late, night, alarm].map(stage.delivered)).toEqual([false, false, true])
  await stage.notifications.tellHeld()
  expect(stage.told).toHaveLength(5)
  stage.at(7)
  await stage.notifications.tellHeld()
  await stage.notifications.tellHeld()
  const digest = stage.told.at(-1)!
  expect(stage.told).toHaveLength(6)
  expect(digest).toMatchObject({
    type: 'digest',
    title: '2 things happened while you were away',
    message: 'Sync failed\nCall Anna',
    action: { notification_ids: [late.id, night.id] },
  })
  expect(stage.delivered(digest)).toBe(true)
})

test('what was missed while the service was off is told together, and one alone by itself', async () => {
  await using stage = await openStage()
  stage.at(12)
  const one = await stage.notifications.raise({ ...due, missed: true })
  expect(stage.delivered(one)).toBe(false)
  await stage.notifications.tellHeld()
  // More of it may still come in.
  expect(stage.told).toEqual([one])
  stage.at(12, 1)
  await stage.notifications.tellHeld()
  expect(stage.told).toEqual([one, one])
  expect(stage.delivered(one)).toBe(true)
  for (const title of ['Tea', 'Pasta', 'Eggs'])
    await stage.notifications.raise({ ...news, title, missed: true })
  stage.at(12, 2)
  await stage.notifications.tellHeld()
  expect(stage.told.at(-1)).toMatchObject({
    title: '3 things happened while you were away',
    message: 'Tea\nPasta\nEggs',
  })
})

test('a digest says nothing of what a question is about', async () => {
  await using stage = await openStage()
  stage.at(23)
  for (const type of ['approval', 'workflow_waiting'])
    await stage.notifications.raise({ type, title: 'Delete “~/Divorce.odt”?', message: 'Why you are asked.' })
  stage.at(7)
  await stage.notifications.tellHeld()
  expect(stage.told.at(-1)).toMatchObject({
    type: 'digest',
    message: 'A question is waiting for you\nA workflow is waiting for you',
  })
})

test('a kind that is turned off stays in the page, and out of the digest', async () => {
  await using stage = await openStage()
  stage.values['NOTIFY_AUTOMATIONS'] = false
  stage.at(12)
  expect(stage.delivered(await stage.notifications.raise(news))).toBe(false)
  expect(stage.delivered(await stage.notifications.raise(due))).toBe(true)
  expect(stage.delivered(await stage.notifications.raise({ ...news, type: 'unheard_of' }))).toBe(true)
  stage.at(23)
  await stage.notifications.raise({ ...news, title: 'At night' })
  stage.at(8)
  await stage.notifications.tellHeld()
  expect(stage.told.filter(({ type }) => type === 'digest')).toEqual([])
})

test('hours that do not span midnight are quiet between them', async () => {
  await using stage = await openStage()
  Object.assign(stage.values, { QUIET_HOURS_FROM: '12:00', QUIET_HOURS_TO: '13:30' })
  const delivered: boolean[] = []
  for (const [hours, minutes] of [
    [11, 59],
    [12, 0],
    [13, 29],
    [13, 30],
  ] as const) {
    stage.at(hours, minutes)
    delivered.push(stage.delivered(await stage.notifications.raise(news)))
  }
  expect(delivered).toEqual([true, false, false, true])
})
