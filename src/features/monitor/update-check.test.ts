import { mkdtempDisposable } from 'node:fs/promises'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { silentLog } from '../../contract/log.ts'
import { migrations } from '../../migrations/migrations.ts'
import { createNotifications, type Notifications } from '../notifications/notifications.ts'
import { createUpdateCheck, updateIssues, type UpdateCheck } from './update-check.ts'
import { openDatabase } from '../../platform/database/open-database.ts'

const HOUR = 3_600_000

let opened: AsyncDisposableStack
let notifications: Notifications
let settings: Record<string, unknown>
let now: Date
let asked: string[]
let answer: { status: number; body: string }
let newCheck: () => UpdateCheck

beforeEach(async () => {
  opened = new AsyncDisposableStack()
  const folder = opened.use(await mkdtempDisposable(join(tmpdir(), 'deskhand-update-')))
  now = new Date('2026-03-01T12:00:00Z')
  asked = []
  answer = { status: 200, body: '{"name":"deskhand","version":"0.10.0"}' }
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    response.writeHead(answer.status).end(answer.body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  opened.defer(() => void server.close())
  settings = {
    UPDATE_CHECK: true,
    UPDATE_ADDRESS: `http://127.0.0.1:${(server.address() as AddressInfo).port}/deskhand/latest`,
  }
  const database = await openDatabase({
    path: join(folder.path, 'data.db'),
    backupFolder: join(folder.path, 'backups'),
    migrations,
    now: () => now,
    log: silentLog,
  })
  opened.defer(() => database.close())
  notifications = createNotifications({ database, now: () => now })
  newCheck = () =>
    createUpdateCheck({
      settings: { get: (name: string) => settings[name] as never },
      notifications,
      now: () => now,
      log: silentLog,
      fetch,
      version: '0.9.1',
      file: join(folder.path, 'update-check'),
    })
})

afterEach(() => opened.disposeAsync())

function told(): string[] {
  return notifications.list().notifications.map(({ title }) => title)
}

test('a newer version is told once, and asked for once a day, restarts included', async () => {
  await newCheck().look()
  await newCheck().look()
  now = new Date(now.getTime() + 23 * HOUR)
  await newCheck().look()
  expect(asked).toEqual(['GET /deskhand/latest'])
  expect(told()).toEqual(['Deskhand 0.10.0 is available'])
  now = new Date(now.getTime() + HOUR)
  await newCheck().look()
  expect(asked).toHaveLength(2)
  expect(told()).toHaveLength(1)
})

test.each(['0.9.1', '0.9.0', '0.8.7'])('version %s is nothing to tell', async (version) => {
  answer.body = JSON.stringify({ version })
  await newCheck().look()
  expect(asked).toHaveLength(1)
  expect(told()).toEqual([])
})

test.each([
  { status: 404, body: '{"version":"9.9.9"}' },
  { status: 200, body: 'hello' },
  { status: 200, body: '{"version":"<b>9</b>"}' },
  { status: 200, body: 'null' },
])('an answer that does not fit is refused, told to nobody and not asked for again: $body', async (given) => {
  answer = given
  await expect(newCheck().look()).rejects.toMatchObject({ code: 'upstream_failed' })
  await newCheck().look()
  expect(asked).toHaveLength(1)
  expect(told()).toEqual([])
})

test('nothing is asked when it is off', async () => {
  settings['UPDATE_CHECK'] = false
  await newCheck().look()
  expect(asked).toEqual([])
})

test('it looks at the start, and ends when it is told to', async () => {
  const check = newCheck()
  check.start()
  await expect.poll(told).toEqual(['Deskhand 0.10.0 is available'])
  await check.stop()
})

test('switching it on needs an address', () => {
  const read = (values: Record<string, unknown>) => (name: string) => values[name] ?? null
  expect(updateIssues(read({ UPDATE_CHECK: true }))).toHaveLength(1)
  expect(updateIssues(read({ UPDATE_CHECK: false }))).toEqual([])
  expect(updateIssues(read(settings))).toEqual([])
})
