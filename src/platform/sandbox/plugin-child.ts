import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import type { PluginHost, PluginModule, PluginTool } from '../../contract/plugin-module.ts'

/**
 * The program inside the sandbox: it loads one plugin and answers JSON-RPC, one message a line. It imports nothing of the
 * service when it runs, because only this file and the plugin's own can be read there. The plugin shares this process, so
 * nothing that is said here is believed outside; this side only makes the honest plugin's life easy.
 */

const MESSAGE_BYTES = 1024 * 1024
const MAX_REDIRECTS = 5

interface HostAnswer {
  readonly resolve: (result: unknown) => void
  readonly reject: (error: Error) => void
  readonly chunks: Buffer[]
}

type Params = Readonly<Record<string, unknown>>

const write = process.stdout.write.bind(process.stdout)
const running = new Map<number, AbortController>()
const asked = new Map<number, HostAnswer>()
let lastRequest = 0
let tools: Promise<readonly PluginTool[]> | undefined

// What a plugin prints is for its author; the channel to the service is not a terminal.
process.stdout.write = process.stderr.write.bind(process.stderr)
globalThis.fetch = () =>
  Promise.reject(
    new Error('A plugin uses the network through host.fetch, which its tools get as an argument.'),
  )

const lines = createInterface({ input: process.stdin })
lines.on('line', (line) => {
  receive(JSON.parse(line) as Params)
})
// Nobody is there any more to work for.
lines.on('close', () => process.exit(0))

function receive(message: Params): void {
  const id = message['id'] as number
  const params = (message['params'] ?? {}) as Params
  if (message['method'] === 'describe') answer(id, () => describe())
  else if (message['method'] === 'call') answer(id, () => call(id, params))
  else if (message['method'] === 'cancel') running.get(params['id'] as number)?.abort()
  else if (message['method'] === 'chunk')
    asked.get(params['id'] as number)?.chunks.push(Buffer.from(params['data'] as string, 'base64'))
  else hear(id, message)
}

function hear(id: number, message: Params): void {
  const waiting = asked.get(id)
  asked.delete(id)
  const error = message['error'] as { message: string; data?: object } | undefined
  if (error) waiting?.reject(Object.assign(new Error(error.message), error.data))
  else waiting?.resolve(message['result'])
}

function answer(id: number, work: () => Promise<unknown>): void {
  work()
    .then((result) => send({ id, result: result ?? null }))
    .catch((error: unknown) => send({ id, error: failureOf(error) }))
}

function send(message: object): void {
  const line = JSON.stringify({ jsonrpc: '2.0', ...message })
  if (Buffer.byteLength(line) >= MESSAGE_BYTES) throw new Error('The tool sent more than 1 MB at once.')
  write(`${line}\n`)
}

function failureOf(error: unknown): object {
  if (!(error instanceof Error)) return { code: -32000, message: String(error).slice(0, 2000) }
  const { code } = error as { code?: unknown }
  // Its message says what is wrong, and only its stack says where.
  const place = error instanceof SyntaxError && /^\S*?([^/\s]+:\d+)$/m.exec(error.stack ?? '')?.[1]
  return {
    code: -32000,
    message: (error.message || error.name).slice(0, 2000) + (place ? ` (${place})` : ''),
    data: { ...(typeof code === 'string' && { code }), stack: error.stack?.slice(0, 8000) },
  }
}

async function describe(): Promise<unknown> {
  return (await loadTools()).map(({ run, ...declaration }) => {
    if (typeof run !== 'function') throw new Error(`The tool ${declaration.action} has no run function.`)
    return declaration
  })
}

function loadTools(): Promise<readonly PluginTool[]> {
  tools ??= readTools(process.argv[2]!)
  return tools
}

async function readTools(entry: string): Promise<readonly PluginTool[]> {
  const module = (await import(pathToFileURL(entry).href)) as Partial<PluginModule> & {
    default?: Partial<PluginModule>
  }
  const list = module.tools ?? module.default?.tools
  if (!Array.isArray(list)) throw new Error("The module doesn't export a list named tools.")
  return list as readonly PluginTool[]
}

async function call(id: number, params: Params): Promise<unknown> {
  const controller = new AbortController()
  running.set(id, controller)
  try {
    const tool = (await loadTools()).find(({ action }) => action === params['action'])
    if (!tool) throw new Error(`The module no longer has a tool ${String(params['action'])}.`)
    return await tool.run(params['args'], hostFor(id, { params, signal: controller.signal }))
  } finally {
    running.delete(id)
  }
}

