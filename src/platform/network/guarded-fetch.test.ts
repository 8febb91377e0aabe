import { execFileSync } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { lookup as dnsLookup, LookupAddress } from 'node:dns'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { AppError } from '../../contract/errors.ts'
import { guardedFetch, isPublicAddress, type GuardOptions } from './guarded-fetch.ts'

type Found = readonly LookupAddress[]

/** A resolver that knows only these names; nothing in this file ever asks a real one. */
function lookupOf(names: Readonly<Record<string, Found | (() => Found)>>): typeof dnsLookup {
  type Answer = (error: Error | null, found?: Found | string, family?: number) => void
  const resolve = (name: string, options: { all?: boolean }, callback: Answer) => {
    const known = names[name]
    const error = known ? null : Object.assign(new Error(`no ${name} in this test`), { code: 'ENOTFOUND' })
    const found = typeof known === 'function' ? known() : (known ?? [])
    if (options.all) setImmediate(() => callback(error, found))
    else setImmediate(() => callback(error, found[0]?.address, found[0]?.family))
  }
  return resolve as unknown as typeof dnsLookup
}

const address = (text: string): LookupAddress => ({ address: text, family: text.includes(':') ? 6 : 4 })
const here = address('127.0.0.1')
/** Counts as public, but nobody has it: a guard that fails here still reaches nobody. */
const nobody = address('4000::1')

type Answer = (request: IncomingMessage, response: ServerResponse) => unknown

interface StandIn {
  readonly port: number
  readonly requests: IncomingMessage[]
  readonly server: Server
}

/** A server on this machine that stands in for one on the network. */
async function standIn(answer: Answer, listen: object = { port: 0, host: '127.0.0.1' }): Promise<StandIn> {
  const requests: IncomingMessage[] = []
  const server = createServer((request, response) => {
    requests.push(request)
    answer(request, response)
  })
  return { server, requests, port: await open(server, listen) }
}

