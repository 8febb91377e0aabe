import { once } from 'node:events'
import { createServer } from 'node:http'
import { readFile, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newProgram, type Program } from '../program.ts'
import { canBrowse, connectChromium } from '../security/chromium.ts'

const folder = join(import.meta.dirname, '..', '..', 'examples', 'small-shell')
const mediaTypes: Record<string, string> = { html: 'text/html', js: 'text/javascript' }

/** The example of docs/write-a-shell.md, from a server of its own as its author would run it. */
describe.skipIf(!canBrowse)('the small shell of the examples', () => {
  const opened = new AsyncDisposableStack()
  let origin: string
  let program: Program
  let address: string
  let browser: Browser

  beforeAll(async () => {
    const server = createServer((request, response) => {
      const name = new URL(request.url!, 'http://localhost').pathname.slice(1) || 'index.html'
      readFile(join(folder, name)).then(
        (content) =>
          response.writeHead(200, { 'content-type': mediaTypes[name.split('.').at(-1)!]! }).end(content),
        () => response.writeHead(404).end(),
      )
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    opened.defer(() => void server.close())
    origin = `http://localhost:${(server.address() as AddressInfo).port}`
    const environment = { DESKHAND_ALLOWED_ORIGINS: origin, DESKHAND_APPROVAL_MODE: 'always' }
    // A process of its own: what it starts itself may not approve anything, and that would be the browser.
    program = opened.use(await newProgram())
    address = (await program.start([], { environment })).address
    browser = await connectChromium()
    opened.defer(() => browser.close())
  })

  afterAll(() => opened.disposeAsync())

  async function open(): Promise<Page> {
    const page = await browser.newPage()
    await page.goto(`${origin}/?service=${address}`)
    return page
  }

  async function say(page: Page, message: string): Promise<void> {
    await page.getByRole('textbox', { name: 'Message' }).fill(message)
    await page.keyboard.press('Enter')
  }

  test('two tabs show one list, and a change in one is seen in the other', async () => {
    const [first, second] = [await open(), await open()]
    await say(first, 'add milk to my shopping list')
    await first.getByRole('checkbox', { name: 'Milk' }).waitFor()
    await say(second, 'show my shopping list')
    await second.getByRole('checkbox', { name: 'Milk' }).waitFor()
    await first.getByRole('checkbox', { name: 'Milk' }).check()
    await expect.poll(() => second.getByRole('checkbox', { name: 'Milk' }).isChecked()).toBe(true)
  })

  test('an approval is asked for, and given', async () => {
    const page = await open()
    const file = join(program.home, 'old.txt')
    await writeFile(file, 'old')
    await say(page, `delete ${file}`)
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByText('approved.').waitFor()
    await expect.poll(() => readFile(file, 'utf8').catch(() => 'gone')).toBe('gone')
  })

  test('a button does what the service meant by it', async () => {
    const page = await open()
    await say(page, 'qwertz blorp')
    await page.getByRole('button', { name: '25 minute timer' }).click()
    await expect.poll(() => page.getByText(/Timer: rings at /).count()).toBe(1)
  })

  test('an answer whose connection breaks is read to its end', async () => {
    const page = await open()
    await page.route('**/chat/stream', async (route) => {
      const response = await route.fetch()
      const [first] = (await response.text()).split('\n')
      await route.fulfill({ response, body: `${first}\n` })
    })
    await say(page, 'hello')
    await expect.poll(() => page.getByText('Hello. What can I do for you?').count()).toBe(1)
  })
})
