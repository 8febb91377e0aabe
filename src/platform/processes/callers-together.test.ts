import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Callers } from './caller.ts'
import { CHILD_MARK } from './own-children.ts'

/** Opens some connections, says on each what it is, and stays as long as they do, or leaves at once. */
const PROGRAM = `
const [port, word, count, then] = process.argv.slice(1)
let said = 0
for (let index = 0; index < Number(count); index += 1) {
  const socket = require('net').connect(Number(port), '127.0.0.1', () =>
    socket.write(word, () => { if (++said === Number(count) && then === 'leave') process.exit() }))
  socket.resume().on('error', () => {})
}`

describe.runIf(process.platform === 'linux')('callers who come together', () => {
  let server: Server
  /** What each connection says of itself, which decides nothing. */
  const said = new Map<Socket, string>()
  beforeAll(async () => {
    server = createServer({ allowHalfOpen: true }, (socket) => {
      socket.on('error', () => {})
      socket.once('data', (word) => {
        said.set(socket, word.toString())
        server.emit('said')
      })
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  afterAll(() => {
    for (const socket of said.keys()) socket.destroy()
    server.close()
  })

  const start = (
    word: string,
    count: number,
    { end = 'stay', isDetached = false, isMarked = false } = {},
  ) => {
    const { port } = server.address() as AddressInfo
    const words = [process.execPath, '-e', PROGRAM, String(port), word, String(count), end]
    const [command, ...args] = isDetached ? ['sh', '-c', '(setsid "$@" &)', 'sh', ...words] : words
    const { [CHILD_MARK]: _mark, ...environment } = process.env
    const env = isMarked ? { ...environment, [CHILD_MARK]: '1' } : environment
    return spawn(command!, args, { stdio: ['ignore', 'inherit', 'inherit'], env })
  }
  const untilSaid = async (count: number) => {
    while (said.size < count) await once(server, 'said')
  }

  test('are told apart by one look, whoever of them is asked about', async () => {
    start('other', 20, { isDetached: true })
    start('ours', 10)
    start('ours', 5, { isDetached: true, isMarked: true })
    const gone = start('gone', 5, { end: 'leave' })
    await Promise.all([untilSaid(40), once(gone, 'exit')])
    const all = [...said.keys()]
    const expected = { other: 'other', ours: 'ours', gone: undefined }
    for (const asked of all) {
      const callers = new Callers({ isEmbedded: false }).callersOf(asked, all)
      const word = said.get(asked) as keyof typeof expected
      expect(callers.get(asked)).toBe(expected[word])
      // Of the others some may not have been found yet; nobody is taken for somebody else.
      for (const [socket, caller] of callers)
        expect(caller).toBe(expected[said.get(socket) as keyof typeof expected])
      if (word === 'other')
        expect([...callers.values()].filter((caller) => caller === 'other')).toHaveLength(20)
    }
  })

  test('are nobody, all of them, when there is no descriptor left to look with', async () => {
    const caller = fileURLToPath(new URL('./caller.ts', import.meta.url))
    const script = `
const { Callers } = await import(${JSON.stringify(caller)})
const { createServer } = await import('node:net')
const { openSync, closeSync } = await import('node:fs')
const sockets = []
const told = () => {
  const callers = new Callers({ isEmbedded: false })
  return sockets.map((socket) => callers.callersOf(socket, sockets).get(socket) ?? 'unknown')
}
const server = createServer((socket) => {
  if (sockets.push(socket) < 3) return
  const before = told()
  const taken = []
  try { for (;;) taken.push(openSync('/dev/null')) } catch {}
  const meanwhile = told()
  for (const descriptor of taken) closeSync(descriptor)
  console.log(JSON.stringify({ before, meanwhile, after: told() }))
  process.exit()
}).listen(0, '127.0.0.1', () => console.log(server.address().port))`
    const words = [
      '-c',
      'ulimit -n 100; exec "$@"',
      'sh',
      process.execPath,
      '--input-type=module',
      '-e',
      script,
    ]
    const child = spawn('sh', words, { stdio: ['ignore', 'pipe', 'inherit'] })
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
    const port = (await lines.next()).value as string
    const connections = [3, 4, 5].map((descriptor) => `${descriptor}<>/dev/tcp/127.0.0.1/${port}`).join(' ')
    spawn('bash', ['-c', `exec ${connections}; cat <&3`], { stdio: 'ignore' })
    expect(JSON.parse((await lines.next()).value as string)).toEqual({
      before: ['other', 'other', 'other'],
      meanwhile: ['unknown', 'unknown', 'unknown'],
      after: ['other', 'other', 'other'],
    })
  })
})
