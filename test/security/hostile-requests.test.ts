import { hostname } from 'node:os'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestService, type TestService } from '../service.ts'
import { rawRequest, sendRaw, type RawRequest } from './raw-http.ts'
import { expectGuardedHeaders, problemIn } from './refusal.ts'
import { watchRequests, type RequestWatch } from './request-watch.ts'

const JSON_BODY = '{"written":"by an attacker"}'
const token = 'a-token-for-this-test-with-more-than-32-characters'

type Headers = readonly (readonly [string, string])[]

let service: TestService
let guarded: TestService
let watch: RequestWatch

beforeAll(async () => {
  service = await startTestService()
  guarded = await startTestService({ environment: { DESKHAND_TOKEN: token } })
  watch = watchRequests(service.port)
})
afterAll(async () => {
  watch[Symbol.dispose]()
  await service[Symbol.asyncDispose]()
  await guarded[Symbol.asyncDispose]()
})
beforeEach(() => watch.reset())

const own = () => `127.0.0.1:${service.port}`
const ask = (request: RawRequest) => sendRaw(service.port, rawRequest(request))

/** The three ways in: a read, a write that would leave a trace, and the upgrade to a socket of its own. */
function waysIn(headers: Headers): RawRequest[] {
  return [
    { target: '/api/settings', headers },
    {
      method: 'POST',
      target: '/api/store/attacked',
      headers: [
        ...headers,
        ['Content-Type', 'application/json'],
        ['Content-Length', String(JSON_BODY.length)],
      ],
      body: JSON_BODY,
    },
    {
      target: '/api/events',
      headers: [
        ...headers,
        ['Connection', 'Upgrade'],
        ['Upgrade', 'websocket'],
        ['Sec-WebSocket-Version', '13'],
        ['Sec-WebSocket-Key', 'dGhlIHNhbXBsZSBub25jZQ=='],
      ],
    },
  ]
}

/** How requests fared: what they were told, how many arrived, which came to a handler, and what they left behind. */
async function outcomeOf(requests: readonly RawRequest[]) {
  watch.reset()
  const answers = await Promise.all(requests.map(ask))
  const { entries } = await service.client.store.list({ query: { limit: 10 } })
  const handled = watch.handled.filter((request) => request !== 'GET /api/store?limit=10')
  return {
    told: [...new Set(answers.map(problemIn))],
    unseen: requests.length - watch.seen.length + 1,
    handled,
    stored: entries,
  }
}

const refused = (...told: string[]) => ({ told, unseen: 0, handled: [], stored: [] })

