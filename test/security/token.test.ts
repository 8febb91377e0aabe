import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createClient } from '../../src/client/client.ts'
import { httpTransport } from '../../src/client/http-transport.ts'
import { toWire } from '../../src/client/wire.ts'
import type { AnyEndpoint, Contract } from '../../src/contract/endpoint.ts'
import { limits } from '../../src/contract/limits.ts'
import { api } from '../../src/features/contracts.ts'
import { startTestService, type TestService } from '../service.ts'
import { rawRequest, sendRaw } from './raw-http.ts'
import { problemIn } from './refusal.ts'
import { watchRequests } from './request-watch.ts'
import { startInFolder, temporaryRoot } from './service-in-folder.ts'

const token = 'the-token-of-this-test-has-over-32-characters'
const nextToken = 'the-token-that-follows-it-has-as-many-of-them'
const bearer = (text: string) => ({ authorization: `Bearer ${text}` })

const endpoints = Object.values(api as Readonly<Record<string, Contract>>).flatMap((contract) =>
  Object.values(contract),
)
const nameOf = ({ method, path }: AnyEndpoint) => `${method} ${path}`

async function start(options: Parameters<typeof startTestService>[0] = {}): Promise<TestService> {
  const service = await startTestService(options)
  onTestFinished(() => service[Symbol.asyncDispose]())
  return service
}

/** Status and code of an answer to a request for the settings. */
async function ask(port: number, headers: Readonly<Record<string, string>>, target = '/api/settings') {
  const pairs = Object.entries({ host: `127.0.0.1:${port}`, ...headers })
  const answer = await sendRaw(port, rawRequest({ target, headers: pairs }))
  return answer.status < 300 ? String(answer.status) : problemIn(answer)
}

describe('a service that other machines can reach', () => {
  test.each(['0.0.0.0', '::', '::ffff:127.0.0.1', ''])(
    'does not start on "%s" without a token',
    async (host) => {
      await expect(startInFolder(temporaryRoot(), { host })).rejects.toMatchObject({
        code: 'forbidden',
        message: expect.stringContaining('deskhand token new'),
      })
    },
  )

  test.each(['', 'short', 'x'.repeat(31), `${'x'.repeat(40)} y`, 'ü'.repeat(40)])(
    'nor with the token "%s", which protects nothing',
    async (weak) => {
      for (const host of ['0.0.0.0', '127.0.0.1']) {
        const started = startInFolder(temporaryRoot(), { host, environment: { DESKHAND_TOKEN: weak } })
        await expect(started).rejects.toMatchObject({ message: expect.stringContaining('TOKEN') })
      }
    },
  )

  test('lets nobody without the token further than to its health, its webhooks and the return of a sign-in', async () => {
    const service = await start({ host: '0.0.0.0', environment: { DESKHAND_TOKEN: token } })
    using watch = watchRequests(service.port)
    const told = await Promise.all(
      endpoints.map(async (endpoint) => {
        const { method, path, headers, body = '' } = toWire(endpoint, endpoint.example)
        const pairs = Object.entries({
          host: `127.0.0.1:${service.port}`,
          ...headers,
          ...(body && { 'content-length': String(Buffer.byteLength(body)) }),
        })
        const answer = await sendRaw(service.port, rawRequest({ method, target: path, headers: pairs, body }))
        return [nameOf(endpoint), answer.status] as const
      }),
    )
    const open = told.filter(([, status]) => status !== 401).map(([name]) => name)
    expect(open.toSorted()).toEqual([
      'GET /health',
      'GET /oauth/mcp/:server',
      'POST /webhook/automation/:token',
      'POST /webhook/office-chat',
      'POST /webhook/workspace-chat',
    ])
    expect(watch.seen).toHaveLength(endpoints.length)
    const handled = watch.handled.map((request) =>
      request.replace(/(?<=automation\/).+/, ':token').replace(/(?<=oauth\/mcp\/).+/, ':server'),
    )
    expect(handled.toSorted()).toEqual(open.toSorted())
    for (const target of ['/nothing', '/docs/../api/settings', '/api/events', '/webhook/unknown'])
      expect([target, await ask(service.port, {}, target)]).toEqual([target, '401 unauthorized'])
    // The page holds no data, and is where a person can enter the token.
    expect(await ask(service.port, {}, '/')).toBe('200')
    expect(await ask(service.port, bearer(token))).toBe('200')
  })

  test('cannot lose its token while it runs', async () => {
    const root = temporaryRoot()
    const local = await startInFolder(root)
    const owner = createClient(httpTransport({ baseUrl: local.address }))
    await owner.settings.update({ body: { TOKEN: token } })
    await local.close()
    const other = await startInFolder(root, { host: '0.0.0.0' })
    const client = createClient(httpTransport({ baseUrl: `http://127.0.0.1:${other.port}`, token }))
    await expect(client.settings.update({ body: { TOKEN: null } })).rejects.toMatchObject({
      code: 'invalid_request',
      errors: [{ path: '/TOKEN', message: expect.stringContaining('is needed') }],
    })
    expect(await ask(other.port, {})).toBe('401 unauthorized')
    expect(await ask(other.port, bearer(token))).toBe('200')
    await client.settings.update({ body: { TOKEN: nextToken } })
    expect(await ask(other.port, bearer(token))).toBe('401 unauthorized')
    expect(await ask(other.port, bearer(nextToken))).toBe('200')
  })
})

