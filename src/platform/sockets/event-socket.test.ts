import { once } from 'node:events'
import { lstat, mkdtemp, rm } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { AppError } from '../../contract/errors.ts'
import { storeChanged } from '../../contract/event-types.ts'
import { notificationRead } from '../../contract/notice-events.ts'
import { silentLog } from '../../contract/log.ts'
import { createEventBus } from '../../features/events/event-bus.ts'
import { openEventSocket } from './event-socket.ts'
import type { EventSocketOptions } from './socket-client.ts'

type Message = Record<string, unknown>

class Client {
  readonly socket: Socket
  readonly #lines: AsyncIterator<string>

  constructor(path: string) {
    this.socket = connect(path)
    this.socket.on('error', () => {})
    this.#lines = createInterface({ input: this.socket })[Symbol.asyncIterator]()
    onTestFinished(() => void this.socket.destroy())
  }

  send(message: object | string): void {
    this.socket.write(`${typeof message === 'string' ? message : JSON.stringify(message)}\n`)
  }

  async next(): Promise<Message | undefined> {
    const line = await this.#lines.next()
    return line.done ? undefined : (JSON.parse(line.value) as Message)
  }

  async take(count: number): Promise<Message[]> {
    const messages: Message[] = []
    for (let message; messages.length < count && (message = await this.next());) messages.push(message)
    return messages
  }

  rest(): Promise<Message[]> {
    return this.take(Infinity)
  }
}

async function open({ backlogBytes = 1_000_000, ...options }: Partial<EventSocketOptions> = {}) {
  const dataFolder = await mkdtemp(join(tmpdir(), 'deskhand-socket-'))
  const bus = createEventBus({ now: () => new Date(), replay: 1000, backlogBytes })
  const socket = await openEventSocket({
    bus,
    version: '1.2.3',
    log: silentLog,
    runtimeFolder: undefined,
    dataFolder,
    maxClients: 600,
    backlogBytes,
    ...options,
  })
  onTestFinished(async () => {
    await socket.close().catch(() => {})
    await rm(dataFolder, { recursive: true })
  })
  return { bus, socket, connect: () => new Client(socket.path) }
}

const typesOf = (messages: Message[]) => messages.map(({ type }) => type)

test('nobody but the owner can connect, whatever the umask, and the umask is as it was', async () => {
  const mask = process.umask(0)
  onTestFinished(() => void process.umask(mask))
  const { socket } = await open()
  const found = await lstat(socket.path)
  expect(found.isSocket()).toBe(true)
  expect(found.mode & 0o777).toBe(0o600)
  expect(process.umask()).toBe(0)
})

test('a client is greeted with the version and the place in the stream, then gets everything in order', async () => {
  const { bus, connect } = await open()
  const client = connect()
  expect(await client.next()).toMatchObject({ type: 'hello', version: '1.2.3', seq: bus.seq() })
  const start = bus.seq()
  for (let version = 0; version < 2000; version += 1) bus.publish(storeChanged, { key: 'list', version })
  const events = await client.take(2000)
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => start + 1 + index))
  expect(events.at(-1)).toMatchObject({ type: 'store.changed', key: 'list', version: 1999 })
})

test('a client may choose topics', async () => {
  const { bus, connect } = await open()
  const client = connect()
  client.send({ type: 'subscribe', topics: ['notification.*'] })
  client.send({ type: 'ping' })
  expect(typesOf(await client.take(2))).toEqual(['hello', 'pong'])
  bus.publish(storeChanged, { key: 'list', version: 1 })
  bus.publish(notificationRead, { ids: ['n1'] })
  expect(await client.next()).toMatchObject({ type: 'notification.read', ids: ['n1'] })
})

test('a client may go on after an event that it knows', async () => {
  const { bus, connect } = await open()
  for (let version = 1; version <= 5; version += 1) bus.publish(storeChanged, { key: 'list', version })
  const client = connect()
  await client.next()
  client.send({ type: 'subscribe', topics: ['store.*'], after: bus.seq() - 2 })
  expect((await client.take(2)).map(({ version }) => version)).toEqual([4, 5])
  client.send({ type: 'subscribe', after: 17 })
  expect(await client.next()).toMatchObject({ type: 'resync', from: bus.seq() })
})

