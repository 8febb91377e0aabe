import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { CHILD_MARK, isOwnChild } from './own-children.ts'

/** A server that answers whether whoever connects is a child of this process. */
async function startServer() {
  const server = createServer((socket) => {
    const { localPort, remotePort } = socket
    void isOwnChild({ localPort, remotePort }).then((answer) => socket.end(String(answer)))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

/** The port is an argument, so that no shell has to quote a program inside a program. */
const PROGRAM = 'require("net").connect(process.argv[1],"127.0.0.1").pipe(process.stdout)'

async function ask(
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<string> {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'], env })
  return text(child.stdout)
}

test.runIf(process.platform === 'linux')(
  'a child and its children are known, also when one detached itself',
  async () => {
    const server = await startServer()
    const { port } = server.address() as { port: number }
    const words = [process.execPath, '-e', PROGRAM, String(port)]
    const direct = await ask(words[0]!, words.slice(1))
    const nested = await ask('sh', ['-c', 'sh -c \'"$@"; true\' sh "$@"; true', 'sh', ...words])
    const detached = await ask('sh', ['-c', '(setsid "$@" &); sleep 1.5', 'sh', ...words], {
      ...process.env,
      [CHILD_MARK]: '1',
    })
    server.close()
    expect({ direct, nested, detached }).toEqual({ direct: 'true', nested: 'true', detached: 'true' })
  },
)

test('a connection from this process itself is not a child', async () => {
  const server = await startServer()
  const { port } = server.address() as { port: number }
  const socket = (await import('node:net')).connect(port, '127.0.0.1')
  expect(await text(socket)).toBe('false')
  server.close()
})
