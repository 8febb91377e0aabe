import { appendFile, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify, { type FastifyInstance } from 'fastify'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { mountShell } from '../../src/server/http/shell-routes.ts'
import { freePort } from '../free-port.ts'
import { canBrowse, connectChromium } from '../security/chromium.ts'
import { seriousViolations } from './stage.ts'

const KEPT = `caches.open('deskhand-frame').then(async (cache) =>
  (await cache.keys()).map(({ url }) => new URL(url).pathname))`

/** The page's own files, without a service behind them: so a new build and a service that is down are easy to have. */
describe.skipIf(!canBrowse)('the page with its service worker', () => {
  let browser: Browser
  let folder: string
  let port: number
  let app: FastifyInstance
  let context: BrowserContext
  let page: Page

  const serve = async () => {
    app = fastify({ forceCloseConnections: true })
    mountShell(app, folder)
    app.get('/health', () => ({ status: 'ok' }))
    await app.listen({ port, host: '127.0.0.1' })
  }
  const go = (path: string) => page.goto(`http://127.0.0.1:${port}${path}`)
  const kept = () => page.evaluate<string[]>(KEPT)
  /** The page is drawn, and the worker has kept it. */
  const visit = async (path: string) => {
    await go(path)
    await page.locator('main').waitFor()
    const { pathname } = new URL(page.url())
    await expect.poll(kept).toContain(`/seen/${pathname.split('/')[1] || 'chat'}`)
  }
  const offline = () => page.getByRole('heading', { name: "Deskhand isn't running" })

  beforeAll(async () => {
    browser = await connectChromium()
  })
  afterAll(() => browser.close())
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'deskhand-built-'))
    await cp('web/dist', folder, { recursive: true })
    // What a test changes must not come compressed as it was before.
    for (const name of ['index.html', 'service-worker.js']) await rm(join(folder, `${name}.gz`))
    port = await freePort()
    await serve()
    context = await browser.newContext()
    context.setDefaultTimeout(150_000)
    page = await context.newPage()
  })
  afterEach(async () => {
    await context.close()
    await app.close()
    await rm(folder, { recursive: true })
  })

  test('can be installed', async () => {
    await visit('/')
    const session = await context.newCDPSession(page)
    const { data = '', errors } = await session.send('Page.getAppManifest')
    expect(errors).toEqual([])
    const manifest = JSON.parse(data) as { icons: { src: string; sizes: string; type: string }[] }
    expect(manifest).toMatchObject({ name: 'Deskhand', start_url: '/', display: 'standalone' })
    for (const { src, sizes, type } of manifest.icons) {
      const response = await fetch(`http://127.0.0.1:${port}${src}`)
      expect(`${src} ${response.headers.get('content-type')}`).toBe(`${src} ${type}`)
      const { width, height } = await sharp(await response.arrayBuffer()).metadata()
      if (sizes !== 'any') expect(`${src} ${width}x${height}`).toBe(`${src} ${sizes}`)
    }
    const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
    expect(installabilityErrors).toEqual([])
  })

  test('keeps the frame alone', async () => {
    await visit('/chat')
    const others = (await kept()).filter((path) => !path.startsWith('/assets/'))
    const beside = ['/offline.html', '/offline.css', '/offline.js', '/theme.js', '/mark.svg']
    expect(others.toSorted()).toEqual(['/', '/seen/chat', ...beside].toSorted())
    expect(await page.evaluate('caches.keys()')).toEqual(['deskhand-frame'])
  })

  test('without the service, a page that was seen comes and any other says so until it is back', async () => {
    await visit('/chat')
    await app.close()
    await go('/chat/some-conversation')
    await page.getByRole('textbox', { name: 'Message' }).waitFor()
    await page.getByText("Can't reach Deskhand.").first().waitFor()
    await go('/settings')
    await offline().waitFor()
    expect(await page.title()).toBe("Deskhand isn't running")
    expect(await seriousViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Try again' }).click()
    await offline().waitFor()
    await serve()
    await page.getByRole('heading', { name: 'Settings' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/settings')
  })

  test('a page that was gone to within the page counts as seen', async () => {
    await visit('/chat')
    await page.getByRole('link', { name: 'Settings' }).first().click()
    await expect.poll(kept).toContain('/seen/settings')
    await app.close()
    await go('/settings')
    await page.getByRole('heading', { name: 'Settings' }).waitFor()
  })

  test('a newer frame takes the place of the older one at once, also without the service', async () => {
    const edition = () => page.locator('html').getAttribute('data-edition')
    await visit('/chat')
    await visit('/settings')
    const frame = await readFile(join(folder, 'index.html'), 'utf8')
    await writeFile(join(folder, 'index.html'), frame.replace('<html', '<html data-edition="2"'))
    await visit('/chat')
    expect(await edition()).toBe('2')
    // Its parts of other pages are not known yet.
    await expect.poll(kept).not.toContain('/seen/settings')
    await app.close()
    await go('/chat')
    expect(await edition()).toBe('2')
    await go('/settings')
    await offline().waitFor()
  })

  test('a newer worker takes over from the older one', async () => {
    await visit('/chat')
    await appendFile(join(folder, 'service-worker.js'), ';self.edition = 2\n')
    await go('/chat')
    const editions = () =>
      Promise.all(context.serviceWorkers().map((worker) => worker.evaluate('self.edition').catch(() => null)))
    await expect.poll(editions).toContain(2)
    await expect.poll(() => page.evaluate('navigator.serviceWorker.controller?.state')).toBe('activated')
  })
})