test.each([
  ['nonsense', /not JSON/],
  ['[1]', /not an object/],
  ['"text"', /not an object/],
  ['null', /not an object/],
  ['{}', /Unknown "type"/],
  ['{"type":"dance"}', /Unknown "type"/],
  ['{"type":"subscribe","topics":"store.*"}', /"topics" must be/],
  ['{"type":"subscribe","topics":[1]}', /"topics" must be/],
  ['{"type":"subscribe","topics":["st*re"]}', /is not a topic/],
  ['{"type":"subscribe","after":"yesterday"}', /"after" must be/],
  ['{"type":"subscribe","after":-1}', /"after" must be/],
  ['{"type":"action","id":{}}', /"id" of an action/],
])('%s is answered with an error, and the connection goes on', async (line, reason) => {
  const { connect } = await open()
  const client = connect()
  await client.next()
  client.send(line)
  client.send({ type: 'ping' })
  const [error, pong] = await client.take(2)
  expect(error).toMatchObject({
    type: 'error',
    code: 'invalid_request',
    message: expect.stringMatching(reason),
  })
  expect(pong).toEqual({ type: 'pong' })
})

test('bytes that are no text are answered with an error; empty lines are not', async () => {
  const { connect } = await open()
  const client = connect()
  await client.next()
  client.socket.write(Buffer.from([0xc3, 0x28, 0x0a, 0x0a, 0x0d, 0x0a]))
  client.send({ type: 'ping' })
  expect(await client.next()).toMatchObject({
    code: 'invalid_request',
    message: 'This line is not UTF-8 text.',
  })
  expect(await client.next()).toEqual({ type: 'pong' })
})

test('a line that is too long is answered with an error and ends the connection', async () => {
  const { bus, connect, socket } = await open()
  const client = connect()
  await client.next()
  client.send('x'.repeat(1_000_000))
  client.send({ type: 'ping' })
  const [error, ...more] = await client.rest()
  expect(error).toMatchObject({ type: 'error', code: 'too_large' })
  expect(more).toEqual([])
  await expect.poll(() => socket.clients() === 0).toBe(true)
  expect(bus.stats().subscribers).toBe(0)
})

test('a line of 64 KiB is not too long', async () => {
  const { connect } = await open()
  const client = connect()
  await client.next()
  client.send(JSON.stringify({ type: 'ping' }).padEnd(64 * 1024))
  expect(await client.next()).toEqual({ type: 'pong' })
})

test('an action is handed on, and its result comes back with its id', async () => {
  const { connect } = await open({ onAction: async (action) => ({ got: action }) })
  const client = connect()
  await client.next()
  client.send({ type: 'action', id: 7, kind: 'store', key: 'list' })
  expect(await client.next()).toEqual({
    type: 'action.result',
    id: 7,
    result: { got: { id: 7, kind: 'store', key: 'list' } },
  })
})

test('a result larger than the backlog reaches a client that reads', async () => {
  const { connect } = await open({ backlogBytes: 1000, onAction: async () => 'x'.repeat(3_000_000) })
  const client = connect()
  await client.next()
  client.send({ type: 'action' })
  expect(String((await client.next())?.['result'])).toHaveLength(3_000_000)
})

test('an action that cannot be done says why; a bug says nothing of itself', async () => {
  const { connect } = await open({
    onAction: async ({ kind }) => {
      if (kind === 'bug') throw new TypeError('secret detail')
      throw new AppError('not_found', 'No workflow "nightly".')
    },
  })
  const client = connect()
  await client.next()
  client.send({ type: 'action', id: 'a' })
  client.send({ type: 'action', kind: 'bug' })
  const [known, bug] = await client.take(2)
  expect(known).toEqual({ type: 'error', id: 'a', code: 'not_found', message: 'No workflow "nightly".' })
  expect(bug).toMatchObject({ type: 'error', code: 'internal' })
  expect(JSON.stringify(bug)).not.toContain('secret')
})

test('without anybody to do them, actions are refused', async () => {
  const { connect } = await open()
  const client = connect()
  await client.next()
  client.send({ type: 'action', id: 1 })
  expect(await client.next()).toMatchObject({ type: 'error', id: 1, code: 'unavailable' })
})

