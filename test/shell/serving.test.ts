import { mkdtempDisposable, readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { shellAsset, shellPage } from '../../src/features/shell/shell-files.ts'
import { rawRequest, sendRaw } from '../security/raw-http.ts'
import { startTestService, type TestService } from '../service.ts'

const KB = 1024
const TOKEN = 'a-token-of-this-test-0123456789-0123456789'
let service: TestService
beforeAll(async () => {
  service = await startTestService({ environment: { DESKHAND_TOKEN: TOKEN } })
})
afterAll(() => service[Symbol.asyncDispose]())

const places = [
  '/',
  '/chat',
  '/chat/chat_6m2d8w4x9a',
  '/chat/chat_RpBQ36isdMMuRJ-0',
  '/chat/my-own.name',
  '/chat/',
  '/dashboard',
  '/dashboard/',
  '/workflows',
  '/workflows/wf_01',
  '/tools',
  '/computer',
  '/computer/',
  '/computer/task_6y2h8n4b1m',
  '/settings/LLM_MODEL',
  '/settings/live-data',
]

test.each(places)('%s is the page, without the token and under its policy', async (path) => {
  const response = await fetch(service.address + path)
  expect(response.status).toBe(200)
  expect(response.headers.get('cache-control')).toBe('no-cache')
  const policy = response.headers.get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).toContain("require-trusted-types-for 'script'")
  expect(policy).not.toMatch(/unsafe-|\*|https?:/)
  expect(await response.text()).toContain('<div id="root">')
})

test.each([
  ['manifest.webmanifest', 'application/manifest+json'],
  ['icon-192.png', 'image/png'],
  ['offline.html', 'text/html; charset=utf-8'],
  ['service-worker.js', 'text/javascript; charset=utf-8'],
])('what an installed page needs is served without the token: %s', async (name, type) => {
  const response = await fetch(`${service.address}/${name}`)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe(type)
  // Looked at anew each time, so that an upgrade counts at once.
  expect(response.headers.get('cache-control')).toBe('no-cache')
})

test('the service worker may ask the service and nobody else, and imports nothing', async () => {
  const response = await fetch(`${service.address}/service-worker.js`)
  expect(response.headers.get('content-security-policy')).toBe(
    "default-src 'none'; connect-src 'self'; img-src 'self'",
  )
  expect(await response.text()).not.toMatch(/\bimport\b|importScripts/)
})

test('the page itself holds no script and no style of its own', async () => {
  const page = await (await fetch(service.address)).text()
  expect(page).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\son\w+=|\sstyle=/)
})

test('what has its hash in its name is kept for good, and comes compressed', async () => {
  const page = await (await fetch(service.address)).text()
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(page)![1]!
  const response = await fetch(service.address + script, { headers: { 'accept-encoding': 'gzip' } })
  expect(response.headers.get('content-encoding')).toBe('gzip')
  expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  expect(await response.text()).toBe(await readFile(join('web/dist', script), 'utf8'))
})

test('a page that the browser has already is not sent again', async () => {
  const etag = (await fetch(service.address)).headers.get('etag')!
  const response = await fetch(service.address, { headers: { 'if-none-match': etag } })
  expect(response.status).toBe(304)
})

test('a page never stands in the way of the interface', async () => {
  const authorization = `Bearer ${TOKEN}`
  const stream = await fetch(`${service.address}/chat/stream`, { headers: { authorization } })
  expect(stream.status).toBe(405)
  expect((await fetch(`${service.address}/api/settings`)).status).toBe(401)
  expect(
    (
      await fetch(`${service.address}/chat`, {
        method: 'POST',
        body: '{}',
        headers: { 'content-type': 'application/json' },
      })
    ).status,
  ).toBe(401)
  expect((await fetch(`${service.address}/nowhere`, { headers: { authorization } })).status).toBe(404)
})

