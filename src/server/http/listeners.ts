import { chmodSync, lstatSync, rmSync } from 'node:fs'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { AppError, problemOf } from '../../contract/errors.ts'
import { limits } from '../../contract/limits.ts'
import { answerHeaders } from './answer-headers.ts'
import { isLoopbackName } from '../../platform/network/loopback-name.ts'
import { isLoopback } from './authenticator.ts'
import { keepRoom, type Room } from './half-requests.ts'

// An import would read all that `node:http` offers, and with that load its own fetch: 14 MB that a server does not need.
const { createServer } = process.getBuiltinModule('node:http')

export type RequestListener = (request: IncomingMessage, response: ServerResponse) => void

export interface ListenOptions {
  readonly host: string
  readonly port: number
  /** Also answer HTTP on this Unix socket. */
  readonly socketPath?: string | undefined
  readonly bounds?: Partial<ServerBounds>
}

/** What keeps slow and many connections from taking the service over. */
export interface ServerBounds {
  /** Until all headers of a request are here. */
  readonly headersMs: number
  /** Until all of a request is here. */
  readonly requestMs: number
  readonly keepAliveMs: number
  /** How often the three above are looked at. */
  readonly checkMs: number
  readonly connections: number
}

const BOUNDS: ServerBounds = {
  headersMs: 10_000,
  requestMs: 30_000,
  keepAliveMs: 5_000,
  checkMs: 2_000,
  connections: limits.connections.value,
}

/** How long a peer may take to hang up after its request was refused. */
const REFUSED_MS = 1_000

const PROBLEM_HEADERS = { ...answerHeaders, 'content-type': 'application/problem+json; charset=utf-8' }

/** The listening sockets of the service. They open before it has loaded, so that a caller learns that it is starting. */
export interface Listeners {
  readonly address: { readonly host: string; readonly port: number }
  /** All that are open at this moment. */
  readonly connections: () => Iterable<Socket>
  /** From now on requests go here instead of being told to wait. */
  serve(listener: RequestListener): void
  /** No new connections; resolves when the open ones have ended, or `graceMs` later when they are cut. */
  close(graceMs: number): Promise<void>
}

export async function openListeners(options: ListenOptions): Promise<Listeners> {
  const { host, port, socketPath, bounds } = options
  let current: RequestListener = answerStarting
  const servers: Server[] = []
  const rooms: Room[] = []
  await using opening = new AsyncDisposableStack()
  const newServer = () => {
    const { server, room } = createHardenedServer((request, response) => current(request, response), {
      ...BOUNDS,
      ...bounds,
    })
    servers.push(server)
    rooms.push(room)
    opening.defer(() => closeServer(server, 0))
    return server
  }
  const first = newServer()
  await listen(first, { host, port })
  const address = boundAddress(first, host)
  // `localhost` is ::1 first on many machines; without this the client waits for a refusal or finds someone else there.
  if (host === '127.0.0.1') await tryToListen(newServer(), { host: '::1', port: address.port })
  if (socketPath) await listenOnSocket(newServer(), socketPath)
  opening.move()
  return {
    address,
    connections: () => rooms.flatMap(({ open }) => [...open]),
    serve(next) {
      current = next
    },
    async close(graceMs) {
      await Promise.all(servers.map((server) => closeServer(server, graceMs)))
    },
  }
}

function createHardenedServer(
  listener: RequestListener,
  bounds: ServerBounds,
): { readonly server: Server; readonly room: Room } {
  const server = createServer({
    maxHeaderSize: limits.header_bytes.value,
    headersTimeout: bounds.headersMs,
    requestTimeout: bounds.requestMs,
    keepAliveTimeout: bounds.keepAliveMs,
    connectionsCheckingInterval: bounds.checkMs,
    // The guard refuses it too, and says why.
    requireHostHeader: false,
  })
  server.maxConnections = bounds.connections
  const answers = new WeakMap<Socket, ServerResponse>()
  const room = keepRoom(server, bounds.connections)
  const onRequest: RequestListener = (request, response) => {
    answers.set(request.socket, response)
    room.note(request, response)
    listener(request, response)
  }
  server.on('request', onRequest)
  // An expectation that nobody knows may be ignored, and Node's own refusal says nothing.
  server.on('checkExpectation', onRequest)
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    const answer = answers.get(socket)
    const isInAnswer = answer?.headersSent === true && !answer.writableEnded
    if (!socket.writable || isInAnswer || error.code === 'ECONNRESET') socket.destroy()
    else refuseBrokenRequest(error, socket)
  })
  return { server, room }
}

