import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { limits } from '../../src/contract/limits.ts'
import { startTestService, type TestService } from '../service.ts'
import { rawRequest, readAnswer, sendRaw, type RawRequest } from './raw-http.ts'
import { expectGuardedHeaders, problemIn } from './refusal.ts'
import { watchRequests, type RequestWatch } from './request-watch.ts'

type Headers = readonly (readonly [string, string])[]

let service: TestService
let watch: RequestWatch

beforeAll(async () => {
  service = await startTestService()
  watch = watchRequests(service.port)
})
afterAll(async () => {
  watch[Symbol.dispose]()
  await service[Symbol.asyncDispose]()
})
beforeEach(() => watch.reset())

const post = (body: string | Buffer, headers: Headers): RawRequest => ({
  method: 'POST',
  target: '/api/store/key',
  headers: [['Host', 'localhost'], ['Content-Type', 'application/json'], ...headers],
  body,
})
const whole = (body: string | Buffer) => post(body, [['Content-Length', String(Buffer.byteLength(body))]])
const chunked = (pieces: string) => post(pieces, [['Transfer-Encoding', 'chunked']])
const ask = (request: RawRequest) => sendRaw(service.port, rawRequest(request))

async function expectNothingStored(): Promise<void> {
  expect(watch.handled).toEqual([])
  expect(await service.client.store.get({ params: { key: 'key' } })).toEqual({})
}

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`

describe('a JSON body is refused', () => {
  const bodies: Record<string, string | Buffer> = {
    'that is nested 65 deep': nested(limits.json_depth.value + 1),
    'that is nested 10,000 deep': nested(10_000),
    'that is nested 10,000 deep in objects': `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`,
    'that never closes what it opens': '['.repeat(100_000),
    'with __proto__': '{"__proto__":{"polluted":true}}',
    'with __proto__ in the middle of it': '{"a":[{"__proto__":{"polluted":true}}]}',
    'with __proto__ in escapes': String.raw`{"\u005f\u005fproto\u005f\u005f":{"polluted":true}}`,
    'with constructor.prototype': '{"constructor":{"prototype":{"polluted":true}}}',
    'with a number that is none': '{"a":NaN}',
    'with a number that is too large': '{"a":[1,{"b":1e400}]}',
    'with a number that is too far below': '-1e999',
    'with a number of 400 digits': '9'.repeat(400),
    'that is not UTF-8': Buffer.from([0x22, 0xff, 0xfe, 0xc0, 0x22]),
    'with half a character': Buffer.from([0x22, 0xe2, 0x82, 0x22]),
    'in UTF-16': Buffer.from('{"a":1}', 'utf16le'),
    'that goes on after its end': '{"a":1}{"b":2}',
    'that is no JSON': "{'a':1}",
    'that is only space': '   ',
    'with a NUL': '{"a":"\0"}',
  }

  test.each(Object.keys(bodies))('%s', async (name) => {
    expect(problemIn(await ask(whole(bodies[name]!)))).toBe('400 invalid_request')
    await expectNothingStored()
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  })

  test('that is empty, where one is needed', async () => {
    for (const request of [whole(''), chunked('0\r\n\r\n')])
      expect(problemIn(await ask(request))).toBe('400 invalid_request')
    expect(await service.client.store.get({ params: { key: 'key' } })).toEqual({})
  })

  test('that is one byte too large, whether it says so or not', async () => {
    const body = JSON.stringify('x'.repeat(limits.body_bytes.value - 1))
    expect(body.length).toBe(limits.body_bytes.value + 1)
    expect(problemIn(await ask(whole(body)))).toBe('413 too_large')
    const pieces = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`
    expect(problemIn(await ask(chunked(pieces)))).toBe('413 too_large')
    expect(problemIn(await ask(post('', [['Content-Length', '99999999999']])))).toBe('413 too_large')
    await expectNothingStored()
  })
})

describe('a JSON body is taken', () => {
  test.each([
    ['that is as large as allowed', JSON.stringify('x'.repeat(limits.body_bytes.value - 2))],
    ['that is nested as deep as allowed', nested(limits.json_depth.value)],
    ['whose brackets stand in a string', JSON.stringify(nested(10_000))],
    ['with words that only look like a prototype', '{"a":"__proto__","b":"constructor","prototype":1}'],
    ['with the largest number there is', '1.7976931348623157e308'],
  ])('%s', async (_name, body) => {
    const answer = await ask(whole(body))
    expect(answer.status).toBe(200)
    expectGuardedHeaders(answer)
    expect(await service.client.store.get({ params: { key: 'key' } })).toEqual(JSON.parse(body))
    await service.client.store.remove({ params: { key: 'key' } })
  })

  test('with the last of two members of one name', async () => {
    expect((await ask(whole('{"a":1,"a":2}'))).status).toBe(200)
    expect(await service.client.store.get({ params: { key: 'key' } })).toEqual({ a: 2 })
    await service.client.store.remove({ params: { key: 'key' } })
  })
})

