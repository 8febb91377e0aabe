import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, onTestFinished, test, type TestContext } from 'vitest'

const run = promisify(execFile)
/** Whom nobody else is: other tests have programs of the usual one run at the same time. */
const NOBODY = { uid: 61_534, gid: 61_534 }
const caller = fileURLToPath(new URL('./caller.ts', import.meta.url))

/** Says to whoever connects what it takes them for; starts the program that it is given as a child of its own. */
const SERVER = `
const { Callers } = await import(${JSON.stringify(caller)})
const { createServer } = await import('node:net')
const { spawn } = await import('node:child_process')
const callers = new Callers({ isEmbedded: false })
const server = createServer((socket) => {
  socket.on('error', () => {})
  socket.once('data', () => socket.end(callers.callersOf(socket).get(socket) ?? 'unknown'))
}).listen(0, '127.0.0.1', () => {
  const { port } = server.address()
  console.log(port)
  process.stdin.on('data', (script) => spawn('python3', ['-c', String(script), String(port)], { stdio: ['ignore', 'inherit', 'inherit'] }))
})`

const CONNECT = "s = socket.create_connection(('127.0.0.1', int(sys.argv[1]))); s.sendall(b'x')"
const ASK = `import socket, sys\n${CONNECT}\nprint(s.recv(99).decode())`

async function startServer(context: TestContext) {
  const server = spawn(process.execPath, ['--input-type=module', '-e', SERVER], {
    ...NOBODY,
    env: { PATH: '/usr/bin:/bin' },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  onTestFinished(() => void server.kill())
  const [said] = (await Promise.race([once(server.stdout, 'data'), once(server, 'exit')])) as [unknown]
  if (!Buffer.isBuffer(said)) return context.skip('an ordinary user cannot read this folder')
  return { port: said.toString().trim(), server }
}

async function byChild({ server }: Awaited<ReturnType<typeof startServer>>, script: string): Promise<string> {
  server.stdin.write(script)
  const [said] = (await once(server.stdout, 'data')) as [Buffer]
  return said.toString().trim()
}

const by = async (port: string, script: string, options: object = {}, words: readonly string[] = []) => {
  const [command, ...args] = [...words, '/usr/bin/python3', '-c', script, port]
  return (await run(command, args, { env: { PATH: '/usr/bin:/bin' }, ...options })).stdout.trim()
}

/** Root is needed to be somebody else. */
describe.runIf(process.platform === 'linux' && process.getuid?.() === 0)('for an ordinary user', () => {
  test('everybody who is no child is another, whether they can be looked at or not', async (context) => {
    const { port } = await startServer(context)
    expect(await by(port, ASK, NOBODY)).toBe('other')
    expect(await by(port, ASK)).toBe('other')
    // As sshd does for a tunnel: root's child becomes the user, and cannot be looked at by that user.
    const tunnel = `import os, socket, sys
if os.fork() == 0:
    os.setgid(61534); os.setuid(61534)
    ${CONNECT}
    print(s.recv(99).decode(), flush=True)
    os._exit(0)
os.wait()`
    expect(await by(port, tunnel)).toBe('other')
    // As Flatpak does: in namespaces of its own, but for the network.
    const inside = [
      'bwrap',
      '--unshare-user',
      '--unshare-pid',
      '--ro-bind',
      '/',
      '/',
      '--proc',
      '/proc',
      '--dev',
      '/dev',
    ]
    expect(await by(port, ASK, NOBODY, inside)).toBe('other')
  })

  test('a child that hides, or whose socket nobody holds, is not taken for another', async (context) => {
    const started = await startServer(context)
    const hidden = `import ctypes, socket, sys\nctypes.CDLL(None).prctl(4, 0, 0, 0, 0)\n${CONNECT}\nprint(s.recv(99).decode())`
    expect(await byChild(started, hidden)).toBe('unknown')
    // In flight: sent to itself over another socket, and closed, before the first word is said.
    const inFlight = `import os, socket, sys
s = socket.create_connection(('127.0.0.1', int(sys.argv[1])))
one, two = socket.socketpair()
socket.send_fds(one, [b'.'], [s.fileno()])
s.sendall(b'x')
s.close()
# It can be heard only once it was taken back, which makes it a holder again: the service has looked long before.
import time; time.sleep(1)
_, (fd, *_), _, _ = socket.recv_fds(two, 9, 1)
print(socket.socket(fileno=fd).recv(99).decode())`
    expect(await byChild(started, inFlight)).toMatch(/^(?:unknown|ours)$/)
  })
})
