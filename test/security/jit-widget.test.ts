import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { widgetPage, widgetPageHeaders } from '../../src/features/jit-widgets/widget-page.ts'
import { canBrowse, connectChromium } from './chromium.ts'

/** Every way out of a page that a script can try; `to` is an address that would tell of it. */
const exits: Readonly<Record<string, string>> = {
  fetch: `fetch(to, { mode: 'no-cors' })`,
  post: `fetch(to, { method: 'POST', mode: 'no-cors', body: 'x' })`,
  xhr: `(() => { const request = new XMLHttpRequest(); request.open('GET', to); request.send() })()`,
  beacon: `navigator.sendBeacon(to, 'x')`,
  events: `new EventSource(to)`,
  socket: `new WebSocket(to.replace('http', 'ws'))`,
  image: `put('img', { src: to })`,
  background: `document.body.style.background = 'url(' + to + ')'`,
  font: `new FontFace('a', 'url(' + to + ')').load()`,
  script: `put('script', { src: to })`,
  module: `import(to)`,
  worker: `new Worker(URL.createObjectURL(new Blob(['fetch("' + to + '")'])))`,
  style: `put('link', { rel: 'stylesheet', href: to })`,
  prefetch: `put('link', { rel: 'prefetch', href: to })`,
  preload: `put('link', { rel: 'preload', as: 'image', href: to })`,
  media: `put('video', { src: to, autoplay: '' })`,
  object: `put('object', { data: to })`,
  frame: `put('iframe', { src: to })`,
  ping: `put('a', { href: '#x', ping: to }).click()`,
  form: `(() => { const form = put('form', { action: to, method: 'POST' }); form.submit() })()`,
  popup: `window.open(to)`,
  top: `(top.location = to)`,
  parent: `parent.document.title`,
  storage: `localStorage.setItem('a', 'b')`,
}

/** These leave the page, so each of them needs one of its own. */
const departures: Readonly<Record<string, string>> = {
  refresh: `put('meta', { 'http-equiv': 'refresh', content: '0;url=' + to })`,
  self: `(location.href = to)`,
}

const hostile = (ways: Readonly<Record<string, string>>, bases: readonly string[]) => `
  const put = (tag, attributes) => {
    const element = document.createElement(tag)
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
    document.body.append(element)
    return element
  }
  addEventListener('message', ({ data }) => parent.postMessage({ echo: data }, '*'))
  parent.postMessage({ tries: ${Object.keys(ways).length} }, '*')
  for (const base of ${JSON.stringify(bases)}) {
    ${Object.entries(ways)
      .map(
        ([name, code]) =>
          `try { const to = base + '/${name}'; Promise.resolve(${code}).catch(() => {}) } catch {}`,
      )
      .join('\n    ')}
  }`

/** As the shell is served. */
const shellPolicy = "default-src 'none'; script-src 'unsafe-inline'; frame-src 'self'; frame-ancestors 'none'"
const shellWith = (widget: string) => `<!doctype html><title>Shell</title><script>
  window.heard = []
  addEventListener('message', ({ source, data }) => heard.push({ own: source === frames[0], ...data }))
</script><iframe sandbox="allow-scripts" src="/widget/${widget}"></iframe>`

let service: Server
let stranger: Server
let browser: Browser
const reached: string[] = []

/** By the name of the widget. */
const scripts = (): Readonly<Record<string, string>> => {
  const bases = [addressOf(stranger), addressOf(service)]
  const leaving = Object.entries(departures).flatMap(([name, code]) =>
    bases.map((base, index) => [`${name}-${index}`, hostile({ [name]: code }, [base])] as const),
  )
  return { all: hostile(exits, bases), ...Object.fromEntries(leaving) }
}

