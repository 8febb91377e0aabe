import { mkdtempDisposable, readFile, stat } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { tmpdir } from 'node:os'
import { chromium } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildDocsSite } from '../scripts/build/docs-site.ts'
import { chromiumOptions } from './security/chromium-options.ts'

const root = join(import.meta.dirname, '..')
const BASE = '/deskhand'
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
}

const opened = new AsyncDisposableStack()
let folder: string
let files: readonly string[]
let address: string
beforeAll(async () => {
  folder = opened.use(await mkdtempDisposable(join(tmpdir(), 'docs-site-'))).path
  files = await buildDocsSite({ root, target: folder, base: BASE })
  // What any web server does with a folder of files.
  const server = opened.adopt(createServer(), (open) => void open.close())
  server.on('request', (request, response) => void offer(request, response))
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}${BASE}`
})
afterAll(() => opened.disposeAsync())

async function offer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = await fileFor(new URL(request.url!, 'http://host').pathname)
  if (path === undefined) response.writeHead(404).end()
  else response.writeHead(200, { 'content-type': TYPES[extname(path)] ?? '' }).end(await readFile(path))
}

async function fileFor(pathname: string): Promise<string | undefined> {
  if (pathname !== BASE && !pathname.startsWith(`${BASE}/`)) return undefined
  const path = join(folder, pathname.slice(BASE.length))
  const found = await stat(path).catch(() => undefined)
  if (found?.isFile() === true) return path
  const index = join(path, 'index.html')
  return found && (await stat(index).catch(() => undefined)) ? index : undefined
}

test('every address of every page leads to a file', async () => {
  const missing: string[] = []
  for (const file of files.filter((name) => name.endsWith('.html')))
    for (const [, path] of (await readFile(join(folder, file), 'utf8')).matchAll(/(?:href|src)="(\/[^"#]*)/g))
      if ((await fileFor(path!)) === undefined) missing.push(`${file}: ${path}`)
  expect(missing).toEqual([])
  expect(files.filter((name) => name.endsWith('.html')).length).toBeGreaterThan(30)
})

test('the interface stays as it is, whatever the path of the site', async () => {
  expect(await readFile(join(folder, 'openapi.json'), 'utf8')).toBe(
    await readFile(join(root, 'openapi.json'), 'utf8'),
  )
})

test('it is read and searched without a service', async () => {
  await using browser = await chromium.launch(chromiumOptions)
  const page = await browser.newPage()
  const failed: string[] = []
  page.on('response', (response) => void (response.ok() || failed.push(response.url())))
  page.on('pageerror', (error) => void failed.push(error.message))
  await page.goto(address)
  await page.getByRole('link', { name: 'Get started' }).click()
  await page.waitForURL(/\/deskhand\/docs\/tutorial/)
  await page.getByRole('combobox').fill('first workflow')
  await page.getByRole('option').first().click()
  await page.getByRole('heading', { level: 1, name: 'Workflows' }).waitFor()
  await page.goto(`${address}/docs/api#health.get`)
  const operation = page.locator('[id="health.get"]')
  await operation.getByText('curl').first().waitFor()
  expect(await operation.innerText()).toContain('http://127.0.0.1:8000/health')
  // There is no service that it could be tried against.
  expect(await operation.getByRole('button', { name: /Send/ }).count()).toBe(0)
  expect(failed).toEqual([])
})
