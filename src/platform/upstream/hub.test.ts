import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { AppError } from '../../contract/errors.ts'
import { silentLog } from '../../contract/log.ts'
import { upstreamCache } from '../../migrations/0007-upstream-cache.ts'
import type { Database } from '../database/database.ts'
import { guardedFetch } from '../network/guarded-fetch.ts'
import { fieldsOf, numberOf } from './fields.ts'
import { UpstreamHub, type HubOptions } from './hub.ts'
import { defineLookup, type Lookup, type Provider, type ProviderHealth } from './provider.ts'
import { operatorTargets } from './request-target.ts'
import { openDatabase } from '../database/open-database.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

const provider: Provider = {
  name: 'NUMBERS',
  title: 'Numbers',
  origin: 'https://numbers.example.org',
  caps: [{ calls: 1000, perSeconds: 1 }],
}

interface Question {
  readonly name: string
}

function numberLookup(changes: Partial<Lookup<Question, number>> = {}): Lookup<Question, number> {
  return defineLookup<Question, number>({
    name: 'numbers.one',
    provider,
    keepMs: 10 * MINUTE,
    example: { name: 'one' },
    request: ({ name }) => ({ path: `/number/${name}`, query: { format: 'json' } }),
    read(answer) {
      if (answer.status === 404) throw new AppError('not_found', 'No such number.')
      return numberOf(fieldsOf(answer.json())['number'])!
    },
    ...changes,
  })
}

type Answer = (request: IncomingMessage, response: ServerResponse) => unknown

interface Stage {
  readonly hub: UpstreamHub
  readonly clock: { ms: number }
  readonly requests: IncomingMessage[]
  readonly events: ProviderHealth[]
  readonly settings: Record<string, string>
  answer: Answer
  /** Another hub on the same database and address, as after a restart. */
  readonly again: () => UpstreamHub
}

const caller = { signal: new AbortController().signal }
const json =
  (body: unknown, headers: object = {}): Answer =>
  (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', ...headers })
    response.end(JSON.stringify(body))
  }
const status =
  (code: number, headers: object = {}): Answer =>
  (_request, response) => {
    response.writeHead(code, { ...headers })
    response.end('{}')
  }

