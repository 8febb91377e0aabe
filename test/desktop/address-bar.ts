import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { DesktopDriver } from '../../src/platform/desktop/desktop-driver.ts'
import { until } from './real-stage.ts'
import type { DesktopStage } from './stage.ts'

export interface SubmitResult {
  readonly right: number
  /** What was asked for instead, with what should have been. */
  readonly wrong: readonly string[]
}

export interface SubmitOptions {
  readonly rounds: number
  /** Whether the browser tells what its address bar holds. */
  readonly tells: boolean
}

/**
 * Types addresses into the address bar of a real browser and counts those that its server was then asked for. Every
 * second one is the beginning of the one before, which the browser would complete.
 */
export async function submitAddresses(
  stage: Pick<DesktopStage, 'folder' | 'start'>,
  driver: DesktopDriver,
  { rounds, tells }: SubmitOptions,
): Promise<SubmitResult> {
  const asked: string[] = []
  await using server = createServer(({ url }, response) => {
    if (url !== '/favicon.ico') asked.push(url!)
    response.setHeader('content-type', 'text/html').end(`<title>page ${url}</title><input autofocus>`)
  }).listen(0, '127.0.0.1')
  await until(async () => server.listening)
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const child = stage.start('/usr/bin/chromium', [
    '--no-sandbox',
    '--disable-gpu',
    '--no-first-run',
    '--password-store=basic',
    ...(tells ? ['--force-renderer-accessibility'] : []),
    `--user-data-dir=${stage.folder}/browser`,
    `${origin}/start`,
  ])
  try {
    await until(async () => /page \/start/.test((await driver.activeWindow())?.title ?? ''))
    const wrong: string[] = []
    for (let round = 0; round < rounds; round++) {
      const path = round % 2 === 0 ? `/page${round}-and-more` : `/page${round - 1}`
      const before = asked.length
      await driver.press('ctrl+l', {})
      await driver.settle({}, undefined)
      await driver.type(`${origin}${path}`, { replace: true, submit: true })
      await until(async () => asked.length > before)
      const title = () => driver.activeWindow().then((window) => window?.title ?? '')
      await until(async () => (await title()).startsWith(`page ${asked.at(-1)} `))
      const instead = asked.slice(before).join()
      if (instead !== path) wrong.push(`${instead} instead of ${path}`)
    }
    return { right: rounds - wrong.length, wrong }
  } finally {
    child.kill()
  }
}