describe('what is no proper HTTP gets a problem to read, and comes to no handler', () => {
  const host = 'Host: localhost\r\n'
  const json = 'Content-Type: application/json\r\n'
  const broken: Record<string, string> = {
    'a length and chunks at once': `POST /api/store/key HTTP/1.1\r\n${host}${json}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
    'two lengths': `POST /api/store/key HTTP/1.1\r\n${host}${json}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`,
    'a length that is no number': `POST /api/store/key HTTP/1.1\r\n${host}${json}Content-Length: two\r\n\r\n{}`,
    'a length below nothing': `POST /api/store/key HTTP/1.1\r\n${host}${json}Content-Length: -1\r\n\r\n{}`,
    'chunks that are none': `POST /api/store/key HTTP/1.1\r\n${host}${json}Transfer-Encoding: chunked\r\n\r\nxyz\r\n{}\r\n`,
    'chunks under another name as well': `POST /api/store/key HTTP/1.1\r\n${host}${json}Transfer-Encoding: chunked, identity\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
    'a method that nobody knows': `STEAL /api/settings HTTP/1.1\r\n${host}\r\n`,
    'a version that nobody knows': `GET /api/settings HTTP/9.9\r\n${host}\r\n`,
    'a header over two lines': `GET /api/settings HTTP/1.1\r\n${host}X: a\r\n b\r\n\r\n`,
    'a header name with a space': `GET /api/settings HTTP/1.1\r\n${host}X : a\r\n\r\n`,
    'a NUL in a header': `GET /api/settings HTTP/1.1\r\n${host}X: a\0b\r\n\r\n`,
    'a bare line feed': `GET /api/settings HTTP/1.1\n${host}\n\n`,
    'a TLS greeting': '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003',
    'the greeting of HTTP/2': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    'a greeting of SSH': 'SSH-2.0-OpenSSH_9.2\r\n',
  }

  test.each(Object.keys(broken))('%s', async (name) => {
    expect(problemIn(await sendRaw(service.port, Buffer.from(broken[name]!, 'latin1')))).toBe(
      '400 invalid_request',
    )
    await expectNothingStored()
  })

  test('a body that is shorter than it says', async () => {
    const socket = connect(service.port, '127.0.0.1')
    const answer = readAnswer(socket)
    socket.end(rawRequest(post('{}', [['Content-Length', '20']])))
    expect(problemIn(await answer)).toBe('400 invalid_request')
    await expectNothingStored()
  })

  test('a body that is longer than it says: what is over is no second request', async () => {
    const socket = connect(service.port, '127.0.0.1')
    socket.write(rawRequest(post('{}GET /api/settings', [['Content-Length', '2']])))
    await once(socket, 'data')
    socket.destroy()
    expect(watch.handled).toEqual(['POST /api/store/key'])
    await service.client.store.remove({ params: { key: 'key' } })
  })

  test('headers that are too large', async () => {
    const large = ['X-Large', 'x'.repeat(limits.header_bytes.value)] as const
    const request = rawRequest({ headers: [['Host', 'localhost'], large] })
    expect(problemIn(await sendRaw(service.port, request))).toBe('431 headers_too_large')
    const many = Array.from({ length: 5000 }, (_, index) => [`X-${index}`, 'x'] as const)
    const crowd = rawRequest({ headers: [['Host', 'localhost'], ...many] })
    expect(problemIn(await sendRaw(service.port, crowd))).toBe('431 headers_too_large')
  })

  test('rubbish behind a stream that has begun ends the stream, and is not answered inside it', async () => {
    const socket = connect(service.port, '127.0.0.1')
    socket.write(rawRequest({ target: '/api/events', headers: [['Host', 'localhost']] }))
    const pieces: Buffer[] = []
    socket.on('data', (piece) => pieces.push(piece))
    await once(socket, 'data')
    socket.write('rubbish\r\n\r\n')
    await once(socket, 'close')
    const received = Buffer.concat(pieces).toString()
    expect(received.match(/HTTP\/1\.1/g)).toHaveLength(1)
  })
})

test('the servers have the limits that they should have', async () => {
  await Promise.all(['127.0.0.1', '[::1]'].map((host) => fetch(`http://${host}:${service.port}/health`)))
  expect(watch.servers.size).toBe(2)
  for (const server of watch.servers)
    expect(server).toMatchObject({
      maxHeaderSize: 16_384,
      headersTimeout: 10_000,
      requestTimeout: 30_000,
      keepAliveTimeout: 5_000,
      connectionsCheckingInterval: 2_000,
      maxConnections: 1024,
    })
})
