import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { silentLog } from '../../contract/log.ts'
import { limits } from '../../contract/limits.ts'
import { migrations } from '../../migrations/migrations.ts'
import type { Database } from '../../platform/database/database.ts'
import { openDatabase } from '../../platform/database/open-database.ts'
import { startPushService, type PushBrowser, type PushService } from '../../../test/push-service.ts'
import { createNotifications, type Notifications } from '../notifications/notifications.ts'
import { Push, type PushDeps } from './push.ts'
import { keysOf } from './vapid.ts'

const HOUR = 3_600_000
let folder: string
let database: Database
let time: Date
let pushService: PushService
let notifications: Notifications
let push: Push

beforeEach(async () => {
  time = new Date()
  folder = await mkdtemp(join(tmpdir(), 'deskhand-push-'))
  database = await openDatabase({
    path: join(folder, 'deskhand.db'),
    backupFolder: join(folder, 'backups'),
    migrations,
    now: () => time,
    log: silentLog,
  })
  pushService = await startPushService()
  push = create()
  notifications = createNotifications({
    database,
    now: () => time,
    onRaised: (notification) => push.raised(notification),
    onRead: (ids) => push.read(ids),
  })
})

afterEach(async () => {
  pushService.assertContent()
  await push.close()
  await database.close()
  await pushService[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

test('what was raised and not queued before a crash is sent by the next start, once', async () => {
  await push.start()
  const browser = await subscribed()
  await raise('Sent')
  await expect.poll(() => titles(browser)).toEqual(['Sent'])
  // The process dies after it is on disk, before anybody is told.
  const silent = createNotifications({ database, now: () => time })
  await silent.raise(draft('Lost'))
  await restart()
  await expect.poll(() => titles(browser)).toEqual(['Sent', 'Lost'])
  await restart()
  await raise('Next')
  await expect.poll(() => titles(browser)).toEqual(['Sent', 'Lost', 'Next'])
})

test('a start tells a new device nothing of before, and nothing that was read', async () => {
  await createNotifications({ database, now: () => time }).raise(draft('Before'))
  time = new Date(time.getTime() + 1_000)
  const browser = await subscribed()
  const silent = createNotifications({ database, now: () => time })
  const { id } = await silent.raise(draft('Read'))
  await silent.markRead(id)
  await silent.raise(draft('Unread'))
  await push.start()
  await expect.poll(() => titles(browser)).toEqual(['Unread'])
})

test('what is held back is sent when it is told at last', async () => {
  let isQuiet = true
  await restart({ shouldDeliver: () => !isQuiet })
  const browser = await subscribed()
  const held = await raise('Held')
  const later = await raise('Also held')
  isQuiet = false
  push.raised(held)
  push.raised(later)
  push.raised(later)
  await expect.poll(() => titles(browser)).toEqual(['Held', 'Also held'])
})

test('one that is read while it is on its way is closed afterwards', async () => {
  await push.start()
  const browser = await subscribed()
  const gate = Promise.withResolvers<void>()
  pushService.gate = gate.promise
  const { id } = await raise('Under way')
  await expect.poll(() => browser.tries).toBe(1)
  await notifications.markRead(id)
  gate.resolve()
  await expect
    .poll(() => browser.received.map(({ payload }) => payload))
    .toMatchObject([{ id }, { close: id }])
  await expect.poll(() => count('SELECT count(*) AS count FROM push_messages')).toBe(0)
})

test('what nobody waits for any more is not sent', async () => {
  time = new Date(Date.now() - 25 * HOUR)
  const browser = await subscribed()
  await raise('Yesterday')
  time = new Date()
  await push.start()
  await raise('Today')
  await expect.poll(() => titles(browser)).toEqual(['Today'])
})

test('a device that is never reached keeps only the newest messages', async () => {
  await subscribed()
  for (let number = 0; number < limits.push_messages.value + 5; number += 1) await raise(`Notice ${number}`)
  await expect
    .poll(() => count('SELECT count(*) AS count FROM push_messages'))
    .toBe(limits.push_messages.value)
})

test('a push service is left alone for as long as it asks', async () => {
  await push.start()
  const browser = await subscribed()
  browser.answers.push({ status: 429, headers: { 'retry-after': '120' } })
  await raise('Patient')
  await expect.poll(() => nextIn()).toBe(120_000)
  expect(browser.tries).toBe(1)
})

test('without a word from it the pauses grow', async () => {
  const browser = await subscribed()
  browser.answers.push({ status: 503 }, { status: 503 }, { status: 503 })
  const { id } = await raise('Growing')
  for (const pause of [1_000, 2_000, 4_000]) {
    await restart()
    await expect.poll(() => nextIn()).toBe(pause)
  }
  await restart()
  await expect.poll(() => browser.received.map(({ topic }) => topic)).toEqual([id])
})

test('there is a limit to devices', async () => {
  for (let number = 0; number < limits.push_devices.value; number += 1) await subscribed()
  await expect(subscribed()).rejects.toMatchObject({ code: 'conflict' })
})

function create(options: Partial<PushDeps> = {}): Push {
  return new Push({
    database,
    notifications: { list: (query) => notifications.list(query) },
    now: () => time,
    log: silentLog,
    fetch,
    keys: () => Promise.resolve(keysOf('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw')),
    contact: () => 'mailto:push@example.com',
    allowedTargets: () => [pushService.target],
    ...options,
  })
}

async function restart(options: Partial<PushDeps> = {}): Promise<void> {
  await push.close()
  push = create(options)
  await push.start()
}

async function subscribed(): Promise<PushBrowser> {
  const browser = pushService.newBrowser()
  await push.subscribe({ ...browser.subscription, name: 'A phone' })
  return browser
}

function raise(title: string) {
  return notifications.raise(draft(title))
}

function draft(title: string) {
  return { type: 'told', title, message: `${title}.` }
}

function titles({ received }: PushBrowser) {
  return received.map(({ payload }) => payload['title'])
}

function count(sql: string): number {
  return Number(database.prepare(sql).get()!['count'])
}

function nextIn(): number {
  const row = database.prepare('SELECT next_at FROM push_messages').get()!
  return Date.parse(String(row['next_at'])) - time.getTime()
}