describe('the token', () => {
  test('is needed on loopback too, and in no other place than its header', async () => {
    const { port } = await start({ environment: { DESKHAND_TOKEN: token } })
    expect(await ask(port, {})).toBe('401 unauthorized')
    expect(await ask(port, {}, `/api/settings?token=${token}&access_token=${token}`)).toBe('401 unauthorized')
    expect(await ask(port, { 'x-api-key': token, 'x-auth-token': token })).toBe('401 unauthorized')
    expect(await ask(port, { cookie: `token=${token}; authorization=Bearer ${token}` })).toBe(
      '401 unauthorized',
    )
    const basic = Buffer.from(`deskhand:${token}`).toString('base64')
    expect(await ask(port, { authorization: `Basic ${basic}` })).toBe('401 unauthorized')
    expect(await ask(port, { 'proxy-authorization': `Bearer ${token}` })).toBe('401 unauthorized')
    expect(await ask(port, bearer(token))).toBe('200')
  })

  test('that is asked for is named in the answer', async () => {
    const { address } = await start({ environment: { DESKHAND_TOKEN: token } })
    const response = await fetch(`${address}/api/settings`)
    expect(response.headers.get('www-authenticate')).toBe('Bearer')
  })

  test('opens no way past the guard', async () => {
    const { port } = await start({ environment: { DESKHAND_TOKEN: token } })
    expect(await ask(port, { ...bearer(token), host: 'evil.test' })).toBe('403 forbidden_origin')
    expect(await ask(port, { ...bearer(token), origin: 'http://evil.test' })).toBe('403 forbidden_origin')
  })

  test('is not to be guessed: ten wrong ones in a minute are told to wait, the right one is not', async () => {
    const { port } = await start({ environment: { DESKHAND_TOKEN: token } })
    const guesses = Array.from({ length: limits.failed_logins_per_minute.value }, (_, index) =>
      ask(port, bearer(`${token}${index}`)),
    )
    expect(new Set(await Promise.all(guesses))).toEqual(new Set(['401 unauthorized']))
    const headers = bearer(`${token}x`)
    const throttled = await fetch(`http://127.0.0.1:${port}/api/settings`, { headers })
    expect([throttled.status, throttled.headers.get('retry-after')]).toEqual([429, '60'])
    // The attack: a program on this machine, or one behind the same proxy, keeps the owner out with wrong tokens.
    expect(await ask(port, bearer(token))).toBe('200')
    expect(await ask(port, { ...bearer(token), 'x-forwarded-for': '198.51.100.7' })).toBe('200')
    expect(await ask(port, {}, '/health')).toBe('200')
  })

  test('that a web page makes the browser send wrongly counts for nothing', async () => {
    const { port } = await start({ environment: { DESKHAND_TOKEN: token } })
    const basic = `Basic ${Buffer.from('a:b').toString('base64')}`
    for (let count = 0; count <= limits.failed_logins_per_minute.value; count += 1) {
      const headers = { authorization: basic, 'sec-fetch-site': 'cross-site' }
      expect(await ask(port, headers)).toBe('403 forbidden_origin')
      // Through a proxy it is the same page.
      expect(await ask(port, { ...headers, via: '1.1 proxy' })).toBe('403 forbidden_origin')
    }
    // Counted, they would have made this a 429.
    expect(await ask(port, bearer('wrong'))).toBe('401 unauthorized')
    expect(await ask(port, bearer(token))).toBe('200')
  })

  test('is not mistaken for what a webhook carries', async () => {
    const { port, address } = await start({ environment: { DESKHAND_TOKEN: token } })
    for (let count = 0; count <= limits.failed_logins_per_minute.value; count += 1) {
      const headers = { 'content-type': 'application/json', authorization: 'Bearer signed.by.provider' }
      const hook = await fetch(`${address}/webhook/workspace-chat`, { method: 'POST', headers, body: '{}' })
      expect(hook.status).toBe(503)
    }
    expect(await ask(port, bearer(token))).toBe('200')
  })

  test('that is new counts from the next request on, and the old one no longer', async () => {
    const service = await start()
    expect(await ask(service.port, {})).toBe('200')
    await service.client.settings.update({ body: { TOKEN: token } })
    expect(await ask(service.port, {})).toBe('401 unauthorized')
    expect(await ask(service.port, bearer(token))).toBe('200')
    const client = createClient(httpTransport({ baseUrl: service.address, token }))
    await client.settings.update({ body: { TOKEN: nextToken } })
    expect(await ask(service.port, bearer(token))).toBe('401 unauthorized')
    expect(await ask(service.port, bearer(nextToken))).toBe('200')
    const next = createClient(httpTransport({ baseUrl: service.address, token: nextToken }))
    await next.settings.update({ body: { TOKEN: null } })
    expect(await ask(service.port, {})).toBe('200')
  })

  test('that is old ends the streams that were opened with it, and only those', async () => {
    const service = await start()
    const withoutToken = await openStream(service.port, {})
    await service.client.settings.update({ body: { TOKEN: token } })
    await withoutToken.closed
    const withToken = await openStream(service.port, bearer(token))
    const client = createClient(httpTransport({ baseUrl: service.address, token }))
    await client.settings.update({ body: { USER_NAME: 'Ada' } })
    expect(withToken.response.closed).toBe(false)
    await client.settings.update({ body: { TOKEN: nextToken } })
    await withToken.closed
    const withNextToken = await openStream(service.port, bearer(nextToken))
    const event = once(withNextToken.response, 'data')
    const next = createClient(httpTransport({ baseUrl: service.address, token: nextToken }))
    await next.store.put({ params: { key: 'a' }, body: 1 })
    await event
    expect(withNextToken.response.closed).toBe(false)
  })
})

/** An open stream of events, whose first one has come. */
async function openStream(port: number, headers: Readonly<Record<string, string>>) {
  const sent = get({ port, host: '127.0.0.1', path: '/api/events', headers, agent: false })
  onTestFinished(() => void sent.destroy())
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  expect(response.statusCode).toBe(200)
  // A stream that is cut short is an error to its reader, and what these tests wait for.
  response.on('error', () => {})
  const closed = new Promise((resolve) => void response.once('close', resolve))
  await once(response, 'data')
  return { response, closed }
}