async function open(server: Server, listen: object): Promise<number> {
  server.listen(listen)
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

let attempts = 0

/** Counts every attempt to connect, and lets none leave this machine: also a guard that fails must reach nobody. */
function watchSocket(message: unknown): void {
  const { socket } = message as { socket: Socket }
  socket.on('connectionAttempt', (to: string) => {
    attempts += 1
    if (to !== '::1' && !to.startsWith('127.')) throw new Error(`This test would have connected to ${to}.`)
  })
}

beforeEach(() => {
  attempts = 0
  subscribe('net.client.socket', watchSocket)
})
afterEach(() => void unsubscribe('net.client.socket', watchSocket))

const failure = (fetched: Promise<unknown>) =>
  fetched.then(
    () => null,
    (error: unknown) => error,
  )

function guarded(options: Partial<GuardOptions> = {}): typeof fetch {
  return guardedFetch({ allowedTargets: () => [], lookup: lookupOf({}), ...options })
}

describe('an address of this machine or its network', () => {
  const literals = [
    'http://127.0.0.1/',
    'http://127.1/',
    'http://127.0.0.2:8080/',
    'http://0x7f.1/',
    'http://0x7f000001/',
    'http://2130706433/',
    'http://0177.0.0.1/',
    'http://0/',
    'http://0.0.0.0/',
    'http://[::1]/',
    'http://[::]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[::127.0.0.1]/',
    'http://[::ffff:0:127.0.0.1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[64:ff9b:1::7f00:1]/',
    'http://[2002:7f00:1::]/',
    'http://[fe80::1]/',
    'http://[fec0::1]/',
    'http://[fd00::1]/',
    'http://169.254.169.254/latest/meta-data/',
    'http://[fd00:ec2::254]/',
    'http://10.0.0.1/',
    'http://172.16.0.1/',
    'http://192.168.0.1/',
    'http://100.64.0.1/',
    'http://192.0.0.192/',
    'http://198.18.0.1/',
    'http://224.0.0.1/',
    'http://255.255.255.255/',
    'http://①②⑦.⓪.⓪.①/',
  ]

  test.each(literals)('written as %s is refused before anything is connected', async (url) => {
    const error = await failure(guarded()(url))
    expect(error).toBeInstanceOf(AppError)
    expect(error).toMatchObject({ code: 'forbidden' })
    expect((error as Error).message).toContain(
      "is on this machine or its network, where Deskhand doesn't fetch. To allow it, add it to ALLOWED_PRIVATE_TARGETS as host:port.",
    )
    expect(attempts).toBe(0)
  })

  const names: Record<string, Found> = {
    localhost: [here],
    'localhost.': [here],
    'six.test': [address('::1')],
    'mapped.test': [address('::ffff:127.0.0.1')],
    'metadata.test': [address('169.254.169.254')],
    'two.test': [nobody, here],
    'two-reversed.test': [here, nobody],
    'two-private.test': [nobody, address('fd00::1')],
  }

  test.each(Object.keys(names))(
    'behind the name %s is refused before anything is connected',
    async (name) => {
      const error = await failure(guarded({ lookup: lookupOf(names) })(`http://${name}/`))
      expect(error).toMatchObject({ code: 'forbidden' })
      expect(attempts).toBe(0)
    },
  )

  test('that a name turns into between the check and the connection is found out, and asked nothing', async () => {
    const host = process.platform === 'linux' ? '127.77.0.1' : '127.0.0.1'
    const target = await standIn((_request, response) => response.end('secret'), { port: 8080, host })
    let reads = 0
    const rebound = {
      get address() {
        reads += 1
        return reads === 1 ? nobody.address : host
      },
      get family() {
        return reads === 1 ? nobody.family : 4
      },
    }
    const fetch = guarded({ lookup: lookupOf({ 'rebound.test': [rebound] }) })
    const error = await failure(fetch('http://rebound.test:8080/'))
    expect(error).toMatchObject({ code: 'forbidden' })
    expect(attempts).toBe(1)
    expect(reads).toBeGreaterThan(1)
    expect(target.requests).toEqual([])
  })

  test('is not reached through a connection from a time when it was allowed', async () => {
    const target = await standIn((_request, response) => response.end('private'))
    let allowed = [`nas.test:${target.port}`]
    const fetch = guarded({ allowedTargets: () => allowed, lookup: lookupOf({ 'nas.test': [here] }) })
    const url = `http://nas.test:${target.port}/`
    expect(await (await fetch(url)).text()).toBe('private')
    allowed = []
    expect(await failure(fetch(url))).toMatchObject({ code: 'forbidden' })
    expect(target.requests).toHaveLength(1)
  })
})

describe('a redirect', () => {
  /** `public.test` stands for a server on the network: it is here, and allowed by name. */
  async function publicServer(answer: Answer, options: Partial<GuardOptions> = {}) {
    const site = await standIn(answer)
    const names = { 'public.test': [here], 'other.test': [here], localhost: [here] }
    const fetch = guarded({
      allowedTargets: () => [`public.test:${site.port}`, `other.test:${site.port}`],
      lookup: lookupOf(names),
      ...options,
    })
    return {
      ...site,
      fetch,
      url: `http://public.test:${site.port}/`,
      other: `http://other.test:${site.port}/`,
    }
  }

  test.each([
    'http://127.0.0.1/',
    'http://[::1]:8080/',
    'http://localhost/',
    'http://2130706433/',
    '//127.0.0.1/',
    'http://169.254.169.254/latest/meta-data/',
  ])('to %s is not followed', async (location) => {
    const { fetch, url, requests } = await publicServer((_request, response) =>
      response.writeHead(302, { location }).end(),
    )
    expect(await failure(fetch(url))).toMatchObject({ code: 'forbidden' })
    expect(requests).toHaveLength(1)
  })

  test.each(['file:///etc/passwd', 'ftp://public.test/', 'data:text/plain,x', 'javascript:1', 'gopher://x/'])(
    'to %s is not followed',
    async (location) => {
      const { fetch, url } = await publicServer((_request, response) =>
        response.writeHead(302, { location }).end(),
      )
      expect(await failure(fetch(url))).toMatchObject({ code: 'invalid_request' })
    },
  )

  test('to the port of the service on the same host is not followed', async () => {
    const { fetch, url } = await publicServer((_request, response) =>
      response.writeHead(302, { location: 'http://public.test:8000/api/settings' }).end(),
    )
    expect(await failure(fetch(url))).toMatchObject({ code: 'forbidden' })
  })

  test('is followed five times and no more', async () => {
    const { fetch, url, requests } = await publicServer((request, response) => {
      const left = Number(new URL(request.url!, 'http://x').searchParams.get('left'))
      if (left === 0) response.end('arrived')
      else response.writeHead(302, { location: `/?left=${left - 1}` }).end()
    })
    const arrived = await fetch(`${url}?left=5`)
    expect(await arrived.text()).toBe('arrived')
    expect(arrived.url).toBe(`${url}?left=0`)
    expect(requests).toHaveLength(6)
    expect(await failure(fetch(`${url}?left=6`))).toMatchObject({ code: 'upstream_failed' })
    expect(requests).toHaveLength(12)
  })

  test('keeps credentials on the same origin and leaves them behind on the way to another', async () => {
    const { fetch, url, other, requests } = await publicServer((request, response) => {
      const { pathname } = new URL(request.url!, 'http://x')
      if (pathname === '/same') response.writeHead(302, { location: '/end' }).end()
      else if (pathname === '/away') response.writeHead(307, { location: `${other}end` }).end()
      else response.end('end')
    })
    const headers = {
      authorization: 'Bearer abc',
      cookie: 'a=b',
      'proxy-authorization': 'Basic abc',
      'x-api-key': 'abc',
      accept: 'text/plain',
    }
    await fetch(`${url}same`, { headers })
    expect(requests.at(-1)?.headers).toMatchObject(headers)
    await fetch(`${url}away`, { headers })
    const received = requests.at(-1)?.headers ?? {}
    expect(received).toMatchObject({ accept: 'text/plain' })
    expect(Object.keys(received)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/auth|cookie|x-api-key/)]),
    )
  })

  test('after a POST is a GET without the body, unless it says otherwise', async () => {
    const bodies: string[] = []
    const { fetch, url } = await publicServer(async (request, response) => {
      let body = ''
      for await (const piece of request) body += String(piece)
      bodies.push(`${request.method} ${request.url} ${body}`)
      const status = Number(new URL(request.url!, 'http://x').searchParams.get('status'))
      if (status > 0) response.writeHead(status, { location: '/end' }).end()
      else response.end()
    })
    for (const status of [302, 303, 307, 308])
      await fetch(`${url}?status=${status}`, { method: 'POST', body: 'data' })
    expect(bodies.filter((line) => line.includes('/end'))).toEqual([
      'GET /end ',
      'GET /end ',
      'POST /end data',
      'POST /end data',
    ])
  })

  test('is shown to a caller who asks for that, and an error for one who wants none', async () => {
    const { fetch, url } = await publicServer((_request, response) =>
      response.writeHead(302, { location: '/end' }).end(),
    )
    const shown = await fetch(url, { redirect: 'manual' })
    expect([shown.status, shown.headers.get('location')]).toEqual([302, '/end'])
    expect(await failure(fetch(url, { redirect: 'error' }))).toMatchObject({ code: 'upstream_failed' })
  })

  test('from https to http is not followed', async () => {
    const { key, cert } = certificateFor('secure.test')
    const plain = await standIn((_request, response) => response.end('read by everybody'))
    const server = createTlsServer({ key, cert }, (_request, response) =>
      response.writeHead(302, { location: `http://plain.test:${plain.port}/` }).end(),
    )
    const port = await open(server, { port: 0, host: '127.0.0.1' })
    const fetch = guarded({
      allowedTargets: () => [`secure.test:${port}`, `plain.test:${plain.port}`],
      lookup: lookupOf({ 'secure.test': [here], 'plain.test': [here] }),
    })
    const error = await failure(fetch(`https://secure.test:${port}/`))
    expect(error).toMatchObject({ code: 'upstream_failed' })
    expect((error as Error).message).toContain('unencrypted')
    expect(plain.requests).toEqual([])
  })
})

