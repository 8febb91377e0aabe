import { createServer, request as sendRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { pipeline } from 'node:stream'
import { AppError } from '../../contract/errors.ts'
import { guardedConnect, type ConnectGuard } from '../network/guarded-connect.ts'
import { Multiplexer } from './network-bridge.ts'

/**
 * The service's end of the way out of a sandbox: an HTTP proxy, for CONNECT and plain requests. There is no port and no
 * socket file, so nothing else can come this way, and every address is judged by the rules of the guarded fetch.
 */
export function serveExit(way: Duplex, guard: ConnectGuard): void {
  const server = createServer({ requestTimeout: 0, headersTimeout: 30_000, keepAliveTimeout: 30_000 })
  server.on('connect', (asked, client, head) => void tunnel(asked, { client, head, guard }))
  server.on('request', (asked, answer) => void forward(asked, answer, guard))
  server.on('clientError', (_error, client) => client.destroy())
  const multiplexer = new Multiplexer(way, (channel) => server.emit('connection', channel))
  way.on('close', () => server.close())
  void multiplexer
}

interface Tunnel {
  readonly client: Duplex
  readonly head: Buffer
  readonly guard: ConnectGuard
}

async function tunnel(asked: IncomingMessage, { client, head, guard }: Tunnel): Promise<void> {
  client.on('error', () => client.destroy())
  try {
    const target = targetOf(`http://${asked.url ?? ''}`, 443)
    const server = await guardedConnect(target, guard)
    if (client.destroyed) return void server.destroy()
    client.write('HTTP/1.1 200 Connection established\r\n\r\n')
    if (head.length > 0) server.write(head)
    pipeline(client, server, () => server.destroy())
    pipeline(server, client, () => client.destroy())
  } catch (error) {
    const { status, sentence } = refusalOf(error)
    client.end(`HTTP/1.1 ${status}\r\nContent-Type: text/plain\r\nConnection: close\r\n\r\n${sentence}\n`)
  }
}

async function forward(asked: IncomingMessage, answer: ServerResponse, guard: ConnectGuard): Promise<void> {
  try {
    const target = targetOf(asked.url ?? '', 80)
    const socket: Socket = await guardedConnect(target, guard)
    const passed = sendRequest({
      createConnection: () => socket,
      method: asked.method,
      path: target.path,
      headers: withoutHopHeaders(asked.headers, target.authority),
    })
    passed.on('response', (given) => {
      answer.writeHead(given.statusCode ?? 502, withoutHopHeaders(given.headers))
      pipeline(given, answer, () => {})
    })
    passed.on('error', () => answer.destroy())
    answer.on('close', () => passed.destroy())
    pipeline(asked, passed, () => {})
  } catch (error) {
    const { status, sentence } = refusalOf(error)
    answer.writeHead(Number(status.slice(0, 3)), { 'content-type': 'text/plain' }).end(`${sentence}\n`)
  }
}

function targetOf(address: string, usualPort: number) {
  const url = URL.parse(address)
  if (!url || url.protocol !== 'http:' || url.username !== '' || url.hostname === '')
    throw new AppError('invalid_request', 'This proxy needs an absolute address starting with http://.')
  const isUsual = url.port === '' && !/:80(?:\/|$)/.test(address.slice(7))
  return {
    host: url.hostname.replaceAll(/^\[|\]$/g, ''),
    port: url.port === '' ? (isUsual ? usualPort : 80) : Number(url.port),
    path: `${url.pathname}${url.search}`,
    authority: url.host,
  }
}

/** What is between this proxy and one side of it only. */
const HOP_HEADERS = ['connection', 'proxy-connection', 'proxy-authorization', 'keep-alive', 'te', 'upgrade']

function withoutHopHeaders(headers: IncomingMessage['headers'], host?: string): IncomingMessage['headers'] {
  const kept = Object.entries(headers).filter(([name]) => !HOP_HEADERS.includes(name))
  return { ...Object.fromEntries(kept), ...(host !== undefined && { host }) }
}

function refusalOf(error: unknown): { status: string; sentence: string } {
  if (error instanceof AppError)
    return {
      status: error.code === 'forbidden' ? '403 Forbidden' : '400 Bad Request',
      sentence: error.message,
    }
  return { status: '502 Bad Gateway', sentence: error instanceof Error ? error.message : String(error) }
}
