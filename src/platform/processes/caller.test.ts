import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Callers } from './caller.ts'
import { CHILD_MARK } from './own-children.ts'

/** A server that tells whoever connects what it takes them for. */
async function startServer({ host = '127.0.0.1', isEmbedded = false } = {}) {
  const callers = new Callers({ isEmbedded })
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('error', () => {})
    socket.once('data', () => socket.end(callers.callersOf(socket).get(socket) ?? 'unknown'))
  })
  server.listen(0, host)
  await once(server, 'listening')
  return { server, port: (server.address() as AddressInfo).port }
}

type Started = Awaited<ReturnType<typeof startServer>>

/** The port is an argument, so that no shell has to quote a program inside a program. */
const PROGRAM =
  'const s = require("net").connect(process.argv[1], process.argv[2] ?? "127.0.0.1"); s.write("x"); s.pipe(process.stdout)'

async function ask(
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<string> {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'], env })
  return text(child.stdout)
}

async function said(socket: Socket): Promise<string> {
  socket.write('x')
  return text(socket)
}

describe.runIf(process.platform === 'linux')('who is at the other end of a connection', () => {
  let standing: Started
  let embedded: Started
  beforeAll(async () => {
    standing = await startServer()
    embedded = await startServer({ isEmbedded: true })
  })
  afterAll(() => {
    standing.server.close()
    embedded.server.close()
  })
  const program = ({ port }: Started, ...more: string[]) => [
    process.execPath,
    '-e',
    PROGRAM,
    String(port),
    ...more,
  ]
  const detached = (words: string[], env: NodeJS.ProcessEnv) =>
    ask('sh', ['-c', '(setsid "$@" &)', 'sh', ...words], env)

  test('a child and its children are ours, also one that detached itself', async () => {
    const words = program(standing)
    expect(await ask(words[0]!, words.slice(1))).toBe('ours')
    expect(await ask('sh', ['-c', 'sh -c \'"$@"; true\' sh "$@"; true', 'sh', ...words])).toBe('ours')
    expect(await detached(words, { ...process.env, [CHILD_MARK]: '1' })).toBe('ours')
  })

  test('this process is ours too: whatever it calls, something else told it to', async () => {
    expect(await said(connect(standing.port, '127.0.0.1'))).toBe('ours')
  })

  test('a program that nobody here started is another', async () => {
    expect(await detached(program(standing), process.env)).toBe('other')
  })

  test('a process that is more than the service, as this one, owns only what carries the mark', async () => {
    expect(await said(connect(embedded.port, '127.0.0.1'))).toBe('other')
    const words = program(embedded)
    expect(await ask(words[0]!, words.slice(1))).toBe('other')
    const nested = ['-c', '"$@"; true', 'sh', 'env', '-u', CHILD_MARK, ...words]
    expect(await ask('sh', nested, { ...process.env, [CHILD_MARK]: '1' })).toBe('ours')
  })

  test('one that sends and is gone before anybody looks is unknown', async () => {
    const callers = new Callers({ isEmbedded: true })
    const server = createServer({ allowHalfOpen: true })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const arrived = once(server, 'connection') as Promise<[Socket]>
    const leave =
      'const s = require("net").connect(process.argv[1], "127.0.0.1", () => s.write("x", () => process.exit()))'
    const child = spawn(process.execPath, ['-e', leave, String(port)], { stdio: 'ignore' })
    const [[socket]] = await Promise.all([arrived, once(child, 'exit')])
    expect(callers.callersOf(socket).get(socket) ?? 'unknown').toBe('unknown')
    socket.destroy()
    server.close()
  })

  test('one that has said all it has to say, and waits for the answer, is still known', async () => {
    const socket = connect({ port: embedded.port, host: '127.0.0.1', allowHalfOpen: true })
    socket.end('x')
    expect(await text(socket)).toBe('other')
  })

  test('the port of somebody else at another address of this machine helps nobody', async () => {
    // The attack: a child takes 127.0.0.2 with the port that the user's browser has on 127.0.0.1.
    const innocent = connect(embedded.port, '127.0.0.1')
    await once(innocent, 'connect')
    const bound = `const s = require("net").connect({ port: process.argv[1], host: "127.0.0.1", localAddress: "127.0.0.2", localPort: Number(process.argv[2]) }); s.write("x"); s.pipe(process.stdout)`
    const words = ['-e', bound, String(embedded.port), String(innocent.localPort)]
    expect(await ask(process.execPath, words, { ...process.env, [CHILD_MARK]: '1' })).toBe('ours')
    expect(await said(innocent)).toBe('other')
  })

  test('a socket that two hold is ours when one of them is', async () => {
    // The attack: a child leaves its connection with a program of somebody else, to be taken for that one.
    const script = `exec 9<>/dev/tcp/127.0.0.1/$1; (env -u ${CHILD_MARK} setsid sleep 30 >/dev/null 2>&1 & echo $! >&2); printf x >&9; cat <&9`
    const child = spawn('bash', ['-c', script, 'bash', String(standing.port)], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const [pid] = (await once(child.stderr, 'data')) as [Buffer]
    expect(await text(child.stdout)).toBe('ours')
    process.kill(Number(pid.toString()))
  })

  test.each([
    ['127.0.0.1', '127.0.0.1'],
    ['::1', '::1'],
    ['::', '127.0.0.1'],
    ['::', '::1'],
    ['::', '::ffff:127.0.0.1'],
    ['127.0.0.1', '::ffff:127.0.0.1'],
  ])('a server on %s knows who calls %s', async (host, called) => {
    const started = await startServer({ host })
    const words = program(started, called)
    expect(await ask(words[0]!, words.slice(1))).toBe('ours')
    expect(await detached(words, process.env)).toBe('other')
    started.server.close()
  })
})