test('what the other tests count as handled is what a plain request is', async () => {
  const answers = await Promise.all(
    waysIn([['Host', own()]])
      .slice(0, 2)
      .map(ask),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  for (const answer of answers) expectGuardedHeaders(answer)
  expect(watch.handled.toSorted()).toEqual(['GET /api/settings', 'POST /api/store/attacked'])
  await service.client.store.remove({ params: { key: 'attacked' } })
})

describe('a request under a name that is not this machine is refused', () => {
  const hosts = [
    'evil.test',
    'evil.test:{port}',
    'evil.test:80',
    '0.0.0.0',
    '0.0.0.0:{port}',
    '127.0.0.1.evil.test',
    '127.0.0.1.evil.test:{port}',
    'localhost.evil.test',
    'localhost.evil.test:{port}',
    'xlocalhost:{port}',
    'foo.localhost:{port}',
    'localhost.',
    'localhost.:{port}',
    '',
    '[::ffff:127.0.0.1]:{port}',
    '[::ffff:7f00:1]:{port}',
    '[::]:{port}',
    '[::1',
    '::1',
    '[::1%25lo]:{port}',
    'user@127.0.0.1:{port}',
    '127.0.0.1:{port}@evil.test',
    '127.0.0.1:{port}/evil.test',
    '127.0.0.1:{port}, evil.test',
    '127.0.0.1:{port} evil.test',
    '127.0.0.1:',
    '127.0.0.1:{port}x',
    '127.0.0.1:999999',
    '127.0.0.2:{port}',
    '127.1:{port}',
    '2130706433:{port}',
    '0x7f.0.0.1:{port}',
    '169.254.169.254',
    'http://localhost:{port}',
    'l\u00f6calhost:{port}',
    `${hostname()}.:{port}`,
    'null',
    '*',
  ]

  test.each(hosts)('Host: %s', async (host) => {
    const value = host.replace('{port}', String(service.port))
    expect(await outcomeOf(waysIn([['Host', value]]))).toEqual(refused('403 forbidden_origin'))
  })

  test('no Host, in HTTP/1.1 and HTTP/1.0', async () => {
    const requests = waysIn([]).slice(0, 2)
    expect(
      await outcomeOf([...requests, ...requests.map((request) => ({ ...request, version: '1.0' as const }))]),
    ).toEqual(refused('403 forbidden_origin'))
  })

  test.each([
    ['{own}', 'evil.test'],
    ['evil.test', '{own}'],
    ['{own}', '{own}'],
  ])('two of them: %s, %s', async (...hosts_) => {
    const headers = hosts_.map((host) => ['Host', host.replace('{own}', own())] as const)
    expect(await outcomeOf(waysIn(headers))).toEqual(refused('403 forbidden_origin'))
  })

  test('a name in another letter case still counts twice', async () => {
    expect(
      await outcomeOf(
        waysIn([
          ['host', own()],
          ['HOST', 'evil.test'],
        ]),
      ),
    ).toEqual(refused('403 forbidden_origin'))
  })

  test.each(['http://127.0.0.1:{port}/api/settings', 'http://evil.test/api/settings', '*'])(
    'a request for another address than a path: %s',
    async (target) => {
      const request = {
        target: target.replace('{port}', String(service.port)),
        headers: [['Host', own()]] as const,
      }
      expect(await outcomeOf([request, { ...request, method: 'OPTIONS' }])).toEqual(
        refused('403 forbidden_origin'),
      )
    },
  )
})

describe('a request of a web page that is not ours is refused', () => {
  const origins = [
    'http://evil.test',
    'http://localhost:5173',
    'http://localhost:{port}',
    'http://127.0.0.1:{port}.evil.test',
    'http://127.0.0.1',
    'http://127.0.0.1:1',
    'http://[::1]:{port}',
    'http://user@127.0.0.1:{port}',
    'http://127.0.0.1:{port}/',
    'http://127.0.0.1:{port}, http://evil.test',
    'https://127.0.0.1:{port}',
    'ws://127.0.0.1:{port}',
    'HTTP://127.0.0.1:{port}',
    'null',
    'file://',
    'chrome-extension://abcdefghijklmnop',
    '*',
    '',
  ]

  test.each(origins)('Origin: %s', async (origin) => {
    const value = origin.replace('{port}', String(service.port))
    const headers = [['Host', own()] as const, ['Origin', value] as const]
    expect(await outcomeOf(waysIn(headers))).toEqual(refused('403 forbidden_origin'))
  })

  test('two Origins, one of them ours', async () => {
    const ours = ['Origin', `http://${own()}`] as const
    const theirs = ['Origin', 'http://evil.test'] as const
    const host = ['Host', own()] as const
    expect(await outcomeOf([...waysIn([host, ours, theirs]), ...waysIn([host, theirs, ours])])).toEqual(
      refused('403 forbidden_origin'),
    )
  })

  test.each(['cross-site', 'same-site', 'Same-Origin', 'same-origin, cross-site', 'anything', ''])(
    'Sec-Fetch-Site: %s',
    async (site) => {
      expect(
        await outcomeOf(
          waysIn([
            ['Host', own()],
            ['Sec-Fetch-Site', site],
          ]),
        ),
      ).toEqual(refused('403 forbidden_origin'))
    },
  )

  test('Sec-Fetch-Site: none, where it is not a person who typed the address', async () => {
    const [, write] = waysIn([
      ['Host', own()],
      ['Sec-Fetch-Site', 'none'],
    ])
    expect(await outcomeOf([write!])).toEqual(refused('403 forbidden_origin'))
  })

  test('but our own page may, and a person who types the address', async () => {
    const ours: Headers = [
      ['Host', own()],
      ['Origin', `http://${own()}`],
      ['Sec-Fetch-Site', 'same-origin'],
    ]
    const [read, write] = waysIn(ours)
    const typed: RawRequest = {
      target: '/api/settings',
      headers: [
        ['Host', own()],
        ['Sec-Fetch-Site', 'none'],
      ],
    }
    const answers = await Promise.all([read!, write!, typed].map(ask))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    for (const answer of answers) expectGuardedHeaders(answer)
    await service.client.store.remove({ params: { key: 'attacked' } })
  })

  test('a preflight is told no, without a word of CORS', async () => {
    const preflight = (method: string): RawRequest => ({
      method: 'OPTIONS',
      target: '/api/store/attacked',
      headers: [
        ['Host', own()],
        ['Origin', 'http://evil.test'],
        ['Access-Control-Request-Method', method],
        ['Access-Control-Request-Headers', 'content-type'],
        ['Access-Control-Request-Private-Network', 'true'],
      ],
    })
    expect(await outcomeOf(['POST', 'PUT', 'DELETE'].map(preflight))).toEqual(refused('403 forbidden_origin'))
  })

  test('OPTIONS without an Origin is no method of anything here', async () => {
    const request: RawRequest = { method: 'OPTIONS', target: '/api/store/x', headers: [['Host', own()]] }
    expect(await outcomeOf([request])).toEqual(refused('405 method_not_allowed'))
  })
})

describe('a request that came through a proxy needs the token', () => {
  const proxyHeaders: [string, string][] = [
    ['Forwarded', 'for=198.51.100.7;host=evil.test;proto=https'],
    ['X-Forwarded-For', '127.0.0.1'],
    ['X-Forwarded-Host', 'localhost'],
    ['X-Forwarded-Proto', 'https'],
    ['X-Forwarded-Port', '443'],
    ['X-Forwarded-Server', 'proxy'],
    ['X-Forwarded-Scheme', 'https'],
    ['X-Forwarded-Prefix', '/deskhand'],
    ['X-Forwarded', 'for=127.0.0.1'],
    ['X-Original-Forwarded-For', '127.0.0.1'],
    ['X-Original-Host', 'evil.test'],
    ['X-Real-IP', '127.0.0.1'],
    ['X-Client-IP', '127.0.0.1'],
    ['X-Cluster-Client-IP', '127.0.0.1'],
    ['Via', '1.1 proxy'],
    ['CDN-Loop', 'cloudflare'],
    ['CF-Connecting-IP', '127.0.0.1'],
    ['CF-Ray', '230b030023ae2822-SJC'],
    ['True-Client-IP', '127.0.0.1'],
    ['Fly-Client-IP', '127.0.0.1'],
    ['Fastly-Client-IP', '127.0.0.1'],
    ['Ngrok-Auth-User-Email', 'a@example.org'],
    ['Tailscale-User-Login', 'a@example.org'],
    ['Tailscale-User-Name', 'A'],
    ['Tailscale-Funnel-Request', '?1'],
  ]

  test.each(proxyHeaders)('%s: %s', async (name, value) => {
    const host = ['Host', own()] as const
    const headers: Headers = [host, [name, value]]
    expect(await outcomeOf([...waysIn(headers), { target: '/health', headers }])).toEqual(
      refused('401 unauthorized'),
    )
  })

  test.each(proxyHeaders)('%s with the token passes', async (name, value) => {
    const headers: Headers = [
      ['Host', `127.0.0.1:${guarded.port}`],
      [name, value],
    ]
    const bearer = ['Authorization', `Bearer ${token}`] as const
    const send = (extra: Headers) =>
      sendRaw(guarded.port, rawRequest({ target: '/api/settings', headers: [...headers, ...extra] }))
    expect(problemIn(await send([]))).toBe('401 unauthorized')
    const answer = await send([bearer])
    expect(answer.status).toBe(200)
    expectGuardedHeaders(answer)
  })
})

describe('a body that a page can send without being asked is refused', () => {
  const types = [
    'text/plain',
    'text/plain;charset=UTF-8',
    'application/x-www-form-urlencoded',
    'text/json',
    'text/html',
    'application/xml',
    'application/csp-report',
    'application/octet-stream',
    'application/jsonp',
    'application/json-patch',
    'text/plain; application/json',
    'text/plain, application/json',
    ' text/plain',
    '',
    'json',
  ]

  test.each(types)('Content-Type: %s', async (type) => {
    const length = ['Content-Length', String(JSON_BODY.length)] as const
    const write = (method: string, headers: Headers): RawRequest => ({
      method,
      target: '/api/store/attacked',
      headers: [['Host', own()], ...headers],
      body: JSON_BODY,
    })
    expect(
      await outcomeOf([
        write('POST', [['Content-Type', type], length]),
        write('DELETE', [['Content-Type', type], length]),
        {
          ...write('POST', [
            ['Content-Type', type],
            ['Transfer-Encoding', 'chunked'],
          ]),
          body: `${JSON_BODY.length.toString(16)}\r\n${JSON_BODY}\r\n0\r\n\r\n`,
        },
      ]),
    ).toEqual(refused('415 unsupported_media_type'))
  })

  test('a form with a file, where nothing takes one', async () => {
    const body = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--x--\r\n'
    const request: RawRequest = {
      method: 'POST',
      target: '/api/store/attacked',
      headers: [
        ['Host', own()],
        ['Content-Type', 'multipart/form-data; boundary=x'],
        ['Content-Length', String(body.length)],
      ],
      body,
    }
    expect(await outcomeOf([request])).toEqual(refused('415 unsupported_media_type'))
  })

  test('no Content-Type at all', async () => {
    const request: RawRequest = {
      method: 'POST',
      target: '/api/store/attacked',
      headers: [
        ['Host', own()],
        ['Content-Length', String(JSON_BODY.length)],
      ],
      body: JSON_BODY,
    }
    expect(await outcomeOf([request])).toEqual(refused('415 unsupported_media_type'))
  })
})

test('a read stays a read, whatever method it says it means', async () => {
  const overrides: Headers = [
    ['X-HTTP-Method-Override', 'DELETE'],
    ['X-HTTP-Method', 'DELETE'],
    ['X-Method-Override', 'DELETE'],
  ]
  await service.client.store.put({ params: { key: 'kept' }, body: { still: 'here' } })
  for (const target of ['/api/store/kept', '/api/store/kept?_method=DELETE&method=DELETE']) {
    const answer = await ask({ target, headers: [['Host', own()], ...overrides] })
    expect([answer.status, answer.body]).toEqual([200, '{"still":"here"}'])
  }
  const removed = await service.client.store.remove({ params: { key: 'kept' } })
  expect(removed).toEqual({ key: 'kept', deleted: true })
})

test.each(['PUT', 'PATCH', 'TRACE', 'PROPFIND'])('%s is no method of the store', async (method) => {
  expect(await outcomeOf([{ method, target: '/api/store/attacked', headers: [['Host', own()]] }])).toEqual(
    refused('405 method_not_allowed'),
  )
})

test('CONNECT makes no tunnel', async () => {
  const request = rawRequest({ method: 'CONNECT', target: 'localhost:80', headers: [['Host', own()]] })
  await expect(sendRaw(service.port, request)).rejects.toThrow('The connection ended')
  expect(watch.handled).toEqual([])
})

describe('a page that the user allowed', () => {
  const page = 'https://desk.example.org'
  const from = (origin: string): Headers => [
    ['Host', own()],
    ['Origin', origin],
    ['Sec-Fetch-Site', 'cross-site'],
  ]
  const preflight = (origin: string): RawRequest => ({
    method: 'OPTIONS',
    target: '/api/store/attacked',
    headers: [...from(origin), ['Access-Control-Request-Method', 'POST']],
  })

  test('may read and write, with exactly its own name in the answer, until it is taken off the list', async () => {
    await service.client.settings.update({ body: { ALLOWED_ORIGINS: [page] } })
    const allowed = await ask(preflight(page))
    expect(allowed).toMatchObject({
      status: 204,
      headers: { 'access-control-allow-origin': page, vary: 'origin' },
    })
    expect(allowed.headers).not.toHaveProperty('access-control-allow-credentials')
    expect(allowed.headers).not.toHaveProperty('access-control-allow-private-network')
    const read = await ask({ target: '/api/store/x', headers: from(page) })
    expect(read).toMatchObject({ status: 200, headers: { 'access-control-allow-origin': page } })
    const others = [
      'http://desk.example.org',
      `${page}:444`,
      `${page}.evil.test`,
      'https://evil.test',
      'null',
    ]
    expect(await outcomeOf(others.flatMap((origin) => [preflight(origin), ...waysIn(from(origin))]))).toEqual(
      refused('403 forbidden_origin'),
    )
    await service.client.settings.update({ body: { ALLOWED_ORIGINS: null } })
    expect(await outcomeOf([preflight(page), ...waysIn(from(page))])).toEqual(refused('403 forbidden_origin'))
  })

  test.each([
    '*',
    'null',
    'https://*.example.org',
    'https://example.org/',
    'https://example.org/path',
    'file://',
  ])('cannot be named %s', async (origin) => {
    const update = service.client.settings.update({ body: { ALLOWED_ORIGINS: [origin] } })
    await expect(update).rejects.toMatchObject({ code: 'invalid_request' })
  })
})

test('a host that the user allowed counts at once, and at once no longer', async () => {
  const headers: Headers = [['Host', 'desk.example.org']]
  await service.client.settings.update({ body: { ALLOWED_HOSTS: ['desk.example.org'] } })
  expect((await ask({ target: '/api/settings', headers })).status).toBe(200)
  expect(await outcomeOf(waysIn([['Host', 'desk.example.org:8000']]))).toEqual(
    refused('403 forbidden_origin'),
  )
  expect(await outcomeOf(waysIn([['Host', 'x.desk.example.org']]))).toEqual(refused('403 forbidden_origin'))
  await service.client.settings.update({ body: { ALLOWED_HOSTS: null } })
  expect(await outcomeOf(waysIn(headers))).toEqual(refused('403 forbidden_origin'))
})

describe('a host for webhooks', () => {
  const webhook = (path: string): RawRequest => ({
    method: 'POST',
    target: path,
    headers: [
      ['Host', 'hooks.example.org'],
      ['X-Forwarded-For', '198.51.100.7'],
      ['Content-Type', 'application/json'],
      ['Content-Length', '2'],
    ],
    body: '{}',
  })

  test('reaches webhooks and nothing else', async () => {
    await service.client.settings.update({ body: { WEBHOOK_HOSTS: ['hooks.example.org'] } })
    const answer = await ask(webhook('/webhook/office-chat'))
    expect(answer.status).toBe(503)
    expectGuardedHeaders(answer)
    expect(
      await outcomeOf([
        webhook('/api/store/attacked'),
        webhook('/webhook/../api/store/attacked'),
        webhook('/webhook/unknown'),
        webhook('/webhook/office-chat/../../api/store/attacked'),
        { target: '/health', headers: [['Host', 'hooks.example.org']] },
      ]),
    ).toEqual(refused('403 forbidden_origin'))
    await service.client.settings.update({ body: { WEBHOOK_HOSTS: null } })
    expect(await outcomeOf([webhook('/webhook/office-chat')])).toEqual(refused('403 forbidden_origin'))
  })
})

describe('an answer has the same headers', () => {
  const targets: [string, number][] = [
    ['/health', 200],
    ['/openapi.json', 200],
    ['/docs', 200],
    ['/docs/scripts/reference.js', 200],
    ['/nothing', 404],
    ['/api/store/%E0%A4%A', 400],
    [`/api/store/${'a'.repeat(9000)}`, 400],
    ['/api/store?limit=x', 400],
    ['/../etc/passwd', 404],
    ['//evil.test/', 404],
    ['/%00', 404],
  ]

  test.each(targets)('GET %s', async (target, status) => {
    const headers: Headers = [['Host', own()]]
    const answer = await ask({ target, headers })
    expect(answer.status).toBe(status)
    expectGuardedHeaders(answer)
    const told = status === 200 ? answer.headers['content-type'] : problemIn(answer)
    expect(told).toMatch(status === 200 ? /^[a-z]+\/[a-z]+/ : /^(?:404 not_found|400 invalid_request)$/)
    const head = await ask({ method: 'HEAD', target, headers })
    expect([head.status, head.body]).toEqual([status, ''])
    expectGuardedHeaders(head)
  })
})
