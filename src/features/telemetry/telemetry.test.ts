import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { silentLog } from '../../contract/log.ts'
import { ground } from '../../migrations/0001-ground.ts'
import { notificationsAndTelemetry } from '../../migrations/0002-notifications-telemetry.ts'
import type { Database } from '../../platform/database/database.ts'
import { checkFor } from '../../platform/validation/validation.ts'
import { type Telemetry, telemetryContract } from './contract.ts'
import { telemetryHandlers } from './handlers.ts'
import { createTelemetry, type TelemetryOptions } from './telemetry.ts'
import { openDatabase } from '../../platform/database/open-database.ts'

const now = () => new Date('2026-03-02T09:30:00Z')
const call = {} as never
let folder: string
let database: Database

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deskhand-telemetry-'))
  database = await openDatabase({
    path: join(folder, 'deskhand.db'),
    backupFolder: join(folder, 'backups'),
    migrations: [ground, notificationsAndTelemetry],
    now,
    log: silentLog,
  })
})

afterEach(async () => {
  await database.close()
  await rm(folder, { recursive: true })
})

test('renders and failures are counted by component, those that fail most first', () => {
  const telemetry = create()
  telemetry.report([
    { component: 'text', success: true },
    { component: 'text', success: true },
    { component: 'chart', success: true, duration_ms: 10 },
    { component: 'chart', success: false, error: 'series is not a list', duration_ms: 20 },
  ])
  expect(telemetry.read()).toEqual({
    components: [
      {
        component: 'chart',
        renders: 2,
        failures: 1,
        failure_rate: 0.5,
        p50_ms: expect.closeTo(10, -0.5) as number,
        p95_ms: expect.closeTo(20, -0.7) as number,
        last_failure_at: '2026-03-02T09:30:00.000Z',
        last_error: 'series is not a list',
      },
      {
        component: 'text',
        renders: 2,
        failures: 0,
        failure_rate: 0,
        last_failure_at: null,
        last_error: null,
      },
    ],
    recent_failures: [
      {
        component: 'chart',
        error: 'series is not a list',
        duration_ms: 20,
        at: '2026-03-02T09:30:00.000Z',
      },
    ],
    total_renders: 4,
    total_failures: 1,
    failure_rate: 0.25,
    since: '2026-03-02T09:30:00.000Z',
  })
})

test('nothing reported is an empty answer', () => {
  expect(create().read()).toEqual({
    components: [],
    recent_failures: [],
    total_renders: 0,
    total_failures: 0,
    failure_rate: 0,
    since: null,
  })
})

test('what was counted survives a restart, and counting goes on from there', async () => {
  const before = create()
  before.report([
    { component: 'chart', success: false, error: 'first', duration_ms: 10 },
    { component: 'chart', success: false, error: 'second', duration_ms: 10 },
  ])
  const expected = before.read()
  await before.close()

  const after = create()
  expect(after.read()).toEqual(expected)
  after.report([{ component: 'chart', success: true }])
  expect(after.counts()).toEqual({ total_renders: 3, total_failures: 2, failure_rate: 0.6667 })
})

test('many reports are one write', async () => {
  let writes = 0
  const counting: Database = countWrites(database, () => (writes += 1))
  const telemetry = create({ database: counting })
  for (let index = 0; index < 300; index += 1) {
    telemetry.report([{ component: `kind-${index % 7}`, success: index % 2 === 0 }])
  }
  expect(writes).toBe(0)
  await telemetry.flush()
  expect(writes).toBe(1)
  await telemetry.flush()
  expect(writes).toBe(1)
})

test('reports reach the disk by themselves', async () => {
  const written = Promise.withResolvers<void>()
  const telemetry = create({ database: countWrites(database, written.resolve), flushMs: 1 })
  telemetry.report([{ component: 'chart', success: true }])
  await written.promise
  await database.write(() => undefined)
  expect(create().counts().total_renders).toBe(1)
})

test('a batch that could not be saved is saved with the next one', async () => {
  let failing = true
  const flaky: Database = {
    ...delegating(database),
    write: (work) => (failing ? Promise.reject(new Error('disk full')) : database.write(work)),
  }
  const warnings: string[] = []
  const log = { ...silentLog, warn: (_: object, message: string) => void warnings.push(message) }
  const telemetry = create({ database: flaky, log })
  telemetry.report([{ component: 'chart', success: false, error: 'first' }])
  await telemetry.flush()
  expect(warnings).toHaveLength(1)

  failing = false
  telemetry.report([{ component: 'table', success: false, error: 'second' }])
  await telemetry.close()
  const kept = create().read()
  expect(kept.total_failures).toBe(2)
  expect(kept.recent_failures.map(({ error }) => error)).toEqual(['second', 'first'])
})

