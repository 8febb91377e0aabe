import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { AppError } from '../../contract/errors.ts'
import { writesFirst } from './first-words.ts'
import { SocketClient, type EventSocketOptions } from './socket-client.ts'
import { prepareSocketPlace } from './socket-place.ts'

/** Nobody but the owner may connect. */
const OWNER_ONLY = 0o177

export interface EventSocket {
  readonly path: string
  clients(): number
  /** Says `bye` to every client and removes the socket. */
  close(): Promise<void>
}

/** The events of the bus on a Unix socket, one JSON object a line in both directions. */
export async function openEventSocket(options: EventSocketOptions): Promise<EventSocket> {
  const path = await prepareSocketPlace(options)
  const stopping = new AbortController()
  const clients = new Map<SocketClient, Promise<void>>()
  /** Who has connected to a pipe and not written yet. */
  const strangers = new Set<Socket>()
  const isPipe = (options.platform ?? process.platform) === 'win32'
  const serve = (socket: Socket) => {
    if (clients.size >= options.maxClients) return refuse(socket, options.maxClients)
    const client = new SocketClient(socket, { ...options, stopping: stopping.signal })
    clients.set(
      client,
      client.serve().finally(() => clients.delete(client)),
    )
  }
  const server = createServer((socket) => {
    if (!isPipe) return serve(socket)
    if (strangers.size >= options.maxClients) return void socket.destroy()
    strangers.add(socket)
    void writesFirst(socket, stopping.signal).then((writes) => {
      strangers.delete(socket)
      if (writes) serve(socket)
      else socket.destroy()
    })
  })
  await listen(server, path)
  server.on('error', (error) =>
    options.log.warn({ err: error, path }, "The event socket couldn't accept a client."),
  )
  return {
    path,
    clients: () => clients.size,
    async close() {
      const closed = once(server, 'close')
      server.close()
      stopping.abort()
      await Promise.all(clients.values())
      await closed
    },
  }
}

async function listen(server: Server, path: string): Promise<void> {
  const listening = once(server, 'listening')
  // The file is made inside listen(), so the mask is in force for that call and for nothing else.
  const mask = process.umask(OWNER_ONLY)
  try {
    server.listen(path)
  } finally {
    process.umask(mask)
  }
  try {
    await listening
  } catch (cause) {
    throw new AppError('unavailable', `Couldn't open the socket ${path}: ${(cause as Error).message}.`, {
      cause,
    })
  }
}

function refuse(socket: Socket, maxClients: number): void {
  const message = `${maxClients} clients are connected. Close one and try again.`
  socket.on('error', () => {})
  socket.end(`${JSON.stringify({ type: 'error', code: 'overloaded', message })}\n`)
  // It may have lines under way that nobody will read, and an end of its own that it never sends.
  socket.resume()
  socket.once('finish', () => socket.destroySoon())
}
