import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Callers } from '../../platform/processes/caller.ts'
import { RequestCallers } from './request-callers.ts'

const MANY = 200
const sockets: Socket[] = []
const clients: Socket[] = []
const server = createServer((socket) => sockets.push(socket))

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const { promise, resolve } = Promise.withResolvers<void>()
  server.on('connection', () => {
    if (sockets.length === MANY) resolve()
  })
  for (let count = 0; count < MANY; count += 1) clients.push(connect(port, '127.0.0.1'))
  await promise
})
afterAll(() => {
  for (const socket of [...clients, ...sockets]) socket.destroy()
  server.close()
})

const posted = (socket: Socket) => ({ socket, method: 'POST' }) as IncomingMessage

/** The real ones, counted; when they are exhausted they name nobody, as they do without a free descriptor. */
function countedCallers() {
  const real = new Callers({ isEmbedded: true })
  const counted = {
    looks: 0,
    isExhausted: false,
    callersOf<Peer extends Socket>(asked: Peer, beside: readonly Peer[]) {
      counted.looks += 1
      return counted.isExhausted ? new Map<Peer, never>() : real.callersOf(asked, beside)
    },
  }
  return counted
}

describe('many connections at once', () => {
  test('of one program are let through after one look', () => {
    const callers = countedCallers()
    const requests = new RequestCallers(callers as Pick<Callers, 'callersOf'>, () => sockets)
    const standings = sockets.map((socket) => requests.standingOf(posted(socket), 'open'))
    expect(standings).toEqual(sockets.map(() => 'person'))
    expect(callers.looks).toBe(1)
  })

  test('are all unknown when nobody can look, and are looked for again', () => {
    const callers = countedCallers()
    callers.isExhausted = true
    const requests = new RequestCallers(callers as Pick<Callers, 'callersOf'>, () => sockets)
    const judged = () => sockets.map((socket) => requests.standingOf(posted(socket), 'open'))
    expect(judged()).toEqual(sockets.map(() => 'unknown'))
    expect(callers.looks).toBe(MANY)
    callers.isExhausted = false
    expect(judged()).toEqual(sockets.map(() => 'person'))
    expect(callers.looks).toBe(MANY + 1)
  })

  test('are not looked for while they only read', () => {
    const callers = countedCallers()
    const requests = new RequestCallers(callers as Pick<Callers, 'callersOf'>, () => sockets)
    const [socket] = sockets
    expect(requests.standingOf({ socket, method: 'GET' } as IncomingMessage, 'open')).toBe('person')
    expect(callers.looks).toBe(0)
  })
})