/** A hub, a provider on this machine, and a clock that stands still until it is moved. */
async function stage(options: Partial<HubOptions> & { database?: Database | null } = {}): Promise<Stage> {
  const requests: IncomingMessage[] = []
  const server = createServer((request, response) => {
    requests.push(request)
    set.answer(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const clock = { ms: Date.parse('2026-03-02T09:30:00Z') }
  const events: ProviderHealth[] = []
  const settings: Record<string, string> = { UPSTREAM_NUMBERS: `http://127.0.0.1:${port}/mirror/` }
  const setting = (name: string) => settings[name] ?? null
  const hubs: UpstreamHub[] = []
  const open = () => {
    const hub = new UpstreamHub({
      providers: [provider],
      database: null,
      setting,
      now: () => new Date(clock.ms),
      monotonic: () => clock.ms,
      log: silentLog,
      version: '1.2.3',
      onHealth: (health) => events.push(health),
      fetchProvider: guardedFetch({ allowedTargets: () => operatorTargets([provider], setting) }),
      fetchGiven: guardedFetch({ allowedTargets: () => [] }),
      firstDelayMs: 1,
      deadlineMs: 50_000,
      ...options,
    })
    hubs.push(hub)
    return hub
  }
  const set: Stage = {
    hub: open(),
    clock,
    requests,
    events,
    settings,
    answer: json({ number: 1 }),
    again: open,
  }
  onTestFinished(async () => {
    for (const hub of hubs) await hub.close()
    server.closeAllConnections()
    server.close()
  })
  return set
}

async function openCache(): Promise<Database> {
  const folder = await mkdtemp(join(tmpdir(), 'deskhand-hub-'))
  const database = await openDatabase({
    path: join(folder, 'cache.db'),
    backupFolder: join(folder, 'backups'),
    migrations: [{ ...upstreamCache, version: 1 }],
    now: () => new Date(),
    log: silentLog,
  })
  onTestFinished(async () => {
    await database.close()
    await rm(folder, { recursive: true, force: true })
  })
  return database
}

const ask = (hub: UpstreamHub, lookup = numberLookup(), name = 'one') =>
  hub.ask(lookup, { name }, hub.turn(caller))

test('two hundred callers of one question make one request', async () => {
  const { hub, requests } = await stage()
  const answers = await Promise.all(Array.from({ length: 200 }, () => ask(hub)))
  expect(requests).toHaveLength(1)
  expect(new Set(answers.map(({ value }) => value))).toEqual(new Set([1]))
})

test('an answer is kept for as long as its nature allows, and then asked for again', async () => {
  const set = await stage()
  await ask(set.hub)
  set.clock.ms += 9 * MINUTE
  set.answer = json({ number: 2 })
  expect(await ask(set.hub)).toMatchObject({ value: 1, stale: false })
  set.clock.ms += 2 * MINUTE
  expect(await ask(set.hub)).toMatchObject({ value: 2, stale: false, fetchedAt: new Date(set.clock.ms) })
  expect(set.requests).toHaveLength(2)
})

test('the operator can put another address with a path in front in the place of the provider', async () => {
  const set = await stage()
  await ask(set.hub, numberLookup(), 'a b')
  expect(set.requests[0]!.url).toBe('/mirror/number/a%20b?format=json')
})

test('a known answer is asked for with its validators, and "not modified" renews it', async () => {
  const set = await stage()
  const modified = 'Mon, 02 Mar 2026 09:00:00 GMT'
  set.answer = json({ number: 1 }, { etag: '"abc"', 'last-modified': modified })
  await ask(set.hub)
  set.answer = status(304)
  set.clock.ms += 11 * MINUTE
  expect(await ask(set.hub)).toMatchObject({ value: 1, stale: false, fetchedAt: new Date(set.clock.ms) })
  expect(set.requests[1]!.headers).toMatchObject({ 'if-none-match': '"abc"', 'if-modified-since': modified })
  set.clock.ms += 9 * MINUTE
  await ask(set.hub)
  expect(set.requests).toHaveLength(2)
})

test('the last good answer stands in for a provider that fails, for a day and no longer', async () => {
  const set = await stage()
  const { fetchedAt } = await ask(set.hub)
  set.answer = status(500)
  set.clock.ms += DAY + 9 * MINUTE
  expect(await ask(set.hub)).toEqual({ value: 1, stale: true, fetchedAt })
  set.clock.ms += 2 * MINUTE
  await expect(ask(set.hub)).rejects.toMatchObject({
    code: 'upstream_failed',
    message: 'Numbers answered 500.',
  })
})

test('what is on disk outlives a restart, also as a stand-in, and is renewed with its validators', async () => {
  const set = await stage({ database: await openCache() })
  set.answer = json({ number: 1 }, { etag: '"abc"' })
  const { fetchedAt } = await ask(set.hub)
  await set.hub.close()
  const second = set.again()
  expect(await ask(second)).toEqual({ value: 1, stale: false, fetchedAt })
  expect(set.requests).toHaveLength(1)
  set.clock.ms += 11 * MINUTE
  set.answer = status(500)
  expect(await ask(set.again())).toEqual({ value: 1, stale: true, fetchedAt })
  set.clock.ms += MINUTE
  set.answer = status(304)
  expect(await ask(set.again())).toMatchObject({ value: 1, stale: false })
  expect(set.requests.at(-1)!.headers['if-none-match']).toBe('"abc"')
})

test('a kept answer that is damaged, or that no reader understands any more, is asked for again', async () => {
  const database = await openCache()
  const set = await stage({ database })
  await ask(set.hub)
  await set.hub.close()
  const stricter = numberLookup({
    read(answer) {
      const value = numberOf(fieldsOf(answer.json())['newName'])
      if (value === null) throw new TypeError('an older shape')
      return value
    },
  })
  set.answer = json({ newName: 7 })
  expect(await ask(set.again(), stricter)).toMatchObject({ value: 7 })
  await database.write(() => void database.prepare("UPDATE upstream_cache SET body = x'00'").run())
  set.answer = json({ number: 8 })
  expect(await ask(set.again())).toMatchObject({ value: 8 })
})

test('what is private or only good once stays off the disk', async () => {
  const database = await openCache()
  const set = await stage({ database })
  await ask(set.hub, numberLookup({ memoryOnly: true }))
  await set.hub.close()
  expect(database.prepare('SELECT count(*) AS rows FROM upstream_cache').get()).toEqual({ rows: 0 })
})

test('the disk holds the newest answers within its bounds', async () => {
  const database = await openCache()
  const set = await stage({ database })
  set.answer = json({ number: 1, noise: randomBytes(1_400_000).toString('base64') })
  for (let index = 0; index < 28; index += 1) {
    set.clock.ms += 1000
    await ask(set.hub, numberLookup(), String(index))
  }
  await set.hub.close()
  const row = database
    .prepare('SELECT sum(length(body)) AS bytes, min(fetched_at) AS oldest FROM upstream_cache')
    .get()!
  expect(Number(row['bytes'])).toBeLessThan(34 * 1024 * 1024)
  expect(Number(row['bytes'])).toBeGreaterThan(20 * 1024 * 1024)
  expect(Number(row['oldest'])).toBeGreaterThan(set.clock.ms - 27_000)
})

test('that there is no such thing is an answer: it is kept, and never bridged by an older one', async () => {
  const set = await stage()
  set.answer = status(404)
  await expect(ask(set.hub)).rejects.toMatchObject({ code: 'not_found' })
  await expect(ask(set.hub)).rejects.toMatchObject({ code: 'not_found' })
  expect(set.requests).toHaveLength(1)
  expect(set.hub.health()).toMatchObject([{ status: 'ok' }])
  set.clock.ms += 11 * MINUTE
  set.answer = json({ number: 3 })
  expect(await ask(set.hub)).toMatchObject({ value: 3 })
})

test('a failed try is made again, three times at most', async () => {
  const set = await stage()
  const codes = [500, 502, 200]
  set.answer = (request, response) => {
    const code = codes.shift()!
    if (code === 200) json({ number: 4 })(request, response)
    else status(code)(request, response)
  }
  expect(await ask(set.hub)).toMatchObject({ value: 4 })
  set.answer = status(503)
  await expect(ask(set.hub, numberLookup(), 'two')).rejects.toMatchObject({ code: 'upstream_failed' })
  expect(set.requests).toHaveLength(6)
})

test('a provider that says how long to wait is asked again after that, when there is time', async () => {
  const set = await stage({ monotonic: () => performance.now() })
  set.answer = (request, response) => {
    if (set.requests.length === 1) status(429, { 'retry-after': '0' })(request, response)
    else json({ number: 5 })(request, response)
  }
  expect(await ask(set.hub)).toMatchObject({ value: 5 })
  expect(set.requests).toHaveLength(2)
})

test.each([
  { what: 'seconds', headers: { 'retry-after': '3600' }, seconds: 3600 },
  { what: 'a date', headers: { 'retry-after': 'Mon, 02 Mar 2026 10:30:00 GMT' }, seconds: 3600 },
  { what: 'nothing', headers: {}, seconds: 60 },
])(
  'a provider that has enough and says for how long with $what is left alone',
  async ({ headers, seconds }) => {
    const set = await stage()
    set.answer = status(429, headers)
    await expect(ask(set.hub)).rejects.toMatchObject({
      code: 'upstream_failed',
      headers: { 'retry-after': String(seconds) },
    })
    await expect(ask(set.hub, numberLookup(), 'two')).rejects.toMatchObject({ code: 'upstream_failed' })
    expect(set.requests).toHaveLength(1)
    set.clock.ms += seconds * 1000 + 1
    set.answer = json({ number: 6 })
    expect(await ask(set.hub)).toMatchObject({ value: 6 })
  },
)

test('a host that keeps failing is left alone; then one tries, and the others wait for what becomes of it', async () => {
  const set = await stage()
  set.answer = status(500)
  await Promise.allSettled([ask(set.hub, numberLookup(), 'a'), ask(set.hub, numberLookup(), 'b')])
  const tried = set.requests.length
  expect(tried).toBeGreaterThanOrEqual(5)
  await expect(ask(set.hub, numberLookup(), 'c')).rejects.toThrow(
    'has been failing, so it is paused. Try again in',
  )
  expect(set.requests).toHaveLength(tried)
  set.clock.ms += 31_000
  const held = Promise.withResolvers<void>()
  set.answer = (request, response) => void held.promise.then(() => json({ number: 9 })(request, response))
  const probe = ask(set.hub, numberLookup(), 'd')
  await expect(ask(set.hub, numberLookup(), 'e')).rejects.toThrow(
    'has been failing, so it is paused. Try again in',
  )
  held.resolve()
  expect(await probe).toMatchObject({ value: 9 })
  expect(await ask(set.hub, numberLookup(), 'f')).toMatchObject({ value: 9 })
  expect(set.requests).toHaveLength(tried + 2)
})

test('a provider is never asked more often than it allows', async () => {
  const capped = { ...provider, caps: [{ calls: 2, perSeconds: 60 }] }
  const set = await stage({ deadlineMs: 2000 })
  const lookup = numberLookup({ provider: capped })
  await ask(set.hub, lookup, 'a')
  await ask(set.hub, lookup, 'b')
  await expect(ask(set.hub, lookup, 'c')).rejects.toThrow('request limit is reached. Try again in 60 s')
  set.clock.ms += 11 * MINUTE
  expect(await ask(set.hub, lookup, 'a')).toMatchObject({ stale: false })
  expect(set.requests).toHaveLength(3)
})

test('the health of a provider is known, and told when it changes', async () => {
  const set = await stage()
  expect(set.hub.health()).toEqual([{ provider: 'NUMBERS', status: 'unknown', message: null }])
  await ask(set.hub)
  expect(set.events).toEqual([])
  set.answer = status(500)
  await ask(set.hub, numberLookup(), 'two').catch(() => {})
  expect(set.hub.health()).toEqual([
    { provider: 'NUMBERS', status: 'degraded', message: 'Numbers answered 500.' },
  ])
  await ask(set.hub, numberLookup(), 'three').catch(() => {})
  expect(set.hub.health()).toMatchObject([{ status: 'down' }])
  set.clock.ms += 31_000
  set.answer = json({ number: 1 })
  await ask(set.hub, numberLookup(), 'two')
  expect(set.events.map(({ status: now }) => now)).toEqual(['degraded', 'down', 'ok'])
})

test('a provider without the setting that it needs is told to be not configured', async () => {
  const set = await stage({ providers: [{ ...provider, needs: 'NUMBERS_KEY' }] })
  expect(set.hub.health()).toEqual([
    { provider: 'NUMBERS', status: 'not_configured', message: 'Set NUMBERS_KEY to use it.' },
  ])
})

test('a caller that goes away takes nothing from the others', async () => {
  const set = await stage()
  const held = Promise.withResolvers<void>()
  set.answer = (request, response) => void held.promise.then(() => json({ number: 1 })(request, response))
  const leaving = new AbortController()
  const left = set.hub.ask(numberLookup(), { name: 'one' }, set.hub.turn(leaving))
  const stays = ask(set.hub)
  leaving.abort()
  await expect(left).rejects.toMatchObject({ code: 'cancelled' })
  held.resolve()
  expect(await stays).toMatchObject({ value: 1 })
})

test('a caller with little time left is told so, while the request goes on and fills the cache', async () => {
  const set = await stage()
  const held = Promise.withResolvers<void>()
  set.answer = (request, response) => void held.promise.then(() => json({ number: 1 })(request, response))
  const hasty = set.hub.ask(numberLookup(), { name: 'one' }, set.hub.turn(caller, 30))
  await expect(hasty).rejects.toMatchObject({ code: 'upstream_timeout' })
  const patient = ask(set.hub)
  held.resolve()
  expect(await patient).toMatchObject({ value: 1 })
  expect(set.requests).toHaveLength(1)
})

test('a bug in a reader is a failed answer, not a failed service', async () => {
  const set = await stage()
  const broken = numberLookup({
    read() {
      throw new TypeError('undefined is not a function')
    },
  })
  await expect(ask(set.hub, broken)).rejects.toMatchObject({
    code: 'upstream_failed',
    message: "Numbers sent an answer Deskhand couldn't understand. Try again later.",
  })
})

test('we say who we are, as each provider wants it', async () => {
  const set = await stage()
  await ask(set.hub)
  set.settings['USER_EMAIL'] = 'ada@example.org'
  await ask(set.hub, numberLookup({ provider: { ...provider, introduction: 'with-contact' } }), 'two')
  await ask(set.hub, numberLookup({ provider: { ...provider, introduction: 'browser' } }), 'three')
  const [ours, contact, browser] = set.requests.map(({ headers }) => headers['user-agent'])
  expect(ours).toBe('Deskhand/1.2.3 (a local agent, run by one person)')
  expect(contact).toBe('Deskhand/1.2.3 ada@example.org')
  expect(browser).toMatch(/^Mozilla\/5\.0/)
})

test('trust in the operator ends at the address that was named: no redirect from there reaches this machine', async () => {
  const set = await stage()
  const secret = createServer((_request, response) => response.end('{"number": 666}'))
  secret.listen(0, '127.0.0.1')
  await once(secret, 'listening')
  onTestFinished(() => void secret.close())
  const { port } = secret.address() as AddressInfo
  set.answer = status(302, { location: `http://127.0.0.1:${port}/` })
  await expect(ask(set.hub)).rejects.toMatchObject({ code: 'upstream_failed' })
})

test('closing gives up what is under way', async () => {
  const set = await stage()
  set.answer = () => {}
  const asked = ask(set.hub)
  while (set.requests.length === 0) await new Promise((resolve) => setImmediate(resolve))
  await set.hub.close()
  await expect(asked).rejects.toMatchObject({ code: 'unavailable' })
  await expect(ask(set.hub)).rejects.toMatchObject({ code: 'unavailable' })
})