describe('an address', () => {
  test.each([
    'file:///etc/passwd',
    'ftp://files.test/',
    'data:text/plain,x',
    'gopher://x.test/',
    'ws://x.test/',
  ])('with another scheme is refused: %s', async (url) => {
    expect(await failure(guarded()(url))).toMatchObject({ code: 'invalid_request' })
  })

  test.each(['http://user@x.test/', 'http://user:password@x.test/', 'http://127.0.0.1@x.test/'])(
    'with a user in it is refused: %s',
    async (url) => {
      expect(await failure(guarded()(url))).toMatchObject({ code: 'invalid_request' })
    },
  )

  test.each(['http://x.test:22/', 'http://x.test:25/', 'http://x.test:6379/', 'https://x.test:8000/'])(
    'with an unusual port is refused: %s',
    async (url) => {
      expect(await failure(guarded()(url))).toMatchObject({ code: 'forbidden' })
      expect(attempts).toBe(0)
    },
  )

  test.each(['not an address', '', '/relative', 'http://'])('that is none is refused: "%s"', async (url) => {
    expect(await failure(guarded()(url))).toMatchObject({ code: 'invalid_request' })
  })
})

describe('an allowed target', () => {
  test.each(['127.0.0.1', 'LOCALHOST', 'ollama.test'])(
    'is reached however it was written: %s',
    async (name) => {
      const target = await standIn((_request, response) => response.end('hello'))
      const fetch = guarded({
        allowedTargets: () => [`${name}:${target.port}`],
        lookup: lookupOf({ localhost: [here], 'ollama.test': [here] }),
      })
      expect(await (await fetch(`http://${name}:${target.port}/`)).text()).toBe('hello')
    },
  )

  test('may be an IPv6 address, also one that is written out', async () => {
    const target = await standIn((_request, response) => response.end('six'), { port: 0, host: '::1' })
    for (const written of ['[::1]', '[0:0:0:0:0:0:0:1]']) {
      const fetch = guarded({ allowedTargets: () => [`${written}:${target.port}`] })
      expect(await (await fetch(`http://[::1]:${target.port}/`)).text()).toBe('six')
    }
  })

  test('opens no other port and no other name of the same machine', async () => {
    const target = await standIn((_request, response) => response.end('hello'))
    const fetch = guarded({
      allowedTargets: () => [`ollama.test:${target.port}`],
      lookup: lookupOf({ 'ollama.test': [here], 'other.test': [here] }),
    })
    for (const url of [
      `http://other.test:${target.port}/`,
      'http://ollama.test/',
      `http://127.0.0.1:${target.port}/`,
    ])
      expect(await failure(fetch(url))).toMatchObject({ code: 'forbidden' })
    expect(target.requests).toEqual([])
  })
})