test('one connection has at most 32 actions running', async () => {
  const release = Promise.withResolvers<void>()
  const { connect } = await open({ onAction: () => release.promise })
  const client = connect()
  await client.next()
  for (let id = 1; id <= 33; id += 1) client.send({ type: 'action', id })
  expect(await client.next()).toMatchObject({ type: 'error', id: 33, code: 'overloaded' })
  release.resolve()
  expect(typesOf(await client.take(32))).toEqual(Array.from({ length: 32 }, () => 'action.result'))
})

test('an action is cancelled when its client goes', async () => {
  const started = Promise.withResolvers<AbortSignal>()
  const { connect } = await open({
    onAction: async (_, signal) => {
      started.resolve(signal)
      await once(signal, 'abort')
    },
  })
  const client = connect()
  client.send({ type: 'action' })
  const signal = await started.promise
  client.socket.destroy()
  await expect.poll(() => signal.aborted).toBe(true)
})

test('a slow reader gets what was on its way and one resync, while others get everything', async () => {
  const { bus, connect, socket } = await open({ backlogBytes: 100_000 })
  const slow = connect()
  slow.socket.pause()
  const quick = connect()
  await quick.next()
  await expect.poll(() => socket.clients() === 2).toBe(true)
  const start = bus.seq()
  const seen: Message[] = []
  while (bus.stats().dropped === 0 && seen.length < 5000) {
    bus.publish(storeChanged, { key: 'k'.repeat(10_000), version: 1 })
    seen.push(...(await quick.take(1)))
  }
  expect(bus.stats()).toMatchObject({ dropped: 1, queuedBytes: 0 })
  expect(seen.map(({ seq }) => seq)).toEqual(seen.map((_, index) => start + 1 + index))
  slow.socket.resume()
  const [greeting, ...rest] = await slow.rest()
  const last = rest.pop()
  expect(greeting).toMatchObject({ type: 'hello' })
  expect(rest.map(({ seq }) => seq)).toEqual(rest.map((_, index) => start + 1 + index))
  expect(last).toMatchObject({ type: 'resync', from: bus.seq() })
})

test('a client that asks and never reads the answers is cut off', async () => {
  const { connect, socket } = await open({ backlogBytes: 10_000 })
  const client = connect()
  await client.next()
  client.socket.pause()
  const lines = `${JSON.stringify({ type: 'dance' })}\n`.repeat(1000)
  const writing = setInterval(() => client.socket.write(lines), 1)
  onTestFinished(() => clearInterval(writing))
  await expect.poll(() => client.socket.destroyed && socket.clients() === 0).toBe(true)
})

test('more clients than allowed are told so', async () => {
  const { connect, socket } = await open({ maxClients: 1 })
  const first = connect()
  await first.next()
  const second = connect()
  expect(await second.rest()).toEqual([
    { type: 'error', code: 'overloaded', message: '1 clients are connected. Close one and try again.' },
  ])
  first.socket.destroy()
  await expect.poll(() => socket.clients() === 0).toBe(true)
  expect(await connect().next()).toMatchObject({ type: 'hello' })
})

test('closing says bye to everybody and removes the socket', async () => {
  const { bus, connect, socket } = await open()
  const clients = [connect(), connect()]
  for (const client of clients) await client.next()
  await socket.close()
  for (const client of clients) expect(typesOf(await client.rest())).toEqual(['bye'])
  expect(bus.stats().subscribers).toBe(0)
  await expect(lstat(socket.path)).rejects.toThrow(/ENOENT/)
})

test('a second service on the same data folder is refused, and the first goes on', async () => {
  const { bus, connect, socket } = await open()
  const dataFolder = join(socket.path, '..', '..')
  const second = openEventSocket({
    bus,
    version: '1.2.3',
    log: silentLog,
    runtimeFolder: undefined,
    dataFolder,
    maxClients: 1,
    backlogBytes: 1000,
  })
  await expect(second).rejects.toMatchObject({ code: 'already_running' })
  expect(await connect().next()).toMatchObject({ type: 'hello' })
})
