import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { startTestService, type TestService } from '../service.ts'
import { canBrowse, connectChromium } from './chromium.ts'
import { attacks, departures, names, tools } from './page-attacks.ts'
import { watchRequests, type RequestWatch } from './request-watch.ts'

let service: TestService
let browser: Browser
let attacker: Server
let attackerPort: number
let watch: RequestWatch

beforeAll(async () => {
  service = await startTestService()
  await service.client.store.put({ params: { key: 'kept' }, body: { still: 'here' } })
  attacker = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html')
    response.end('<!doctype html><title>Win a prize</title><body>')
  })
  attacker.listen(0, '127.0.0.1')
  await once(attacker, 'listening')
  attackerPort = (attacker.address() as AddressInfo).port
  browser = await connectChromium()
  watch = watchRequests(service.port)
})
afterAll(async () => {
  watch[Symbol.dispose]()
  await browser.close()
  attacker.closeAllConnections()
  attacker.close()
  await service[Symbol.asyncDispose]()
})
beforeEach(() => watch.reset())

async function open(address: string): Promise<Page> {
  const context = await browser.newContext()
  onTestFinished(() => context.close())
  const page = await context.newPage()
  await page.goto(address)
  return page
}

const run = (page: Page, script: string) => page.evaluate(`(async () => { ${script} })()`)

/** Tries everything from a page of this address, and waits until all of it has come to the service. */
async function attack(address: string, target: string): Promise<void> {
  const page = await open(address)
  // Most of them fail, which is the point; whether they arrived is for the service to say.
  const ignore = () => {}
  const all = Object.entries(attacks).map(
    ([name, script]) => `(async () => { ${tools(target, name)}; await (${script}) })().catch(() => {})`,
  )
  await run(page, all.join(';\n'))
  for (const [name, script] of Object.entries(departures)) {
    const leaving = await page.context().newPage()
    await leaving.goto(address)
    await run(leaving, `${tools(target, name)}; ${script}`).catch(ignore)
  }
  await expect.poll(arrived).toEqual(names)
}

/** The attacks that the service has seen so far. */
function arrived(): string[] {
  const seen = watch.seen.map(({ url }) => new URL(url ?? '', 'http://x').searchParams.get('attack'))
  return [...new Set(seen.filter((name) => name !== null))].toSorted()
}

const whatIsStored = async () => {
  const { entries } = await service.client.store.list({ query: { limit: 10 } })
  return entries.map(({ key }) => key)
}

describe.skipIf(!canBrowse)('in Chromium', () => {
  describe.each(['evil.test', 'localhost'])('a page of another origin, on %s', (page) => {
    test.each(['127.0.0.1', 'localhost', '0.0.0.0'])('does nothing to the service on %s', async (host) => {
      await attack(`http://${page}:${attackerPort}/`, `http://${host}:${service.port}`)
      expect(watch.handled).toEqual([])
      expect(await whatIsStored()).toEqual(['kept'])
    })
  })

  test('a page whose name was pointed at the service does nothing to it, though it is its own origin', async () => {
    const origin = `http://evil.test:${service.port}`
    const context = await browser.newContext()
    onTestFinished(() => context.close())
    const page = await context.newPage()
    // Its name led to the attacker when the page was loaded, and leads here from then on.
    await page.route(`${origin}/`, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html><body>' }),
    )
    await page.goto(`${origin}/`)
    const answers = await run(
      page,
      `
    const json = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }
    const requests = [fetch('/api/settings'), fetch('/api/store/a', json), fetch('/api/store/kept', { method: 'DELETE' })]
    const answers = await Promise.all(requests)
    const events = new EventSource('/api/events')
    const socket = new WebSocket('/api/events')
    await Promise.all([events, socket].map((source) => new Promise((resolve) => (source.onerror = resolve))))
    return Promise.all(answers.map(async (answer) => answer.status + ' ' + (await answer.json()).code))
    `,
    )
    expect(answers).toEqual(['403 forbidden_origin', '403 forbidden_origin', '403 forbidden_origin'])
    expect(watch.seen.map(({ headers }) => headers.host)).toEqual(Array(5).fill(`evil.test:${service.port}`))
    expect(watch.handled).toEqual([])
    expect(await whatIsStored()).toEqual(['kept'])
  })

  test('a page that the user allowed may read and write, and no longer once it is off the list', async () => {
    const origin = `http://evil.test:${attackerPort}`
    const page = await open(origin)
    const write = () =>
      run(
        page,
        `
      const url = '${service.address}/api/store/allowed'
      const json = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"by":"a friend"}' }
      return fetch(url, json).then(() => fetch(url)).then((answer) => answer.json()).catch((error) => error.name)
      `,
      )
    expect(await write()).toBe('TypeError')
    await service.client.settings.update({ body: { ALLOWED_ORIGINS: [origin] } })
    expect(await write()).toEqual({ by: 'a friend' })
    await service.client.settings.update({ body: { ALLOWED_ORIGINS: null } })
    expect(await write()).toBe('TypeError')
    await service.client.store.remove({ params: { key: 'allowed' } })
  })

  test('a page of the service itself may read and write', async () => {
    const page = await open(`${service.address}/docs`)
    const written = await run(
      page,
      `
    const json = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"by":"ourselves"}' }
    await fetch('/api/store/own', json)
    return (await fetch('/api/store/own')).json()
    `,
    )
    expect(written).toEqual({ by: 'ourselves' })
    expect(watch.handled).toEqual(expect.arrayContaining(['POST /api/store/own', 'GET /api/store/own']))
    await service.client.store.remove({ params: { key: 'own' } })
  })
})
