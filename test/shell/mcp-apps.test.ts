import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, BrowserContext, Frame, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decideNext, startAppServers } from '../mcp-apps-stage.ts'
import { calls, says, servicePlayed, type PlayedModel } from '../played-model.ts'
import { canBrowse, connectChromium } from '../security/chromium.ts'

/** A server on this machine that an app may or may not reach, and who came. */
interface Elsewhere {
  readonly url: string
  readonly arrived: string[]
  readonly server: Server
}

async function elsewhere(): Promise<Elsewhere> {
  const arrived: string[] = []
  const server = createServer((request, response) => {
    arrived.push(request.url ?? '')
    response.setHeader('access-control-allow-origin', '*').end('here')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, arrived, server }
}

const PATIENCE_MS = 120_000

describe.skipIf(!canBrowse)('apps of MCP servers in the page', () => {
  let played: PlayedModel
  let browser: Browser
  let context: BrowserContext
  let page: Page
  let open: Elsewhere
  let shut: Elsewhere
  beforeAll(async () => {
    played = await servicePlayed()
    browser = await connectChromium()
    context = await browser.newContext({ serviceWorkers: 'block', reducedMotion: 'reduce' })
    context.setDefaultTimeout(PATIENCE_MS)
    page = await context.newPage()
    open = await elsewhere()
    shut = await elsewhere()
  })
  afterAll(async () => {
    await browser.close()
    for (const { server } of [open, shut]) {
      server.closeAllConnections()
      server.close()
    }
    await played[Symbol.asyncDispose]()
  })

  const outerOf = (server: string, on = page) => on.locator(`iframe[title$="an app of ${server}"]`)
  const within = (server: string, on = page) =>
    outerOf(server, on).contentFrame().locator('iframe').contentFrame()
  const appOf = async (server: string, on = page): Promise<Frame> => {
    await within(server, on).locator('#state').getByText('connected').waitFor()
    const handle = await outerOf(server, on).elementHandle()
    const outer = await handle.contentFrame()
    return outer!.childFrames()[0]!
  }
  const answered = (text: string) =>
    page.getByRole('region', { name: 'Messages' }).getByText(text, { exact: true }).waitFor()
  const say = async (text: string) => {
    await page.getByRole('textbox', { name: 'Message' }).fill(text)
    await page.keyboard.press('Enter')
  }

  test('is shown where a model called its tool, with what no model gets', async () => {
    const { service, plays } = played
    plays.push(calls(['BOARD_SHOW_BOARD', { city: 'Oslo' }]), says('There it is.'))
    await page.goto(`${service.address}/chat`)
    await startAppServers(service, { board: { csp: { connectDomains: [open.url] } }, other: {} })
    await say('Show me the board of Oslo')
    await decideNext(service, 'BOARD_SHOW_BOARD', true)
    await answered('There it is.')
    await appOf('board')
    await within('board').locator('#input').getByText('{"city":"Oslo"}').waitFor()
    await within('board').locator('#result').getByText('page-secret-7431').waitFor()
    await page.getByRole('region', { name: 'Show the board' }).getByText('App of board').waitFor()
    const told = played.server.received.map(({ body }) => JSON.stringify(body)).join('\n')
    expect(told).toContain('The board of Oslo.')
    expect(told).not.toContain('page-secret-7431')
    expect(told).not.toContain('BOARD_REFRESH')
    // The policy of a page from before the first app has no room for another origin.
    expect(await outerOf('board').getAttribute('src')).toMatch(/^\/mcp-app-frame\//)
    await page.reload()
    await appOf('board')
    expect(await outerOf('board').getAttribute('src')).toMatch(/^http:\/\/[0-9a-f]{32}\.localhost:/)
  })

  test('calls tools of its own server, once the person has allowed it, and no others', async () => {
    const app = await appOf('board')
    await within('board').getByRole('button', { name: 'Refresh' }).click()
    await decideNext(played.service, 'BOARD_REFRESH', true)
    await within('board').locator('#refreshed').getByText('Count 3.').waitFor()
    const failing = (name: string) =>
      app.evaluate(`app.callServerTool({ name: '${name}', arguments: {} }).then(JSON.stringify, String)`)
    expect(await failing('plan')).toContain("can't call")
    expect(await failing('OTHER_SHOW_BOARD')).toContain("can't call")
    expect(
      await app.evaluate("app.readServerResource({ uri: 'board://stations' }).then(JSON.stringify)"),
    ).toContain('Bergen')
  })

  test('reaches what it declared, and nothing else', async () => {
    const app = await appOf('board')
    const fetched = (url: string) =>
      app.evaluate(`fetch('${url}/from-app').then((answer) => answer.text(), String)`)
    expect(await fetched(open.url)).toBe('here')
    expect(await fetched(shut.url)).toContain('Failed to fetch')
    expect(await fetched(played.service.address)).toContain('Failed to fetch')
    const drawn = `new Promise((resolve) => {
      const picture = new Image()
      picture.onload = picture.onerror = (event) => resolve(event.type)
      picture.src = '${shut.url}/picture'
    })`
    expect(await app.evaluate(drawn)).toBe('error')
    expect(shut.arrived).toEqual([])
    expect(open.arrived).toEqual(['/from-app'])
  })

  test('fills the message field and sends nothing', async () => {
    const before = played.server.received.length
    const app = await appOf('board')
    await page.getByRole('textbox', { name: 'Message' }).focus()
    // Nobody uses the app at the moment.
    const unasked =
      "app.sendMessage({ role: 'user', content: [{ type: 'text', text: 'Unasked' }] }).then(JSON.stringify, String)"
    expect(await app.evaluate(unasked)).toContain('not using the app')
    await within('board').getByRole('button', { name: 'Ask more' }).click()
    const field = page.getByRole('textbox', { name: 'Message' })
    await expect.poll(() => field.inputValue()).toBe('Tell me more about Bergen.')
    await within('board').locator('#said').getByText('{}').waitFor()
    expect(played.server.received).toHaveLength(before)
    await field.fill('')
  })

  test('opens an address only after the person has seen the whole of it', async () => {
    const opened: string[] = []
    await page.exposeFunction('noteOpened', (address: string) => opened.push(address))
    await page.evaluate('window.open = (address) => void window.noteOpened(address)')
    const app = await appOf('board')
    const asking = (url: string) =>
      app.evaluate(`app.openLink({ url: '${url}' }).then(JSON.stringify, String)`)
    expect(await asking('javascript:alert(1)')).toContain('Only web addresses')
    const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'))
    const declined = asking(`${shut.url}/?data=SECRET`)
    await dialog.getByText(`${shut.url}/?data=SECRET`).waitFor()
    await page.keyboard.press('Escape')
    expect(await declined).toContain('declined')
    const agreed = asking(`${shut.url}/fine`)
    await dialog.getByText(`${shut.url}/fine`).waitFor()
    await page.getByRole('button', { name: 'Open', exact: true }).click()
    expect(await agreed).toBe('{}')
    expect(opened).toEqual([`${shut.url}/fine`])
    expect(shut.arrived).toEqual([])
  })

  test('tells a model what it shows, as the words of somebody else', async () => {
    const app = await appOf('board')
    const told =
      "app.updateModelContext({ content: [{ type: 'text', text: 'The person looks at Bergen now.' }] }).then(JSON.stringify)"
    expect(await app.evaluate(told)).toBe('{}')
    played.plays.push(says('Bergen, I see.'))
    await say('What do I look at?')
    await answered('Bergen, I see.')
    const { messages } = played.server.received.at(-1)!.body as {
      messages: { role: string; content: unknown }[]
    }
    const last = JSON.stringify(messages.findLast(({ role }) => role === 'user')!.content)
    expect(last).toMatch(
      /<data-[0-9a-f]+ source=\\+"what the app Show the board of board shows now\\+">\\+nThe person looks at Bergen now\./,
    )
    expect(JSON.stringify(messages.filter(({ role }) => role === 'system'))).not.toContain('Bergen')
  })

  test('follows the colours of the page', async () => {
    await page.emulateMedia({ colorScheme: 'dark' })
    await within('board').locator('#theme').getByText('dark').waitFor()
    await page.emulateMedia({ colorScheme: 'light' })
    const theme = within('board').locator('#theme')
    await expect.poll(() => theme.textContent(), { timeout: PATIENCE_MS }).toBe('light')
  })

  test('has nothing to do with an app of another server', async () => {
    const { service, plays } = played
    const board = await appOf('board')
    await board.evaluate("localStorage.setItem('note', 'of board')")
    plays.push(calls(['OTHER_SHOW_BOARD', { city: 'Bergen' }]), says('The other one.'))
    await say('Show me the other board')
    await decideNext(service, 'OTHER_SHOW_BOARD', true)
    await answered('The other one.')
    const other = await appOf('other')
    expect(await other.evaluate("localStorage.getItem('note')")).toBeNull()
    const reached = await other.evaluate(`Array.from({ length: top.length }, (_, at) => {
      const frame = top[at]
      try { return frame === parent ? 'own' : frame.document.title } catch (error) { return error.name }
    })`)
    expect((reached as string[]).toSorted()).toEqual(['SecurityError', 'own'])
    // What it says to the shell past its own frame is not heard.
    await other.evaluate(
      "top.postMessage({ jsonrpc: '2.0', id: 9, method: 'ui/open-link', params: { url: 'https://a.example' } }, '*')",
    )
    expect(
      await other.evaluate(
        "app.request({ method: 'ping' }, { parse: (value) => value }).then(() => 'pong', () => 'pong')",
      ),
    ).toBe('pong')
    expect(await page.getByRole('alertdialog').or(page.getByRole('dialog')).count()).toBe(0)
  })

  test('can go nowhere else by itself', async () => {
    const other = await appOf('other')
    await other.evaluate(`setTimeout(() => (location.href = '${shut.url}/left'))`)
    const isShut = { timeout: PATIENCE_MS }
    await expect.poll(() => other.url(), isShut).toBe('chrome-error://chromewebdata/')
    // Nor can it take the frame around it along, which has the same origin, or the page.
    const board = await appOf('board')
    for (const around of ['parent', 'top'])
      expect(
        await board.evaluate(
          `(() => { try { ${around}.location.href = '${shut.url}/left'; return 'left' } catch (error) { return error.name } })()`,
        ),
      ).toBe('SecurityError')
    expect(shut.arrived).toEqual([])
  })

  test('is there again when the page is loaded again, and on another name without an origin', async () => {
    const { service } = played
    await page.reload()
    await appOf('board')
    const { port } = new URL(service.address)
    await service.client.settings.update({ body: { ALLOWED_HOSTS: [`evil.test:${port}`] } })
    const phone = await context.newPage()
    await phone.goto(page.url().replace('127.0.0.1', 'evil.test'))
    const app = await appOf('board', phone)
    expect(await outerOf('board', phone).getAttribute('src')).toMatch(/^\/mcp-app-frame\//)
    await within('board', phone).locator('#result').getByText('page-secret-7431').waitFor()
    expect(await app.evaluate('origin')).toBe('null')
    expect(
      await app.evaluate(`fetch('${open.url}/from-phone').then((answer) => answer.text(), String)`),
    ).toBe('here')
    expect(await app.evaluate(`fetch('/api/settings').then(String, (error) => error.name)`)).toBe('TypeError')
    await phone.close()
  })

  test('says why it cannot be shown, with the answer in words', async () => {
    await played.service.client.mcp.remove({ params: { server: 'board' } })
    await page.reload()
    await page.getByText('The MCP server board was removed, and its app with it.').waitFor()
    await page
      .getByRole('region', { name: 'Show the board', exact: true })
      .getByText('The board of Oslo.')
      .waitFor()
    expect(await outerOf('board').count()).toBe(0)
  })
})