describe('where no page is', () => {
  const authorization = `Bearer ${TOKEN}`
  const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8'
  const ask = (path: string, accept: string, method = 'GET') =>
    fetch(service.address + path, { method, headers: { accept, authorization } })

  test.each([
    ['/flows', browser],
    ['/flows?from=mail', 'text/html'],
    ['/workflows/one/two', 'text/html, */*'],
    ['/dashboard/widgets', 'application/json;q=0.5, Text/HTML;q=0.9'],
  ])('a browser that goes to %s gets the page all the same, as not found', async (path, accept) => {
    const page = await fetch(service.address)
    const response = await ask(path, accept)
    expect(response.status).toBe(404)
    expect(await response.text()).toBe(await page.text())
    const own = ['date', 'cache-control', 'connection', 'keep-alive']
    const headers = ({ headers }: Response) => [...headers].filter(([name]) => !own.includes(name))
    expect(headers(response)).toEqual(headers(page))
    expect(response.headers.get('cache-control')).toBe('no-store')
    const head = await ask(path, accept, 'HEAD')
    expect([head.status, await head.text()]).toEqual([404, ''])
    expect(headers(head)).toEqual(headers(page))
  })

  test.each([
    ['/flows', '*/*'],
    ['/flows', 'application/json'],
    ['/flows', 'application/json, text/html'],
    ['/flows', 'application/problem+json, text/html;q=0.9'],
    ['/flows', 'text/html;q=0, */*'],
    ['/api/flows', browser],
    ['/flows', browser, 'POST'],
  ])('a program that asks for %s with %s is told in JSON', async (path, accept, method?: string) => {
    const response = await ask(path, accept, method)
    expect(response.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
    expect(await response.json()).toMatchObject({
      status: 404,
      code: 'not_found',
      detail: `Nothing found at ${path}. GET /docs lists all endpoints.`,
    })
  })

  test('the interface and its checks come first', async () => {
    expect((await ask('/chat/stream', browser)).status).toBe(405)
    const headers = { accept: browser }
    expect((await fetch(`${service.address}/flows`, { headers })).status).toBe(401)
    const foreign = { ...headers, authorization, origin: 'https://elsewhere.example' }
    expect((await fetch(`${service.address}/flows`, { headers: foreign })).status).toBe(403)
  })
})

test('nothing but built files is served', async () => {
  for (const path of [
    '/assets/../index.html',
    '/assets/%2e%2e/index.html',
    '/assets/..%2f..%2fvite.config.ts',
    '/assets/.',
    '/assets/nothing.js',
  ]) {
    const headers = [
      ['Host', '127.0.0.1'],
      ['Authorization', `Bearer ${TOKEN}`],
    ] as const
    const { status } = await sendRaw(service.port, rawRequest({ target: path, headers }))
    expect(`${path} ${status}`).toBe(`${path} 404`)
  }
})

test('the frame for widgets has no way out and no origin', async () => {
  const response = await fetch(`${service.address}/widget-frame`)
  const policy = response.headers.get('content-security-policy')
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain('sandbox allow-scripts')
  expect(policy).not.toContain('allow-same-origin')
  expect(policy).toContain("frame-ancestors 'self'")
})

test('a service whose page is not built says what to do', async () => {
  await using empty = await mkdtempDisposable(join(tmpdir(), 'deskhand-shell-'))
  const request = { acceptEncoding: '', ifNoneMatch: undefined }
  const page = await shellPage(empty.path, request)
  expect(page.status).toBe(503)
  expect(page.body.toString()).toContain('npm run build:web')
  expect((await shellAsset(empty.path, 'assets/index-1.js', request)).status).toBe(404)
})

test('what is loaded at first is at most 140 kB of script and 20 kB of style', async () => {
  const page = await readFile('web/dist/index.html', 'utf8')
  const first = [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+\.(?:js|css))"/g)].map((match) => match[1]!)
  const size = async (kind: string) => {
    const files = await Promise.all(
      first.filter((name) => name.endsWith(kind)).map((name) => readFile(join('web/dist', name))),
    )
    return files.reduce((sum, file) => sum + gzipSync(file).length, 0)
  }
  expect(await size('.js')).toBeGreaterThan(0)
  expect(await size('.js')).toBeLessThanOrEqual(140_000)
  expect(await size('.css')).toBeLessThan(20 * KB)
})

test('no part that is loaded later is larger than the graph may be', async () => {
  const names = (await readdir('web/dist/assets')).filter(
    (name) => name.endsWith('.js') && !name.startsWith('index-'),
  )
  const sizes = await Promise.all(
    names.map(async (name) => ({
      name,
      size: gzipSync(await readFile(join('web/dist/assets', name))).length,
    })),
  )
  expect(sizes.filter(({ size }) => size > 80 * KB)).toEqual([])
})
