import { once } from 'node:events'
import { get, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { limits } from '../../contract/limits.ts'
import { openListeners, type ServerBounds } from './listeners.ts'

/** Answers at once, but for /stream, which never ends, and /late, which ends when it is told to. */
async function open(bounds: Partial<ServerBounds> = {}) {
  const late = Promise.withResolvers<ServerResponse>()
  const listeners = await openListeners({ host: '127.0.0.1', port: 0, bounds })
  onTestFinished(() => listeners.close(0))
  listeners.serve((request, response) => {
    if (request.url === '/stream') response.write('data: 1\n\n')
    else if (request.url === '/late') late.resolve(response)
    else request.resume().on('end', () => response.end('hello'))
  })
  return { port: listeners.address.port, late: late.promise }
}

/** A peer that keeps its end open whatever it is told. */
function stubborn(port: number, bytes: string): Socket {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => {})
  socket.resume()
  socket.write(bytes)
  return socket
}

async function answerOf(port: number, path = '/'): Promise<string> {
  const [response] = (await once(get({ port, path, host: '127.0.0.1', agent: false }), 'response')) as [
    IncomingMessage,
  ]
  return Buffer.concat(await response.toArray()).toString()
}

const halves = {
  'half of their headers': 'GET /health HTTP/1.1\r\nX',
  'half of their body':
    'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n{',
  nothing: '',
}

describe.each(Object.entries(halves))('more callers than there are places, who send %s', (_what, bytes) => {
  test('keep nobody out, and cut no answer that is under way', async () => {
    const { port, late } = await open()
    const [stream] = (await once(get({ port, path: '/stream', agent: false }), 'response')) as [
      IncomingMessage,
    ]
    stream.resume()
    const lateAnswer = answerOf(port, '/late')
    const held = await late
    const attackers: Socket[] = []
    while (attackers.length < limits.connections.value + 76) {
      const more = Array.from({ length: 50 }, () => stubborn(port, bytes))
      await Promise.all(more.map((socket) => once(socket, 'connect')))
      attackers.push(...more)
      expect([attackers.length, await answerOf(port)]).toEqual([attackers.length, 'hello'])
    }
    // Without the defence all of them are still there; with it, those who came first had to go.
    const first = attackers[0]!
    if (!first.closed) await once(first, 'close')
    expect(stream.closed).toBe(false)
    held.end('late')
    expect(await lateAnswer).toBe('late')
    stream.destroy()
  })
})

test('whoever was told that its request did not arrive is cut off when it does not hang up', async () => {
  const { port } = await open({ headersMs: 200, requestMs: 400, checkMs: 30 })
  const socket = stubborn(port, 'GET / HTTP/1.1\r\nX')
  await once(socket, 'end')
  // Not once(): what it writes into nothing is an error, which is how it learns of it.
  const gone = new Promise((resolve) => socket.on('close', resolve))
  const writing = setInterval(() => void socket.write('x'), 20)
  onTestFinished(() => clearInterval(writing))
  await gone
  expect(socket.destroyed).toBe(true)
})

test('when all others are being answered, a new caller is answered too', async () => {
  const { port } = await open({ connections: 4 })
  const streams = [1, 2, 3].map(() => get({ port, path: '/stream', agent: false }))
  const answers = (await Promise.all(streams.map((sent) => once(sent, 'response')))) as [IncomingMessage][]
  expect(await answerOf(port)).toBe('hello')
  for (const [answer] of answers) {
    expect(answer.closed).toBe(false)
    answer.on('error', () => {}).destroy()
  }
})

test('requests that were sent ahead are all answered, though others wait', async () => {
  const { port, late } = await open({ connections: 4 })
  const ahead = stubborn(
    port,
    'GET / HTTP/1.1\r\nHost: x\r\n\r\nGET /late HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
  )
  const pieces: Buffer[] = []
  ahead.on('data', (piece: Buffer) => pieces.push(piece))
  const held = await late
  for (let more = 0; more < 8; more += 1) await once(stubborn(port, ''), 'connect')
  held.end('late')
  await once(ahead, 'end')
  expect(Buffer.concat(pieces).toString()).toMatch(/hello[^]*late/)
})
