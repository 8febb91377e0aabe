import { chmodSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { AppError, problemOf } from '../contract/errors.ts'
import { limits } from '../contract/limits.ts'
import { isLoopback } from './authenticator.ts'

export type RequestListener = (request: IncomingMessage, response: ServerResponse) => void

export interface ListenOptions {
  readonly host: string
  readonly port: number
  /** Also answer HTTP on this Unix socket. */
  readonly socketPath?: string | undefined
}

/** The doors of the service. They open before it has loaded, so that a caller learns that it is starting. */
export interface Listeners {
  readonly address: { readonly host: string; readonly port: number }
  /** From now on requests go here instead of being told to wait. */
  serve(listener: RequestListener): void
  /** No new connections; resolves when the open ones have ended, or `graceMs` later when they are cut. */
  close(graceMs: number): Promise<void>
}

export async function openListeners({ host, port, socketPath }: ListenOptions): Promise<Listeners> {
  let current: RequestListener = answerStarting
  const listener: RequestListener = (request, response) => current(request, response)
  const first = createHardenedServer(listener)
  await listen(first, { host, port })
  const address = boundAddress(first, host)
  const servers = [first]
  // `localhost` is ::1 first on many machines; without this the client waits for a refusal or finds someone else there.
  if (host === '127.0.0.1') {
    const second = createHardenedServer(listener)
    if (await canListen(second, { host: '::1', port: address.port })) servers.push(second)
  }
  if (socketPath) {
    const third = createHardenedServer(listener)
    await listenOnSocket(third, socketPath)
    servers.push(third)
  }
  return {
    address,
    serve(next) {
      current = next
    },
    async close(graceMs) {
      await Promise.all(servers.map((server) => closeServer(server, graceMs)))
    },
  }
}

function createHardenedServer(listener: RequestListener): Server {
  const server = createServer(
    {
      maxHeaderSize: limits.header_bytes.value,
      headersTimeout: 10_000,
      requestTimeout: 30_000,
      keepAliveTimeout: 5_000,
      connectionsCheckingInterval: 2_000,
    },
    listener,
  )
  server.maxConnections = limits.connections.value
  server.on('clientError', refuseBrokenRequest)
  return server
}

/** What the HTTP parser itself refuses still gets an answer that a person understands. */
function refuseBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy()
  const problem = problemOf(brokenRequest(error.code))
  const body = JSON.stringify(problem)
  socket.end(
    `HTTP/1.1 ${problem.status} ${problem.title}\r\ncontent-type: application/problem+json; charset=utf-8\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  )
}

function brokenRequest(code: string | undefined): AppError {
  if (code === 'HPE_HEADER_OVERFLOW')
    return new AppError(
      'headers_too_large',
      `The request headers are larger than ${limits.header_bytes.value} bytes.`,
    )
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new AppError('timeout', 'The request did not arrive in time; send it again without pauses.')
  return new AppError('invalid_request', 'This is not a valid HTTP request.')
}

function answerStarting(request: IncomingMessage, response: ServerResponse): void {
  const problem = problemOf(new AppError('starting', 'The service is starting; try again in a moment.'))
  request.resume()
  response.writeHead(503, { 'content-type': 'application/problem+json; charset=utf-8', 'retry-after': '1' })
  response.end(JSON.stringify(problem))
}

async function listen(server: Server, { host, port }: { host: string; port: number }): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject)
  server.listen({ host, port, exclusive: true }, resolve)
  try {
    await promise
  } catch (error) {
    throw listenError(error as NodeJS.ErrnoException, { host, port })
  }
  server.removeListener('error', reject)
}

async function canListen(server: Server, where: { host: string; port: number }): Promise<boolean> {
  try {
    await listen(server, where)
    return true
  } catch {
    // A machine without IPv6, or one where another program has that port on ::1; 127.0.0.1 is the address we print.
    return false
  }
}

function listenError(error: NodeJS.ErrnoException, { host, port }: { host: string; port: number }): AppError {
  if (error.code === 'EADDRINUSE')
    return new AppError(
      'conflict',
      `Port ${port} on ${host} is taken by another program (perhaps another Deskhand, or a development server). Stop it, or choose another with --port or DESKHAND_PORT.`,
      { cause: error },
    )
  if (error.code === 'EACCES')
    return new AppError('forbidden', `Port ${port} needs more rights than you have. Choose one above 1023.`, {
      cause: error,
    })
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return new AppError('invalid_request', `${host} is not an address of this machine.`, { cause: error })
  return new AppError('unavailable', `Could not listen on ${host}:${port}: ${error.message}.`, {
    cause: error,
  })
}

/** Trusts the operating system's word, not the argument: a name may resolve to more than was meant. */
function boundAddress(server: Server, host: string): { host: string; port: number } {
  const bound = server.address() as AddressInfo
  if (isLoopbackName(host) && !isLoopback(bound.address))
    throw new AppError('forbidden', `${host} resolved to ${bound.address}, which is not this machine alone.`)
  return { host, port: bound.port }
}

export function isLoopbackName(host: string): boolean {
  return host === 'localhost' || isLoopback(host)
}

async function listenOnSocket(server: Server, path: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject)
  const before = process.umask(0o177)
  server.listen(path, resolve)
  try {
    await promise
  } catch (error) {
    throw new AppError('conflict', `Could not open the socket ${path}: ${(error as Error).message}.`, {
      cause: error,
    })
  } finally {
    process.umask(before)
  }
  chmodSync(path, 0o600)
}

async function closeServer(server: Server, graceMs: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  server.close(() => resolve())
  server.closeIdleConnections()
  const cut = setTimeout(() => server.closeAllConnections(), graceMs)
  await promise
  clearTimeout(cut)
}