beforeAll(async () => {
  stranger = await listen(({ url }, response) => {
    reached.push(`stranger${url}`)
    response.end()
  })
  service = await listen(({ url = '', headers }, response) => {
    const [, place, name = ''] = url.split('/')
    response.setHeader('content-type', 'text/html')
    response.setHeader(
      'content-security-policy',
      place === 'shell' ? shellPolicy : widgetPageHeaders['content-security-policy']!,
    )
    if (place === 'shell') return response.end(shellWith(name))
    if (name === 'honest') return response.end(widgetPage(honest))
    if (place === 'unguarded') response.removeHeader('content-security-policy')
    if (place === 'widget' || place === 'unguarded')
      return response.end(widgetPage({ title: 'Hostile', html: '<p>Hello</p>', script: scripts()[name]! }))
    // A page without an origin is a stranger to the service, whose guard answers 403 to what is not its own.
    const site = headers['sec-fetch-site']
    if (url !== '/favicon.ico' && site !== 'cross-site') reached.push(`service${url} ${site}`)
    response.statusCode = 403
    return response.end()
  })
  browser = await connectChromium()
})
afterAll(async () => {
  await browser?.close()
  for (const server of [service, stranger]) {
    server.closeAllConnections()
    server.close()
  }
})

/** As models write widgets: handlers as attributes, now and later, that use what the script declares. */
const honest = {
  title: 'Honest',
  css: 'b { color: rgb(1, 2, 3) }',
  html: '<b id="shown">0</b><button onclick="count += 1; draw()">More</button><div id="list"></div>',
  script: `let count = 0
  const draw = () => {
    shown.textContent = count
    list.innerHTML = '<button onclick="reset(this)">Reset ' + count + '</button>'
  }
  function reset(button) { shown.textContent = 'reset by ' + button.textContent }
  draw()`,
}

test.skipIf(!canBrowse)('an honest just-in-time widget works as it was written', async () => {
  const page = await browser.newPage()
  await page.goto(`${addressOf(service)}/widget/honest`)
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('button', { name: 'More' }).click()
  await expect.poll(() => page.locator('#shown').textContent()).toBe('2')
  await page.getByRole('button', { name: 'Reset 2' }).click()
  await expect.poll(() => page.locator('#shown').textContent()).toBe('reset by Reset 2')
  expect(await page.evaluate(`getComputedStyle(shown).color`)).toBe('rgb(1, 2, 3)')
  await page.close()
})

describe.skipIf(!canBrowse)('a hostile just-in-time widget', () => {
  test('runs, hears the shell, and reaches neither a stranger nor the service', async () => {
    const page = await browser.newPage()
    const address = `${addressOf(service)}/shell/all`
    await page.goto(address)
    const heard = () => page.evaluate<unknown[]>('window.heard')
    await expect.poll(heard).toContainEqual({ own: true, tries: Object.keys(exits).length })
    await page.evaluate(`frames[0].postMessage({ type: 'data', data: 1 }, '*')`)
    await expect.poll(heard).toContainEqual({ own: true, echo: { type: 'data', data: 1 } })
    await settled()
    expect(reached).toEqual([])
    expect(page.url()).toBe(address)
    expect(await page.title()).toBe('Shell')
  })

  test.each(['refresh-0', 'refresh-1', 'self-0', 'self-1'])('leaves by %s for nowhere', async (name) => {
    const page = await browser.newPage()
    await page.goto(`${addressOf(service)}/shell/${name}`)
    await expect.poll(() => page.evaluate<unknown[]>('window.heard')).toContainEqual({ own: true, tries: 1 })
    await settled()
    expect(reached).toEqual([])
  })

  test('would reach a stranger without the policy, which the other tests would then see', async () => {
    const page = await browser.newPage()
    await page.goto(`${addressOf(service)}/unguarded/all`)
    await expect.poll(() => reached).toContain('stranger/fetch')
    await page.close()
    reached.length = 0
  })

  test('cannot be framed by a page of a stranger', async () => {
    const page = await browser.newPage()
    await page.setContent(`<iframe src="${addressOf(service)}/widget/all"></iframe>`)
    await page.waitForLoadState('load')
    expect(await page.frames()[1]!.evaluate('document.body.textContent')).not.toContain('Hello')
  })
})

/** What would still come has come by the time another page of the same browser is there. */
async function settled(): Promise<void> {
  const page = await browser.newPage()
  await page.goto(`${addressOf(service)}/shell/self-0`)
  await page.close()
}

async function listen(
  answer: (request: IncomingMessage, response: ServerResponse) => unknown,
): Promise<Server> {
  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

function addressOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