function hostFor(id: number, { params, signal }: { params: Params; signal: AbortSignal }): PluginHost {
  const settings = params['settings'] as Params
  const ask: Ask = (method, more, chunks) => request(method, { call: id, ...more }, chunks)
  return {
    fetch: async (input, init) => fetchOutside(new Request(input, init), { ask, signal }),
    store: {
      async get(key) {
        const { json } = (await ask('store.get', { key })) as { json?: string }
        return json === undefined ? undefined : (JSON.parse(json) as unknown)
      },
      async set(key, value) {
        await ask('store.set', { key, json: JSON.stringify(value) ?? 'null' })
      },
      async delete(key) {
        return ((await ask('store.delete', { key })) as { deleted: boolean }).deleted
      },
    },
    settings: {
      get(name) {
        if (!Object.hasOwn(settings, name)) throw new Error(`plugin.json doesn't declare a setting ${name}.`)
        return settings[name]
      },
    },
    paths: params['paths'] as PluginHost['paths'],
    log: (message, fields) => send({ method: 'log', params: { call: id, message, fields } }),
    progress: (progress) => send({ method: 'progress', params: { call: id, progress } }),
    signal,
  }
}

/** Answers what the service says; pieces that come before the answer are put into `chunks`. */
type Ask = (method: string, params: object, chunks?: Buffer[]) => Promise<unknown>

function request(method: string, params: object, chunks: Buffer[] = []): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  const id = (lastRequest += 1)
  send({ id, method, params })
  asked.set(id, { resolve, reject, chunks })
  return promise
}

/** Every hop of a redirect is a request of its own, so that each is held against the hosts in the manifest. */
async function fetchOutside(
  first: Request,
  { ask, signal }: { ask: Ask; signal: AbortSignal },
): Promise<Response> {
  const stopped = AbortSignal.any([first.signal, signal])
  let body = Buffer.from(await first.arrayBuffer())
  let hop = first
  for (let count = 0; count <= MAX_REDIRECTS; count += 1) {
    const response = await unlessStopped(fetchOnce(ask, hop, body), stopped)
    const target = redirectTarget(response, hop)
    if (!target || first.redirect === 'manual') return response
    if (first.redirect === 'error') throw new TypeError(`${hop.url} redirects, which isn't allowed here.`)
    hop = requestAfter(hop, { target, status: response.status })
    if (hop.method === 'GET') body = Buffer.alloc(0)
  }
  throw new TypeError(`${first.url} redirects more than ${MAX_REDIRECTS} times.`)
}

async function fetchOnce(ask: Ask, hop: Request, body: Buffer): Promise<Response> {
  const { url, method } = hop
  const headers = Object.fromEntries(hop.headers)
  const chunks: Buffer[] = []
  const content = body.length > 0 ? { body: body.toString('base64') } : {}
  const fetched = (await ask('fetch', { url, method, headers, ...content }, chunks)) as {
    status: number
    statusText: string
    headers: Record<string, string>
  }
  const isEmpty = [101, 204, 205, 304].includes(fetched.status)
  const response = new Response(isEmpty ? null : Buffer.concat(chunks), fetched)
  return Object.defineProperty(response, 'url', { value: url })
}

async function unlessStopped<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted()
  const { promise, reject } = Promise.withResolvers<never>()
  const stop = () => reject(signal.reason as Error)
  signal.addEventListener('abort', stop, { once: true })
  try {
    return await Promise.race([work, promise])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

function redirectTarget(response: Response, { url }: Request): URL | undefined {
  const location = response.headers.get('location')
  if (location === null || ![301, 302, 303, 307, 308].includes(response.status)) return undefined
  return URL.parse(location, url) ?? undefined
}

/** Credentials stay with the host they were meant for. */
function requestAfter(hop: Request, { target, status }: { target: URL; status: number }): Request {
  const headers = new Headers(hop.headers)
  if (new URL(hop.url).origin !== target.origin)
    for (const name of ['authorization', 'cookie', 'proxy-authorization']) headers.delete(name)
  const keepsMethod = status === 307 || status === 308 || hop.method === 'GET' || hop.method === 'HEAD'
  if (!keepsMethod) headers.delete('content-type')
  return new Request(target, { headers, method: keepsMethod ? hop.method : 'GET' })
}
