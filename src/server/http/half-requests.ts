import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** From here on the connections that only wait make room. */
const CROWDED = 0.75

export interface Room {
  readonly open: ReadonlySet<Socket>
  /** Must be told of every request. */
  note(request: IncomingMessage, response: ServerResponse): void
}

/**
 * Keeps a place free: when most connections are taken, whoever connects takes that of the one that has waited longest
 * without a whole request. An answer under way is never cut, however long it takes, and no limit is put on one address:
 * on this machine everybody has the same.
 */
export function keepRoom(server: Server, limit: number): Room {
  const open = new Set<Socket>()
  /** In the order in which they began to wait. */
  const waiting = new Set<Socket>()
  /** How many requests of a connection are being answered: it may send several ahead. */
  const answering = new Map<Socket, number>()

  const count = (socket: Socket, change: 1 | -1) => {
    const left = (answering.get(socket) ?? 0) + change
    if (left > 0) answering.set(socket, left)
    else answering.delete(socket)
    if (left > 0) waiting.delete(socket)
    else if (open.has(socket)) waiting.add(socket)
  }
  server.on('connection', (socket: Socket) => {
    open.add(socket)
    waiting.add(socket)
    socket.once('close', () => {
      open.delete(socket)
      waiting.delete(socket)
      answering.delete(socket)
    })
    const [oldest] = waiting
    if (open.size > limit * CROWDED && oldest !== undefined && oldest !== socket) {
      open.delete(oldest)
      waiting.delete(oldest)
      oldest.resetAndDestroy()
    }
  })
  const note: Room['note'] = (request, response) => {
    // The socket of an answer that is over is not to be had from it any more.
    const { socket } = request
    let isOver = false
    let isCounted = false
    const begin = () => {
      if (isOver) return
      isCounted = true
      count(socket, 1)
    }
    if (hasBody(request)) request.once('end', begin)
    else begin()
    response.once('close', () => {
      isOver = true
      if (isCounted) count(socket, -1)
    })
  }
  return { open, note }
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}