/** What the HTTP parser itself refuses still gets an answer that a person understands. */
function refuseBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  const problem = problemOf(brokenRequest(error.code))
  const body = JSON.stringify(problem)
  const headers = { ...PROBLEM_HEADERS, 'content-length': Buffer.byteLength(body), connection: 'close' }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${problem.status} ${problem.title}\r\n${lines.join('')}\r\n${body}`)
  // Whoever does not hang up now never meant to: the place is for somebody else.
  const cut = setTimeout(() => socket.destroy(), REFUSED_MS)
  socket.once('close', () => clearTimeout(cut))
}

function brokenRequest(code: string | undefined): AppError {
  if (code === 'HPE_HEADER_OVERFLOW')
    return new AppError(
      'headers_too_large',
      `The request headers are larger than ${limits.header_bytes.value} bytes.`,
    )
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new AppError('timeout', "The request didn't arrive in time. Send it again without pauses.")
  return new AppError('invalid_request', 'This is not a valid HTTP request.')
}

function answerStarting(request: IncomingMessage, response: ServerResponse): void {
  const problem = problemOf(new AppError('starting', 'The service is starting. Try again in a moment.'))
  request.resume()
  response.writeHead(503, { ...PROBLEM_HEADERS, 'retry-after': '1' })
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

/** A machine without IPv6, or where another program has the port on ::1, does without: 127.0.0.1 is what we print. */
async function tryToListen(server: Server, where: { host: string; port: number }): Promise<void> {
  await listen(server, where).catch(() => {})
}

function listenError(error: NodeJS.ErrnoException, { host, port }: { host: string; port: number }): AppError {
  if (error.code === 'EADDRINUSE')
    return new AppError(
      'conflict',
      `Port ${port} on ${host} is in use by another program, perhaps another Deskhand or a development server. Stop it, or choose another port with --port or DESKHAND_PORT.`,
      { cause: error },
    )
  if (error.code === 'EACCES')
    return new AppError('forbidden', `Port ${port} needs elevated rights. Choose one above 1023.`, {
      cause: error,
    })
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return new AppError('invalid_request', `${host} is not an address of this machine.`, { cause: error })
  return new AppError('unavailable', `Couldn't listen on ${host}:${port}: ${error.message}.`, {
    cause: error,
  })
}

/** Trusts the operating system's word, not the argument: a name may resolve to more than was meant. */
function boundAddress(server: Server, host: string): { host: string; port: number } {
  const bound = server.address() as AddressInfo
  if (isLoopbackName(host) && !isLoopback(bound.address))
    throw new AppError(
      'forbidden',
      `${host} resolved to ${bound.address}, which is reachable from other machines.`,
    )
  return { host, port: bound.port }
}

async function listenOnSocket(server: Server, path: string): Promise<void> {
  if (await isAbandoned(path)) rmSync(path, { force: true })
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject)
  // The file is made inside listen(), so the mask is in force for that call and for nothing else.
  const before = process.umask(0o177)
  try {
    server.listen(path, resolve)
  } finally {
    process.umask(before)
  }
  try {
    await promise
  } catch (error) {
    throw socketError(error as NodeJS.ErrnoException, path)
  }
  server.removeListener('error', reject)
  chmodSync(path, 0o600)
}

function socketError(error: NodeJS.ErrnoException, path: string): AppError {
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: 'something else is already there',
    EINVAL: 'the path is too long for a socket (107 bytes)',
    EACCES: "the folder is missing or isn't yours",
  }
  const reason = reasons[error.code ?? ''] ?? error.message
  return new AppError('conflict', `Couldn't open the socket ${path}: ${reason}. Choose another path.`, {
    cause: error,
  })
}

/** The socket of a service that was killed stays behind. Only a refused connection proves that nobody is there. */
async function isAbandoned(path: string): Promise<boolean> {
  // A connection to an ordinary file is refused as well, and it is not ours to remove.
  if (!lstatSync(path, { throwIfNoEntry: false })?.isSocket()) return false
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const socket = connect(path)
  socket.once('connect', () => resolve(false))
  socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'ECONNREFUSED'))
  return promise.finally(() => socket.destroy())
}

async function closeServer(server: Server, graceMs: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  server.close(() => resolve())
  server.closeIdleConnections()
  const cut = setTimeout(() => server.closeAllConnections(), graceMs)
  await promise
  clearTimeout(cut)
}
