import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join, relative } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { createClient } from '../../src/client/client.ts'
import { httpTransport } from '../../src/client/http-transport.ts'
import { toWire, type WireRequest } from '../../src/client/wire.ts'
import type { AnyEndpoint, Contract } from '../../src/contract/endpoint.ts'
import { api } from '../../src/features/contracts.ts'
import { settingDefinitions } from '../../src/features/settings/definitions.ts'
import { problemIn } from './refusal.ts'
import { startInFolder, temporaryRoot, type ServiceInFolder } from './service-in-folder.ts'

const endpoints: readonly AnyEndpoint[] = Object.values(api as Readonly<Record<string, Contract>>).flatMap(
  (contract) => Object.values(contract),
)

/** Providers answer from a port where nobody listens: a test must not send keys, not even false ones, anywhere. */
const nowhere = 'http://127.0.0.1:9'
const providers = (
  'OPEN_METEO_GEOCODING OPEN_METEO WTTR YAHOO ALPHA_VANTAGE SEC FRANKFURTER OPEN_ER_API NEWSAPI WIKIPEDIA DICTIONARYAPI ' +
  'WIKTIONARY MYMEMORY DEEPL LIBRETRANSLATE NASA WHERETHEISS OPEN_NOTIFY ESPN THESPORTSDB THEMEALDB GITHUB SLACK'
).split(' ')
const environment = Object.fromEntries(providers.map((name) => [`DESKHAND_UPSTREAM_${name}`, nowhere]))

/** A secret for every setting that is one, which nothing else in the world contains. */
function canaries(): Record<string, string> {
  const secret = settingDefinitions.filter((definition) => 'secret' in definition && definition.secret)
  return Object.fromEntries(secret.map(({ name }) => [name, written(name, randomBytes(24).toString('hex'))]))
}

/** An address with a password in it is a secret as a whole; nothing listens there. */
function written(name: string, canary: string): string {
  return name === 'DATABASE_URL' ? `postgres://127.0.0.1:9/canary${canary}` : `canary${canary}`
}

/** The ways in which a secret may be written where it should not be. */
function formsOf(canary: string): string[] {
  const base64 = Buffer.from(canary).toString('base64')
  return [canary, base64.slice(0, -4), Buffer.from(canary).toString('hex')]
}

test('a secret leaves the service in no answer, event, log, record or database', async () => {
  const service = await startInFolder(temporaryRoot(), { environment })
  const secrets = canaries()
  const token = secrets['TOKEN']!
  const said: Record<string, string> = {}
  const ask = async ({ method, path, headers, body }: WireRequest) => {
    const authorization = `Bearer ${token}`
    const response = await fetch(`${service.address}${path}`, {
      method,
      headers: { authorization, ...headers },
      body: body ?? null,
    })
    return `${response.status} ${JSON.stringify([...response.headers])} ${await response.text()}`
  }
  const settings = { LLM_BASE_URL: nowhere, COMPUTER_CONTROL: 'off', LOG_LEVEL: 'debug', ...secrets }
  said['setting them'] = await ask(toWire(api.settings.update, { body: settings }))
  expect(said['setting them']).toMatch(/^200 /)
  const events = follow(service, token)

  for (const endpoint of endpoints) {
    const name = `${endpoint.method} ${endpoint.path}`
    const isEndless = endpoint.stream && endpoint.method === 'GET'
    // The example of a feed is a page of somebody else.
    if (isEndless || name === 'GET /api/widget/rss') continue
    said[name] = await ask(toWire(endpoint, endpoint.example))
  }

  const canary = secrets['LLM_API_KEY']!
  const wrongType = Object.fromEntries(Object.entries(secrets).map(([name, value]) => [name, [value]]))
  said['a wrong type'] = await ask(toWire(api.settings.update, { body: wrongType }))
  said['a wrong name'] = await ask(toWire(api.settings.update, { body: { LLM_API_KEYS: canary } }))
  said['the mask'] = await ask(
    toWire(api.settings.update, { body: { LLM_API_KEY: `••••${canary.slice(-4)}` } }),
  )
  const report = { component: 'chart', success: false, error: `401 for key ${canary}` }
  await ask(toWire(api.telemetry.report, { body: report }))
  said['telemetry'] = await ask(toWire(api.telemetry.read, {}))
  // What a caller says is said back to it; the log and the records are what is looked at here.
  await ask({ method: 'GET', path: `/nothing?key=${canary}`, headers: {} })
  await ask({
    method: 'GET',
    path: `/api/settings?token=${canary}`,
    headers: { authorization: `Bearer ${canary}` },
  })
  await ask({
    method: 'GET',
    path: `/api/settings`,
    headers: { 'x-forwarded-for': canary, authorization: canary },
  })
  const args = { path: `~/${canary}.txt`, content: `key=${canary}` }
  await ask(toWire(api.tools.execute, { body: { tool_name: 'WRITE_FILE', args } }))

  said['the settings'] = await ask(toWire(api.settings.get, {}))
  for (const value of Object.values(secrets)) expect(said['the settings']).toContain(`••••${value.slice(-4)}`)
  await service.close()
  for (const [place, heard] of Object.entries(await events)) said[place] = heard

  const { kept, ...files } = filesOf(service)
  expect(Object.keys(files)).toEqual(
    expect.arrayContaining(['deskhand.db', 'audit.jsonl', 'logs/deskhand.log', 'settings.json']),
  )
  for (const value of Object.values(secrets)) expect(kept).toContain(value)
  const places = { ...said, ...files }
  const found = Object.entries(secrets).flatMap(([name, value]) =>
    Object.entries(places)
      .filter(([, text]) => formsOf(value).some((form) => text.includes(form)))
      .map(([place]) => `${name} in ${place}`),
  )
  expect(found).toEqual([])
  // The redaction has had something to do, so this could have failed.
  expect(files['audit.jsonl']).toContain('[redacted]')
}, 240_000)