describe('an answer', () => {
  const allowed = (port: number) => ({ allowedTargets: () => [`127.0.0.1:${port}`] })

  test('that unpacks to more than is allowed is cut off', async () => {
    const bomb = gzipSync(Buffer.alloc(1_000_000))
    const target = await standIn((_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
    )
    expect(bomb.length).toBeLessThan(2000)
    const url = `http://127.0.0.1:${target.port}/`
    const small = await guarded({ ...allowed(target.port), maxBytes: 1_000_000 })(url)
    expect((await small.arrayBuffer()).byteLength).toBe(1_000_000)
    const response = await guarded({ ...allowed(target.port), maxBytes: 999_999 })(url)
    expect(await failure(response.arrayBuffer())).toMatchObject({ code: 'upstream_failed' })
  })

  test('that does not come, or does not end, is given up', async () => {
    const target = await standIn((request, response) => {
      if (request.url === '/never-ends') response.write('a')
    })
    const fetchWithin = (totalMs: number) => guarded({ ...allowed(target.port), totalMs })
    const url = `http://127.0.0.1:${target.port}`
    expect(await failure(fetchWithin(100)(`${url}/never-comes`))).toMatchObject({ code: 'upstream_timeout' })
    // Long enough for it to begin, on a busy machine too.
    const begun = await fetchWithin(3_000)(`${url}/never-ends`)
    expect(await failure(begun.text())).toMatchObject({ code: 'upstream_timeout' })
  })

  test('ends with the signal of the caller', async () => {
    const target = await standIn(() => {})
    const stop = new AbortController()
    const fetched = guarded(allowed(target.port))(`http://127.0.0.1:${target.port}/`, { signal: stop.signal })
    await once(target.server, 'request')
    stop.abort(new Error('no longer wanted'))
    expect(await failure(fetched)).toMatchObject({ message: 'no longer wanted' })
  })

  test('is to the whole request when a Request is given', async () => {
    const target = await standIn(async (request, response) => {
      let body = ''
      for await (const piece of request) body += String(piece)
      response.end(`${request.method} ${String(request.headers['x-name'])} ${body}`)
    })
    const request = new Request(`http://127.0.0.1:${target.port}/`, {
      method: 'PUT',
      headers: { 'x-name': 'value' },
      body: 'text',
    })
    const response = await guarded(allowed(target.port))(request)
    expect(await response.text()).toBe('PUT value text')
  })
})

test('a form is sent with its files, and the headers that were given', async () => {
  const { port } = await standIn((request, response) => {
    response.writeHead(200, {
      'content-type': request.headers['content-type'],
      'x-note': request.headers['x-note'],
    })
    request.pipe(response)
  })
  const form = new FormData()
  form.set('chat_id', '4711')
  form.set('document', new Blob(['a;b']), 'report.csv')
  const fetch = guarded({ allowedTargets: () => [`127.0.0.1:${port}`] })
  const headers = { 'x-note': 'kept' }
  const answer = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: form, headers })
  expect(answer.headers.get('x-note')).toBe('kept')
  const heard = await new Response(await answer.text(), { headers: answer.headers }).formData()
  const file = heard.get('document') as File
  expect([heard.get('chat_id'), file.name, await file.text()]).toEqual(['4711', 'report.csv', 'a;b'])
})

