import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../../test/free-port.ts'
import { isLoopbackName } from '../../platform/network/loopback-name.ts'
import { openListeners, type ListenOptions, type RequestListener } from './listeners.ts'

const hello: RequestListener = (_request, response) => void response.end('hello')

async function open(options: Partial<ListenOptions> = {}, serve: RequestListener | null = hello) {
  const listeners = await openListeners({ host: '127.0.0.1', port: 0, ...options })
  onTestFinished(() => listeners.close(0))
  if (serve) listeners.serve(serve)
  return { listeners, port: listeners.address.port }
}

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'deskhand-listeners-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

async function answerOf(
  options: object,
): Promise<{ status: number; headers: IncomingMessage['headers']; text: string }> {
  const sent = get({ agent: false, ...options })
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  const text = Buffer.concat(await response.toArray()).toString()
  return { status: response.statusCode ?? 0, headers: response.headers, text }
}

/** Everything that comes over a connection until the other side closes it. */
async function untilClosed(socket: Socket): Promise<string> {
  const pieces: Buffer[] = []
  socket.on('data', (piece) => pieces.push(piece))
  socket.on('error', () => {})
  await once(socket, 'close')
  return Buffer.concat(pieces).toString()
}

/** Sends byte after byte until the other side has had enough. */
async function dripping(socket: Socket): Promise<string> {
  const drip = setInterval(() => void (socket.writable && socket.write('x')), 20)
  onTestFinished(() => clearInterval(drip))
  return untilClosed(socket)
}

/** Who still writes when the other side closes may lose what it was told. */
const closedInTime = /^(?:HTTP\/1\.1 408 |$)/

function socketTo(port: number, bytes: string): Socket {
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.write(bytes)
  return socket
}

describe('the listeners', () => {
  test('are open before the service is there, and say so', async () => {
    const { listeners, port } = await open({}, null)
    const early = await answerOf({ port, path: '/health' })
    expect(early).toMatchObject({
      status: 503,
      headers: { 'retry-after': '1', 'x-content-type-options': 'nosniff' },
    })
    expect(JSON.parse(early.text)).toMatchObject({ code: 'starting', status: 503 })
    listeners.serve(hello)
    expect(await answerOf({ port })).toMatchObject({ status: 200, text: 'hello' })
  })

  test('of 127.0.0.1 are those of ::1 too', async () => {
    const { port } = await open()
    for (const host of ['127.0.0.1', '::1']) expect((await answerOf({ host, port })).text).toBe('hello')
  })

  test('open also where another program has the port on ::1', async () => {
    const port = await freePort()
    const other = createServer().listen({ host: '::1', port, exclusive: true })
    await once(other, 'listening')
    onTestFinished(() => void other.close())
    await open({ port })
    expect((await answerOf({ host: '127.0.0.1', port })).text).toBe('hello')
  })

  test('that are taken are named in one sentence', async () => {
    const { port } = await open()
    const second = openListeners({ host: '127.0.0.1', port })
    await expect(second).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(new RegExp(`^Port ${port} on 127.0.0.1 is in use`)),
    })
  })

  test('of an address that this machine does not have are refused', async () => {
    await expect(openListeners({ host: '192.0.2.1', port: 0 })).rejects.toMatchObject({
      code: 'invalid_request',
    })
  })

  test('let a request end before they close, and cut it when it does not', async () => {
    // Two connections are accepted in any order, so each request says which it is.
    const held = new Map<string, () => void>()
    const { listeners, port } = await open({}, (request, response) =>
      held.set(request.url ?? '', () => response.end('late')),
    )
    const first = answerOf({ port, path: '/first' })
    const second = answerOf({ port, path: '/second' }).catch((error: NodeJS.ErrnoException) => error.code)
    await expect.poll(() => held.size).toBe(2)
    const closed = listeners.close(200)
    held.get('/first')?.()
    expect((await first).text).toBe('late')
    expect(await second).toBe('ECONNRESET')
    await closed
    await expect(answerOf({ port })).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  })
})

