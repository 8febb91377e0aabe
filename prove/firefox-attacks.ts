/**
 * Firefox has its own ideas of what a page may do. This tries in Debian's Firefox what the tests try in Chromium: the ways
 * out of the frame of a widget, and what a page of a stranger can do to the service. Needs `firefox-esr`.
 */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { launchFirefox, type Firefox } from '../test/security/firefox.ts'
import { attacks, departures, tools } from '../test/security/page-attacks.ts'
import { watchRequests } from '../test/security/request-watch.ts'
import { guards, openWidgetRig } from '../test/security/widget-rig.ts'
import { startTestService } from '../test/service.ts'

const PATIENCE_MS = 60_000

await using firefox = await launchFirefox()
console.log(`Firefox ${firefox.version}`)
await proveFrame(firefox)
await provePages(firefox)
await proveRebinding(firefox)
console.log('Nothing got out, and nothing got in.')

async function proveFrame(browser: Firefox): Promise<void> {
  await using rig = await openWidgetRig()
  const tabs: Awaited<ReturnType<Firefox['open']>>[] = []
  for (const guard of guards) {
    const tab = await browser.open()
    tabs.push(tab)
    await tab.goto(rig.shellOf(guard))
    await until(() => tab.evaluate<boolean>('window.heard.some((one) => one && one.tried > 30)'), guard)
  }
  await until(() => rig.arrived('open').includes('turn direct'), 'the control by WebRTC')
  await until(() => rig.arrived('old').includes('turn inner'), 'the old frame by WebRTC')
  // Departures come after the rest: they would end what is still on its way.
  for (const tab of tabs) await tab.evaluate(`frames[0].postMessage({ type: 'leave' }, '*')`)
  await sleep(3_000)
  for (const guard of guards) {
    const arrived = rig.arrived(guard)
    console.log(`${guard}: ${arrived.length} ways out${arrived.length > 0 ? ` (${arrived.join(', ')})` : ''}`)
  }
  assert.ok(rig.arrived('open').length >= 35, 'The control got out by too few ways to prove anything.')
  assert.deepEqual(rig.arrived('hash'), [])
  assert.deepEqual(rig.arrived('page'), [])
}

async function provePages(browser: Firefox): Promise<void> {
  await using service = await startTestService()
  using watch = watchRequests(service.port)
  const stranger = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html')
    response.end('<!doctype html><title>Win a prize</title><body>')
  })
  stranger.listen(0, '127.0.0.1')
  await once(stranger, 'listening')
  const { port } = stranger.address() as AddressInfo
  for (const page of ['evil.test', 'localhost'])
    for (const host of ['127.0.0.1', 'localhost']) {
      watch.reset()
      const from = `http://${page}:${port}/`
      const target = `http://${host}:${service.port}`
      const tab = await browser.open()
      await tab.goto(from)
      const all = Object.entries(attacks).map(
        ([name, script]) => `(async () => { ${tools(target, name)}; await (${script}) })().catch(() => {})`,
      )
      await tab.evaluate(`(async () => { ${all.join(';\n')} })()`)
      for (const [name, script] of Object.entries(departures)) {
        const leaving = await browser.open()
        await leaving.goto(from)
        await leaving.evaluate(`(async () => { ${tools(target, name)}; ${script} })()`).catch(() => {})
      }
      const seen = () =>
        new Set(watch.seen.map(({ url }) => new URL(url ?? '', 'http://x').searchParams.get('attack'))).size
      await until(() => seen() >= 20, `${page} to ${host}`)
      await sleep(1_000)
      console.log(`${page} to ${host}: ${seen()} kinds of requests came, ${watch.handled.length} were let in`)
      assert.deepEqual(watch.handled, [])
    }
  assert.deepEqual((await service.client.store.list({ query: { limit: 10 } })).entries, [])
  stranger.closeAllConnections()
  stranger.close()
}

/** The name of the stranger's page leads to the service itself: to the browser it is the service's own origin. */
async function proveRebinding(browser: Firefox): Promise<void> {
  await using service = await startTestService()
  using watch = watchRequests(service.port)
  const tab = await browser.open()
  await tab.goto(`http://evil.test:${service.port}/`)
  const answers = await tab.evaluate<string[]>(`(async () => {
    const json = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }
    const asked = [fetch('/api/settings'), fetch('/api/store/a', json), fetch('/chat', json)]
    return Promise.all(asked.map((one) => one.then((answer) => String(answer.status), (error) => error.name)))
  })()`)
  console.log(`A name pointed at the service: ${answers.join(', ')}`)
  assert.ok(answers.every((answer) => answer === '403' || answer === 'TypeError'))
  assert.deepEqual(watch.handled, [])
}

async function until(isSo: () => boolean | Promise<boolean>, what: string): Promise<void> {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await sleep(100)) if (await isSo()) return
  throw new Error(`Waited in vain: ${what}.`)
}
