import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { AppError } from '../../contract/errors.ts'

export interface ReturnOptions {
  readonly loopback: '127.0.0.1' | 'localhost'
  /** Whether this state is the one that was sent. */
  readonly isOurs: (state: string) => boolean
  readonly signal: AbortSignal
  readonly patienceMs?: number
}

export interface Return {
  /** What the browser is sent back to. */
  readonly address: string
  /** The query that came back. */
  readonly returned: Promise<URLSearchParams>
  /** What the person then reads; at once, or when the browser is back. */
  readonly answer: (text: string) => void
  readonly close: () => Promise<void>
}

const PATIENCE_MS = 10 * 60_000
const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  connection: 'close',
}

/** A port of this machine that a browser comes back to once, from a sign-in elsewhere. */
export async function listenForReturn(options: ReturnOptions): Promise<Return> {
  const { loopback, isOurs, signal, patienceMs = PATIENCE_MS } = options
  const { promise: returned, resolve, reject } = Promise.withResolvers<URLSearchParams>()
  returned.catch(() => {})
  let waiting: ServerResponse | undefined
  const server = createServer((request, response) => {
    const query = queryOf(request, (server.address() as AddressInfo | null)?.port)
    // Others on this machine may knock; only who knows what was sent is heard, and only once.
    if (!query || !isOurs(query.get('state') ?? '') || waiting) return say(response, 404, 'Nothing is here.')
    waiting = response
    resolve(query)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const expire = () => reject(new AppError('timeout', 'Nobody signed in in time. Begin again.'))
  const timer = setTimeout(expire, patienceMs)
  const abort = () => reject(signal.reason as Error)
  signal.addEventListener('abort', abort, { once: true })
  return {
    address: `http://${loopback}:${port}`,
    returned,
    answer: (text) => {
      if (waiting) say(waiting, 200, text)
    },
    async close() {
      clearTimeout(timer)
      signal.removeEventListener('abort', abort)
      server.close()
      server.closeIdleConnections()
      if (!waiting) server.closeAllConnections()
    },
  }
}

/** Undefined for what no browser would be sent back with. */
function queryOf({ method, url = '', headers }: IncomingMessage, port: number | undefined) {
  const isHere = headers.host === `127.0.0.1:${port}` || headers.host === `localhost:${port}`
  const address = URL.parse(url, 'http://localhost')
  return method === 'GET' && isHere && address?.pathname === '/' ? address.searchParams : undefined
}

function say(response: ServerResponse, status: number, text: string): void {
  const safe = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  response.writeHead(status, HEADERS).end(`<!doctype html><title>Deskhand</title><p>${safe}</p>`)
}