test('a bug answers with a number that is in the log, and with nothing of what it was', async () => {
  const service = await startInFolder(temporaryRoot())
  const other = new DatabaseSync(service.folder.database)
  other.exec('DROP TABLE store_entries')
  other.close()
  const canary = `canary${randomBytes(24).toString('hex')}`
  await createClient(httpTransport({ baseUrl: service.address })).settings.update({
    body: { LLM_API_KEY: canary },
  })
  const response = await fetch(`${service.address}/api/store/${canary}`)
  const body = await response.text()
  const answer = { status: response.status, headers: Object.fromEntries(response.headers), body }
  expect(problemIn(answer)).toBe('500 internal')
  const { incident_id: incident, ...problem } = JSON.parse(body) as Record<string, string>
  expect(Object.keys(problem).toSorted()).toEqual(['code', 'detail', 'help', 'status', 'title', 'type'])
  expect(incident).toMatch(/^[0-9a-f-]{36}$/)
  const giveaways = [
    'notifications',
    'SQL',
    'table',
    'stack',
    '.ts',
    'node:',
    'at ',
    '/tmp',
    service.folder.root,
  ]
  expect([...giveaways, canary].filter((word) => body.includes(word))).toEqual([])
  await service.close()
  const log = readFileSync(service.folder.log, 'utf8')
  const entries = log
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(entries.find((entry) => entry['incident_id'] === incident)).toMatchObject({
    url: '/api/store/[redacted]',
    err: { message: expect.stringContaining('no such table'), stack: expect.stringContaining('.ts:') },
  })
  expect(log).not.toContain(canary)
})

/** Everything that the two streams of events say until the service stops. */
async function follow(service: ServiceInFolder, token: string): Promise<Record<string, string>> {
  const stream = fetch(`${service.address}/api/events`, { headers: { authorization: `Bearer ${token}` } })
  const socket = connect(join(service.folder.run, 'events.sock'))
  socket.write('{"type":"subscribe","topics":["*"]}\n')
  const lines: Buffer[] = []
  socket.on('data', (piece) => lines.push(piece))
  await once(socket, 'close')
  const heard = await (await stream).text()
  expect(heard).toContain('store.changed')
  return { 'the stream of events': heard, 'the socket of events': Buffer.concat(lines).toString() }
}

/** What is on disk, apart from `kept`: the one file where the secrets belong. */
function filesOf({ folder }: ServiceInFolder): Record<string, string> & { kept: string } {
  const paths = readdirSync(folder.root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  const texts = Object.fromEntries(
    paths.map((path) => [relative(folder.root, path), readFileSync(path, 'latin1')]),
  )
  const { 'secrets.json': kept = '', ...rest } = texts
  return { ...rest, kept }
}