describe('a Unix socket', () => {
  test('answers like the port and is for its owner alone, whatever the mask', async () => {
    const socketPath = join(temporaryFolder(), 'http.sock')
    const before = process.umask(0)
    onTestFinished(() => void process.umask(before))
    await open({ socketPath })
    expect(process.umask()).toBe(0)
    expect((await answerOf({ socketPath })).text).toBe('hello')
    expect(statSync(socketPath).mode & 0o777).toBe(0o600)
  })

  test('that a killed service left behind is replaced', async () => {
    const socketPath = join(temporaryFolder(), 'http.sock')
    const script = `require('node:net').createServer().listen(${JSON.stringify(socketPath)}, () => process.kill(process.pid, 'SIGKILL'))`
    await once(spawn(process.execPath, ['-e', script]), 'exit')
    expect(existsSync(socketPath)).toBe(true)
    await open({ socketPath })
    expect((await answerOf({ socketPath })).text).toBe('hello')
  })

  test('that another service listens on stays with it, and no port stays open', async () => {
    const socketPath = join(temporaryFolder(), 'http.sock')
    await open({ socketPath })
    const port = await freePort()
    await expect(openListeners({ host: '127.0.0.1', port, socketPath })).rejects.toMatchObject({
      code: 'conflict',
    })
    expect((await answerOf({ socketPath })).text).toBe('hello')
    await expect(answerOf({ port })).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  })

  test('never takes the place of a file', async () => {
    const socketPath = join(temporaryFolder(), 'letter.txt')
    writeFileSync(socketPath, 'dear Ada')
    await expect(openListeners({ host: '127.0.0.1', port: 0, socketPath })).rejects.toMatchObject({
      code: 'conflict',
    })
    expect(readFileSync(socketPath, 'utf8')).toBe('dear Ada')
  })
})

describe('a connection', () => {
  // Longer than a busy machine needs to read what has arrived.
  const quick = { headersMs: 1_000, requestMs: 2_000, keepAliveMs: 150, checkMs: 30 }

  test('that never finishes its headers is closed with a reason, a hundred of them too', async () => {
    const { port } = await open({ bounds: quick })
    const half = 'GET /health HTTP/1.1\r\nHost: localhost\r\nX-Slow: '
    const silent = untilClosed(socketTo(port, half))
    const slow = Array.from({ length: 100 }, () => dripping(socketTo(port, half)))
    const meanwhile = await answerOf({ port })
    expect(meanwhile.text).toBe('hello')
    const received = await silent
    expect(received).toMatch(/^HTTP\/1\.1 408 /)
    expect(received).toContain('"code":"timeout"')
    expect(received).toContain('x-content-type-options: nosniff')
    for (const said of await Promise.all(slow)) expect(said).toMatch(closedInTime)
  })

  test('that says nothing at all is closed', async () => {
    const { port } = await open({ bounds: quick })
    expect(await untilClosed(connect(port, '127.0.0.1'))).toMatch(/^HTTP\/1\.1 408 /)
  })

  test('that never finishes its body is closed with a reason', async () => {
    const { port } = await open({ bounds: quick }, (incoming) => void incoming.resume())
    const socket = socketTo(port, 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n')
    expect(await dripping(socket)).toMatch(closedInTime)
  })

  test('that is not used any more is closed', async () => {
    const { port } = await open({ bounds: quick })
    const received = await untilClosed(socketTo(port, 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'))
    expect(received).toMatch(/^HTTP\/1\.1 200 /)
  })

  test('beyond the allowed number is dropped, the others stay', async () => {
    const { port } = await open(
      { bounds: { connections: 4 } },
      (_request, response) => void response.write('held'),
    )
    const held: Socket[] = []
    // One after the other: who has not asked yet when the others come has to make room.
    for (const _place of [1, 2, 3, 4]) {
      held.push(socketTo(port, 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'))
      await once(held.at(-1)!, 'data')
    }
    expect(await untilClosed(socketTo(port, 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'))).toBe('')
    expect(held.map(({ closed }) => closed)).toEqual([false, false, false, false])
  })
})

test('only a name or number of this machine alone counts as such', () => {
  for (const name of ['localhost', '127.0.0.1', '127.8.8.8', '::1'])
    expect([name, isLoopbackName(name)]).toEqual([name, true])
  const others = [
    '',
    '0.0.0.0',
    '::',
    '127.evil.test',
    'localhost.evil.test',
    'socket',
    '::ffff:127.0.0.1',
    '192.0.2.1',
  ]
  for (const name of others) expect([name, isLoopbackName(name)]).toEqual([name, false])
})