test('beyond 500 names the rest is counted as other', () => {
  const telemetry = create()
  telemetry.report(Array.from({ length: 500 }, (_, index) => ({ component: `kind-${index}`, success: true })))
  telemetry.report([
    { component: 'made-up-1', success: true },
    { component: 'made-up-2', success: false, error: 'unknown' },
    { component: 'kind-3', success: true },
  ])
  const { components, recent_failures } = telemetry.read()
  expect(components).toHaveLength(501)
  expect(components.find(({ component }) => component === 'other')).toMatchObject({ renders: 2, failures: 1 })
  expect(components.find(({ component }) => component === 'kind-3')).toMatchObject({ renders: 2 })
  expect(recent_failures[0]?.component).toBe('other')
})

test('only the newest 200 failures are kept, in memory and on disk', async () => {
  const telemetry = create()
  telemetry.report(
    Array.from({ length: 250 }, (_, index) => ({
      component: 'chart',
      success: false,
      error: `error ${index}`,
    })),
  )
  await telemetry.flush()
  telemetry.report([{ component: 'chart', success: false, error: 'newest' }])
  await telemetry.close()
  const errors = (source: { read: typeof telemetry.read }) =>
    source.read({ failures: 1000 }).recent_failures.map(({ error }) => error)
  expect(errors(telemetry)).toHaveLength(200)
  expect(errors(telemetry)[0]).toBe('newest')
  expect(errors(create())).toEqual(errors(telemetry))
  const row = database.prepare('SELECT count(*) AS kept FROM telemetry_failures').get()
  expect(row?.['kept']).toBe(200)
})

test('errors are cut after 2,000 characters, and secrets in them are taken out first', () => {
  const telemetry = create({ redact: (text) => text.replaceAll('sk-secret', '•••') })
  telemetry.report([{ component: 'chart', success: false, error: `${'x'.repeat(1_995)}sk-secret and more` }])
  const error = telemetry.read().recent_failures[0]?.error
  expect(error).toHaveLength(2_000)
  expect(error?.endsWith('x••• a')).toBe(true)
})

test('one report or a list of them is accepted, and the answers fit the declared shapes', async () => {
  const handlers = telemetryHandlers({ telemetry: create() })
  const { report, read } = telemetryContract
  const none = { params: undefined, query: undefined } as const
  for (const [body, accepted] of [
    [{ component: 'chart', success: true }, 1],
    [
      [
        { component: 'chart', success: true, error: null, duration_ms: null },
        { component: 'a', success: false },
      ],
      2,
    ],
    [[], 0],
  ] as const) {
    expect(checkFor(report.body, 'body')(body)).toEqual([])
    expect(await handlers.report({ ...none, body: body as never }, call)).toEqual({ accepted })
  }
  const answer = await handlers.read({ params: undefined, query: { failures: 0 }, body: undefined }, call)
  expect(checkFor(read.result, 'result')(answer)).toEqual([])
  expect((answer as Telemetry).recent_failures).toEqual([])
})

test.each([
  [{ component: 'chart' }],
  [{ component: '', success: true }],
  [{ component: 'chart', success: true, duration_ms: -1 }],
  [[{ component: 'chart', success: 'yes' }]],
  [Array.from({ length: 501 }, () => ({ component: 'chart', success: true }))],
  ['chart'],
])('a report that says nothing useful is refused (%#)', (body) => {
  expect(checkFor(telemetryContract.report.body, 'body')(body)).not.toEqual([])
})

test('the examples fit the declared shapes', () => {
  const { report, read } = telemetryContract
  expect(checkFor(report.body, 'body')(report.example.body)).toEqual([])
  expect(checkFor(report.result, 'result')(report.example.result)).toEqual([])
  expect(checkFor(read.query, 'query')({ ...read.example.query })).toEqual([])
  expect(checkFor(read.result, 'result')(read.example.result)).toEqual([])
})

function create(options: Partial<TelemetryOptions> = {}) {
  return createTelemetry({ database, now, flushMs: 3_600_000, ...options })
}

function countWrites(target: Database, onWritten: () => void): Database {
  return {
    ...delegating(target),
    async write(work) {
      const value = await target.write(work)
      onWritten()
      return value
    },
  }
}

function delegating(target: Database): Database {
  return {
    prepare: (sql) => target.prepare(sql),
    write: (work) => target.write(work),
    backup: (reason) => target.backup(reason),
    backups: () => target.backups(),
    foldLog: () => target.foldLog(),
    health: () => target.health(),
    close: () => target.close(),
  }
}
