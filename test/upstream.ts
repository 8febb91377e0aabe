import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { liveDataRegistry } from '../src/widgets/registry.ts'

export interface UpstreamReply {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** Text and bytes are sent as they are, anything else as JSON. */
  readonly body?: unknown
}

/** Answers one provider; undefined when it did so by itself. */
export type UpstreamRoute = (
  url: URL,
  raw: { readonly request: IncomingMessage; readonly response: ServerResponse },
) => UpstreamReply | undefined

export interface TestUpstream extends AsyncDisposable {
  readonly origin: string
  /** `PROVIDER /path?query` of every request. */
  readonly requests: string[]
  readonly headers: IncomingMessage['headers'][]
  /** What each provider answers; whoever is not here answers 503. */
  readonly routes: Record<string, UpstreamRoute>
  /** The settings that point every provider here. */
  readonly settings: Readonly<Record<string, string>>
  /** The same as environment variables. */
  readonly environment: Readonly<Record<string, string>>
}

const names = liveDataRegistry.providers.filter(({ anyHost }) => !anyHost).map(({ name }) => name)

/** One server on this machine that stands in for all providers, each under a path of its name. */
export async function startUpstream(routes: Record<string, UpstreamRoute> = {}): Promise<TestUpstream> {
  const requests: string[] = []
  const headers: IncomingMessage['headers'][] = []
  const server = createServer((request, response) => {
    const [, provider = '', rest = ''] = /^\/([^/]+)(.*)$/.exec(request.url ?? '') ?? []
    requests.push(`${provider} ${rest}`)
    headers.push(request.headers)
    const url = new URL(rest, 'http://upstream.test')
    const reply = routes[provider] ? routes[provider](url, { request, response }) : { status: 503 }
    if (reply) send(response, reply)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const addresses = names.map((name) => [`UPSTREAM_${name}`, `${origin}/${name}`] as const)
  return {
    origin,
    requests,
    headers,
    routes,
    settings: Object.fromEntries(addresses),
    environment: Object.fromEntries(addresses.map(([name, value]) => [`DESKHAND_${name}`, value])),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

export function send(
  response: ServerResponse,
  { status = 200, headers = {}, body = '' }: UpstreamReply,
): void {
  const isRaw = typeof body === 'string' || body instanceof Uint8Array
  response.writeHead(status, { ...(isRaw ? {} : { 'content-type': 'application/json' }), ...headers })
  response.end(isRaw ? body : JSON.stringify(body))
}
