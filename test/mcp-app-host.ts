import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { CallToolResult, Client } from '@modelcontextprotocol/client'
import type { FrameLocator, Page } from 'playwright-core'
import { rolldown } from 'rolldown'
import { connectChromium } from './security/chromium.ts'
import type { Shown } from './mcp-app-host-page.ts'

export const APPS = { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } }

/** What the specification wants where a server declares no domains, and what hosts add to it. */
const POLICY = [
  "default-src 'none'",
  "script-src 'unsafe-inline'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  'media-src data:',
  "connect-src 'none'",
  "font-src 'none'",
  "frame-src 'none'",
  "worker-src 'none'",
  "object-src 'none'",
  "base-uri 'none'",
].join('; ')

type Json = Record<string, unknown>

export interface ShowOptions {
  readonly capabilities?: Json
  readonly context?: Json
  readonly input?: Json
  readonly result?: CallToolResult
  /** Whether the app keeps an origin of its own. */
  readonly hasOrigin?: boolean
}

export interface AppHost extends AsyncDisposable {
  readonly page: Page
  readonly app: FrameLocator
  /** What the app asked its host for: links, messages, sizes. */
  readonly told: { kind: string; value: unknown }[]
  /** Tools that the app called, in order. */
  readonly calls: { name: string; arguments: Json }[]
  /** What the browser complained about, and what it fetched besides the two pages. */
  readonly complaints: string[]
  readonly fetched: string[]
  show(options: ShowOptions): Promise<void>
  /** Calls a method of the host's page. */
  tell(method: 'give' | 'partial' | 'cancel' | 'change' | 'end', value?: Json): Promise<unknown>
}

/** A program that shows MCP Apps: the real bridge in a real browser, and the real client behind it. */
export async function startAppHost(client: Client): Promise<AppHost> {
  const { tools } = await client.listTools()
  const asked = tools.find(({ name }) => name === 'ASK')
  const { resourceUri } = (asked?._meta?.['ui'] ?? {}) as { resourceUri: string }
  const { contents } = await client.readResource({ uri: resourceUri })
  const html = (contents[0] as { text: string }).text
  const server = await servePages({ html, script: await hostScript() })
  const browser = await connectChromium()
  const context = await browser.newContext({ viewport: { width: 800, height: 900 }, locale: 'en-US' })
  const page = await context.newPage()
  page.setDefaultTimeout(150_000)
  const host: Pick<AppHost, 'told' | 'calls' | 'complaints' | 'fetched'> = {
    told: [],
    calls: [],
    complaints: [],
    fetched: [],
  }
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') host.complaints.push(message.text())
  })
  page.on('pageerror', (error) => host.complaints.push(error.message))
  page.on('request', (request) => host.fetched.push(request.url()))
  await page.exposeFunction('told', (kind: string, value: unknown) => void host.told.push({ kind, value }))
  await page.exposeFunction('callTool', async (params: { name: string; arguments: Json }) => {
    host.calls.push(params)
    return await client.callTool(params)
  })
  await page.goto(server.address)
  return {
    ...host,
    page,
    app: page.frameLocator('iframe'),
    async show({ capabilities, context: look = {}, hasOrigin = false, ...options }) {
      const shown: Shown = {
        capabilities: capabilities ?? { serverTools: {}, openLinks: {}, message: { text: {} } },
        context: look,
        sandbox: hasOrigin ? 'allow-scripts allow-same-origin' : 'allow-scripts',
        ...(options as Pick<Shown, 'input' | 'result'>),
      }
      await page.evaluate(`host.show(${JSON.stringify(shown)})`)
    },
    tell: (method, value) => page.evaluate(`host.${method}(${JSON.stringify(value ?? {})})`),
    async [Symbol.asyncDispose]() {
      await browser.close()
      await server[Symbol.asyncDispose]()
    },
  }
}

let script: Promise<string> | undefined

function hostScript(): Promise<string> {
  script ??= (async () => {
    const bundle = await rolldown({ input: 'test/mcp-app-host-page.ts', platform: 'browser' })
    const { output } = await bundle.generate({ format: 'iife' })
    return output[0].code
  })()
  return script
}

async function servePages({ html, script: code }: { html: string; script: string }) {
  const server = createServer(({ url }, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    if (url === '/app.html') response.setHeader('content-security-policy', POLICY).end(html)
    else response.end(`<!doctype html><script>${code.replaceAll('</script', String.raw`<\/script`)}</script>`)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
