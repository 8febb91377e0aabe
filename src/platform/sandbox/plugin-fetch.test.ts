import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { beforeEach, expect, test } from 'vitest'
import { needBubblewrap, openTestPlugins, toolModule } from '../../../test/plugins.ts'
import { guardedFetch } from '../network/guarded-fetch.ts'
import { Callers } from '../processes/caller.ts'
import { isNamedHost } from './host-calls.ts'

beforeEach(needBubblewrap)

async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void | Promise<void>) {
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    host: `127.0.0.1:${port}`,
    [Symbol.asyncDispose]: () => {
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

const FETCH = `const init = JSON.parse(args.value)
  const response = await host.fetch(init.url, init)
  const body = await response.text()
  return { message: 'fetched', data: { status: response.status, url: response.url, type: response.headers.get('content-type'), length: body.length, body: body.slice(0, 500) } }`

/** A plugin that may reach these hosts, in a service whose guard lets local ones pass. */
async function openFetching(network: readonly string[], hosts: readonly string[]) {
  const service = await openTestPlugins({ fetch: guardedFetch({ allowedTargets: () => hosts }) })
  await service.write('fetcher', {
    manifest: { permissions: { network } },
    files: toolModule('FETCH', FETCH),
  })
  await service.plugins.start()
  await service.enable('fetcher')
  return {
    fetch: (init: object) => service.run('FETCH', { value: JSON.stringify(init) }),
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  }
}

test('a plugin fetches from a host that its manifest names', async () => {
  await using server = await serve(async (request, response) => {
    const seen = {
      method: request.method,
      host: request.headers.host,
      body: await text(request),
      key: request.headers['x-key'],
    }
    response.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify(seen))
  })
  await using plugin = await openFetching([server.host], [server.host])
  const url = `http://${server.host}/path?q=1`
  const headers = { host: 'other.example.com', 'x-key': 'k', 'content-length': '9999' }
  const { data } = await plugin.fetch({ url, method: 'POST', headers, body: 'häuser' })
  expect(data).toMatchObject({ status: 201, url, type: 'application/json' })
  expect(JSON.parse((data as { body: string }).body)).toEqual({
    method: 'POST',
    host: server.host,
    body: 'häuser',
    key: 'k',
  })
})

test('another host, another port or another scheme is refused with a sentence', async () => {
  await using server = await serve((_request, response) => void response.end('secret'))
  await using plugin = await openFetching(['example.com'], [server.host])
  for (const url of [
    `http://${server.host}/`,
    'http://example.com:8080/',
    'http://sub.example.com/',
    'http://example.com.evil.org/',
  ]) {
    const { code, message } = await plugin.fetch({ url })
    expect(code).toBe('forbidden')
    expect(message).toContain(`The plugin fetcher may not reach ${new URL(url).host}`)
  }
  expect(await plugin.fetch({ url: 'file:///etc/passwd' })).toMatchObject({ success: false })
  expect(await plugin.fetch({ url: 'not an address' })).toMatchObject({ success: false })
})

test('a redirect is followed to a host that is named, without the credentials, and to no other', async () => {
  const seen: (string | undefined)[] = []
  await using target = await serve((request, response) => {
    seen.push(request.headers.authorization)
    response.end(`${request.method} arrived`)
  })
  await using stranger = await serve((_request, response) => void response.end('secret'))
  await using server = await serve((request, response) => {
    const to = request.url === '/named' ? target.host : stranger.host
    response.writeHead(302, { location: `http://${to}/end` }).end()
  })
  await using plugin = await openFetching(
    [server.host, target.host],
    [server.host, target.host, stranger.host],
  )
  const headers = { authorization: 'Bearer secret' }
  expect(
    await plugin.fetch({ url: `http://${server.host}/named`, method: 'POST', body: 'x', headers }),
  ).toMatchObject({
    data: { status: 200, body: 'GET arrived', url: `http://${target.host}/end` },
  })
  expect(seen).toEqual([undefined])
  expect(await plugin.fetch({ url: `http://${server.host}/strange` })).toMatchObject({ code: 'forbidden' })
  expect(await plugin.fetch({ url: `http://${server.host}/strange`, redirect: 'manual' })).toMatchObject({
    data: { status: 302 },
  })
})

test('an answer of some megabytes arrives whole, and one without end is cut off', async () => {
  await using server = await serve((request, response) => {
    const more = () => {
      while (response.write('x'.repeat(65_536)));
      response.once('drain', more)
    }
    if (request.url === '/some') response.end('é'.repeat(3_000_000))
    else more()
  })
  await using plugin = await openFetching([server.host], [server.host])
  expect(await plugin.fetch({ url: `http://${server.host}/some` })).toMatchObject({
    data: { length: 3_000_000 },
  })
  expect(await plugin.fetch({ url: `http://${server.host}/endless` })).toMatchObject({ code: 'too_large' })
})

test('an address of this machine stays closed although the manifest names it', async () => {
  await using server = await serve((_request, response) => void response.end('secret'))
  await using plugin = await openFetching([server.host], [])
  const { success, message } = await plugin.fetch({ url: `http://${server.host}/` })
  expect(success).toBe(false)
  expect(message).toContain('ALLOWED_PRIVATE_TARGETS')
})

test.each([
  ['https://example.com/', 'example.com', true],
  ['https://EXAMPLE.com/', 'example.com', true],
  ['https://example.com:8443/', 'example.com', false],
  ['https://example.com:8443/', 'example.com:8443', true],
  ['https://api.example.com/', '*.example.com', true],
  ['https://a.b.example.com/', '*.example.com', true],
  ['https://example.com/', '*.example.com', false],
  ['https://badexample.com/', '*.example.com', false],
  ['https://example.com@evil.org/', 'example.com', false],
  ['https://example.com./', 'example.com', false],
])('%s against %s is %s', (url, named, expected) => {
  expect(isNamedHost(new URL(url), [named])).toBe(expected)
})

test('without bubblewrap a plugin reaches the service, which knows it for its own child', async () => {
  const callers = new Callers({ isEmbedded: false })
  const called: string[] = []
  await using server = await serve(async (request, response) => {
    called.push(callers.callerOf(request.socket))
    response.end()
  })
  await using service = await openTestPlugins({
    findIsolation: async () => ({ kind: 'permission_model', reason: 'this test says so' }),
  })
  const body = `await new Promise((resolve, reject) => http.get('http://' + args.value, resolve).on('error', reject)); return { message: 'reached' }`
  await service.write('caller', { files: `import http from 'node:http'\n${toolModule('REACH', body)}` })
  await service.plugins.start()
  await service.enable('caller')
  expect(await service.run('REACH', { value: server.host })).toMatchObject({ success: true })
  expect(called).toEqual(['ours'])
})
