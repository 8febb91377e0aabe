import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { api } from '../../src/features/contracts.ts'
import { startTestService, type TestService } from '../service.ts'
import { allViolations } from '../shell/stage.ts'
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
  await page.goto(`${service.address}/docs/api${hash}`)
  await page.locator('details[id]').first().waitFor()
  return { page, asked, complaints }
}

const shown = (page: Page) => page.locator('details[id]:visible').count()

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
    const operation = page.locator('details[id][open]')
    expect(await operation.getAttribute('id')).toBe('store.put')
    const [head, place] = await Promise.all([page.locator('header').boundingBox(), operation.boundingBox()])
    expect(place!.y).toBeGreaterThanOrEqual(head!.y + head!.height)
  })

  test('says so when nothing matches, and shows everything again by a button', async () => {
    const { page } = await openReference()
    await page.locator('#search').fill('nothing has this in it')
    await page.getByText('No operation matches “nothing has this in it”.').waitFor()
    await page.getByRole('button', { name: 'Show all operations' }).click()
    expect(await shown(page)).toBeGreaterThan(50)
  })

  test('an operation has an address, examples and all its types', async () => {
    const { page, complaints } = await openReference()
    await page.locator('[id="workflows.create"] > summary').click()
    await expect.poll(() => new URL(page.url()).hash).toBe('#workflows.create')
    const operation = page.locator('[id="workflows.create"]')
    await operation.getByText('WorkflowStep[]').click()
    await operation.getByRole('cell', { name: 'depends_on', exact: true }).first().waitFor()
    expect(await operation.locator('.choices pre').textContent()).toContain('curl ')
    await operation.getByRole('button', { name: 'TypeScript' }).click()
    expect(await operation.locator('.choices pre').textContent()).toContain('await fetch(')
    expect(complaints).toEqual([])
  })

  test('an operation is tried against this very service, and what it asks is answered there', async () => {
    const { page } = await openReference({}, '#store.put')
    const operation = page.locator('[id="store.put"]')
    await operation.getByText('Try it').click()
    await operation.getByLabel('key').fill('tried-in-the-docs')
    await operation.getByLabel('Body as JSON').fill('{"milk": 2')
    await operation.getByRole('button', { name: 'Send to this service' }).click()
    await operation.getByText('The body is not JSON').waitFor()
    await operation.getByLabel('Body as JSON').fill('{"milk": 2}')
    await operation.getByRole('button', { name: 'Send to this service' }).click()
    await operation.getByText('200 OK').waitFor()
    const stored = await fetch(`${service.address}/api/store/tried-in-the-docs`)
    expect(await stored.text()).toContain('"milk":2')
  })

  test('fits on a telephone, with everything open', async () => {
    const { page } = await openReference({ viewport: { width: 390, height: 800 } })
    await page.evaluate('document.querySelectorAll("details").forEach((entry) => (entry.open = true))')
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
  })

  test('cannot be put into the frame of another page', async () => {
    const response = await fetch(`${service.address}/docs/api`)
    const policy = response.headers.get('content-security-policy')
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toMatch(/unsafe-|\*|https?:/)
  })
})

describe.skipIf(!canBrowse)('the guides', () => {
  const openGuide = async (path: string, options: BrowserContextOptions = {}) => {
    const context = await browser.newContext(options)
    onTestFinished(() => context.close())
    const page = await context.newPage()
    const complaints: string[] = []
    page.on('console', (message) => complaints.push(message.text()))
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('requestfailed', (request) => complaints.push(request.url()))
    await page.goto(`${service.address}${path}`)
    return { page, complaints }
  }

  test.each(['light', 'dark'] as const)(
    'are read and found in %s colours without a finding of axe',
    async (colorScheme) => {
      for (const path of ['/docs', '/docs/tutorial', '/docs/concepts', '/docs/cookbook', '/docs/settings']) {
        const { page, complaints } = await openGuide(path, { colorScheme })
        expect(await allViolations(page), path).toEqual([])
        expect(complaints).toEqual([])
      }
    },
  )

  test('fit on a telephone', async () => {
    for (const path of [
      '/docs',
      '/docs/guide',
      '/docs/tools',
      '/docs/tutorial',
      '/docs/concepts',
      '/docs/comparison',
    ]) {
      const { page } = await openGuide(path, { viewport: { width: 390, height: 800 } })
      expect(await page.evaluate('document.documentElement.scrollWidth'), path).toBe(390)
    }
  })

  test('are searched by keys from any page', async () => {
    const { page } = await openGuide('/docs/mail')
    await page.keyboard.press('/')
    await page.keyboard.type('retry a failed step')
    await page.getByRole('option').first().waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/docs\/(?:workflows|api)#/)
    await page.goto(`${service.address}/docs`)
    await page.getByRole('combobox').fill('xqzzt')
    await page.getByText('Nothing found for “xqzzt”').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('listbox').waitFor({ state: 'hidden' })
    expect(await page.getByRole('combobox').getAttribute('aria-expanded')).toBe('false')
  })

  test('the address that an operation had before leads to it', async () => {
    const { page } = await openGuide('/docs#store.put')
    await page.waitForURL('**/docs/api#store.put')
    await page.locator('details[id][open]').waitFor()
    expect(await page.locator('details[id][open]').getAttribute('id')).toBe('store.put')
  })
})
