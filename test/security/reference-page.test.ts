import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { api } from '../../src/features/contracts.ts'
import { startTestService, type TestService } from '../service.ts'
import { canBrowse, connectChromium } from './chromium.ts'

let service: TestService
let browser: Browser

beforeAll(async () => {
  service = await startTestService()
  browser = await connectChromium()
})
afterAll(async () => {
  await browser.close()
  await service[Symbol.asyncDispose]()
})

/** The reference in a tab of its own, once it is drawn, with all that it asked for and complained about. */
async function openReference(options: BrowserContextOptions = {}, hash = '') {
  const context = await browser.newContext(options)
  onTestFinished(() => context.close())
  const page = await context.newPage()
  const asked: string[] = []
  const complaints: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  page.on('console', (message) => complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('requestfailed', (request) => complaints.push(request.url()))
  page.on('response', (response) => {
    if (response.status() >= 400) complaints.push(`${response.status()} ${response.url()}`)
  })
  await page.goto(`${service.address}/docs${hash}`)
  await page.locator('details').first().waitFor()
  return { page, asked, complaints }
}

const shown = (page: Page) => page.locator('details:visible').count()

describe.skipIf(!canBrowse)('the reference page', () => {
  test.each(['light', 'dark'] as const)(
    'is drawn whole in %s colours, from the service alone',
    async (colorScheme) => {
      const { page, asked, complaints } = await openReference({ colorScheme })
      const operations = Object.values(api).flatMap((contract) => Object.keys(contract))
      expect(await shown(page)).toBe(operations.length)
      expect(asked.map((url) => new URL(url).origin).filter((origin) => origin !== service.address)).toEqual(
        [],
      )
      expect(asked.length).toBeGreaterThan(3)
      expect(complaints).toEqual([])
      const background = await page.evaluate('getComputedStyle(document.body).backgroundColor')
      expect(background).toBe(colorScheme === 'light' ? 'rgb(251, 251, 250)' : 'rgb(20, 22, 26)')
    },
  )

  test('finds operations by any of their words', async () => {
    const { page } = await openReference()
    await page.locator('#search').fill('api/store DELETE')
    expect(await shown(page)).toBe(1)
    await page.locator('#search').fill('nothing has this in it')
    expect(await shown(page)).toBe(0)
    await page.locator('#search').fill('')
    expect(await shown(page)).toBeGreaterThan(50)
  })

  test('opens at the operation that its address names, below its own head', async () => {
    const { page } = await openReference({}, '#store.put')
    const operation = page.locator('details[open]')
    expect(await operation.getAttribute('id')).toBe('store.put')
    const [head, place] = await Promise.all([page.locator('header').boundingBox(), operation.boundingBox()])
    expect(place!.y).toBeGreaterThanOrEqual(head!.y + head!.height)
  })

  test('fits on a telephone, with everything open', async () => {
    const { page } = await openReference({ viewport: { width: 390, height: 800 } })
    await page.evaluate('document.querySelectorAll("details").forEach((entry) => (entry.open = true))')
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
  })

  test('cannot be put into the frame of another page', async () => {
    const response = await fetch(`${service.address}/docs`)
    const policy = response.headers.get('content-security-policy')
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toMatch(/unsafe-|\*|https?:/)
  })
})
