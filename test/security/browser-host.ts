import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BrowserServer } from 'playwright-core'
import { chromiumOptions } from './chromium-options.ts'

/**
 * One browser for each worker of a test run, because to start one takes as long as several tests. Workers do not share
 * one: it has a single clipboard. None is started before somebody asks for it, and all end with whoever started this.
 */
const browsers = new Map<string, Promise<BrowserServer>>()

const server = createServer((request, response) => {
  const worker = request.url!
  const browser = browsers.get(worker) ?? launch(worker)
  browsers.set(worker, browser)
  browser.then(
    (started) => response.end(started.wsEndpoint()),
    (error: unknown) => {
      browsers.delete(worker)
      response.writeHead(500).end(String(error))
    },
  )
})
server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port))

async function launch(worker: string): Promise<BrowserServer> {
  const { chromium } = await import('playwright-core')
  const browser = await chromium.launchServer({ ...chromiumOptions, host: '127.0.0.1' })
  // One that died takes a single file of tests with it.
  browser.on('close', () => browsers.delete(worker))
  return browser
}

process.on('disconnect', () => {
  const closing = browsers.values().map(async (browser) => await (await browser).close())
  void Promise.allSettled(closing).then(() => process.exit())
})