test('only ordinary addresses are public', () => {
  expect(isPublicAddress(nobody.address)).toBe(true)
  for (const text of ['8.8.8.8', '93.184.215.14', '2606:4700::1111', '::ffff:8.8.8.8'])
    expect([text, isPublicAddress(text)]).toEqual([text, true])
  for (const text of [
    '',
    'localhost',
    '::808:808',
    '2001::1',
    '2001:db8::1',
    '100::1',
    '240.0.0.1',
    '0.1.2.3',
  ])
    expect([text, isPublicAddress(text)]).toEqual([text, false])
})

/** A certificate that this process trusts until the test is over. */
function certificateFor(name: string): { key: Buffer; cert: Buffer } {
  const folder = mkdtempSync(join(tmpdir(), 'deskhand-certificate-'))
  const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const subject = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`]
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  execFileSync('openssl', ['req', ...kind, ...subject, '-keyout', keyFile, '-out', certFile], {
    stdio: 'pipe',
  })
  const [key, cert] = [readFileSync(keyFile), readFileSync(certFile)]
  const before = getCACertificates('default')
  setDefaultCACertificates([...before, cert.toString()])
  onTestFinished(() => {
    setDefaultCACertificates(before)
    rmSync(folder, { recursive: true })
  })
  return { key, cert }
}
