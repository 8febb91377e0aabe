import { once } from 'node:events'
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import type { StreamEvent } from '../../contract/endpoint.ts'
import { storeChanged } from '../../contract/event-types.ts'
import { createEventBus, type EventBus } from '../../features/events/event-bus.ts'
import type { PumpedEvents } from '../../platform/sockets/event-pump.ts'
import { sendEventStream, type EventStreamOptions } from './event-stream.ts'

interface Served {
  readonly response: ServerResponse
  readonly end: Promise<unknown>
}

/** A plain server that answers every request with one stream. */
async function serve(open: () => PumpedEvents, options: Partial<EventStreamOptions> = {}) {
  const served: Served[] = []
  const stop = new AbortController()
  const server = createServer((_request, response) => {
    response.setHeader('x-deskhand-version', '1.2.3')
    const end = sendEventStream({
      response,
      events: open(),
      stopping: stop.signal,
      format: 'sse',
      ...options,
    })
    served.push({ response, end: end.catch((error: unknown) => error) })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return {
    served,
    stop: () => stop.abort(),
    async connect(): Promise<IncomingMessage> {
      const request = get({ port, host: '127.0.0.1', agent: false })
      onTestFinished(() => void request.destroy())
      const [incoming] = (await once(request, 'response')) as [IncomingMessage]
      return incoming
    },
  }
}

interface Frame {
  readonly event?: string
  readonly id?: string
  readonly data?: string
}

/** The frames of a stream, read no faster than they are asked for. */
async function* framesOf(incoming: IncomingMessage): AsyncGenerator<Frame, void> {
  let rest = ''
  for await (const piece of incoming.setEncoding('utf8')) {
    const blocks = (rest + String(piece)).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks)
      yield Object.fromEntries(block.split('\n').map((line) => line.split(/: (.*)/s)))
  }
}

async function frames(source: AsyncGenerator<Frame, void>, count: number): Promise<Frame[]> {
  const taken: Frame[] = []
  while (taken.length < count) {
    const result = await source.next()
    if (result.done) break
    taken.push(result.value)
  }
  return taken
}

function newBus(backlogBytes = 100_000): EventBus {
  return createEventBus({ now: () => new Date(), replay: 1000, backlogBytes })
}

async function* counting(count: number, size = 0): AsyncGenerator<StreamEvent, void> {
  for (let id = 1; id <= count; id += 1)
    yield { id, type: 'tick', data: { seq: id, filler: 'x'.repeat(size) } }
}

const isOver = async (incoming: IncomingMessage): Promise<void> => {
  await expect.poll(() => incoming.destroyed).toBe(true)
}

test('a stream is server-sent events, kept by nobody on the way, beside the headers that were set', async () => {
  const { connect, served } = await serve(() => counting(2))
  const incoming = await connect()
  expect(incoming.headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    'x-deskhand-version': '1.2.3',
  })
  expect(await Array.fromAsync(framesOf(incoming))).toEqual([
    { event: 'tick', id: '1', data: '{"seq":1,"filler":""}' },
    { event: 'tick', id: '2', data: '{"seq":2,"filler":""}' },
  ])
  expect(await served[0]?.end).toBe('ended')
})

test('NDJSON is one object a line', async () => {
  const { connect } = await serve(() => counting(2), { format: 'ndjson' })
  const incoming = await connect()
  expect(incoming.headers['content-type']).toBe('application/x-ndjson; charset=utf-8')
  const text = (await Array.fromAsync(incoming.setEncoding('utf8'))).join('')
  expect(text).toBe('{"seq":1,"filler":""}\n{"seq":2,"filler":""}\n')
})

test('a client that waits for events gets the headers at once, and comments to know that it is connected', async () => {
  const bus = newBus()
  const { connect } = await serve(() => bus.subscribe(), { heartbeatMs: 10 })
  const stream = framesOf(await connect())
  const [comment] = await frames(stream, 1)
  expect(comment).toEqual({ '': 'keep-alive' })
})

test('when the service stops, every stream ends with bye', async () => {
  const bus = newBus()
  const { connect, served, stop } = await serve(() => bus.subscribe({ version: '1' }))
  const stream = framesOf(await connect())
  await frames(stream, 1)
  stop()
  const rest = await Array.fromAsync(stream)
  expect(rest.map(({ event }) => event)).toEqual(['bye'])
  expect(JSON.parse(rest[0]?.data ?? '')).toMatchObject({ type: 'bye', reason: 'stopping', seq: bus.seq() })
  expect(await served[0]?.end).toBe('stopped')
  expect(bus.stats().subscribers).toBe(0)
})

test('a stream that is opened while the service stops says bye and nothing else', async () => {
  const bus = newBus()
  const { connect, stop } = await serve(() => bus.subscribe({ version: '1' }))
  stop()
  const all = await Array.fromAsync(framesOf(await connect()))
  expect(all.map(({ event }) => event)).toEqual(['bye'])
  expect(bus.stats().subscribers).toBe(0)
})

test('a client that goes is forgotten', async () => {
  const bus = newBus()
  const { connect, served } = await serve(() => bus.subscribe({ version: '1' }))
  const incoming = await connect()
  await expect.poll(() => bus.stats().subscribers === 1).toBe(true)
  incoming.destroy()
  expect(await served[0]?.end).toBe('gone')
  expect(bus.stats().subscribers).toBe(0)
})

test('a client that is gone before the stream begins is forgotten too', async () => {
  const bus = newBus()
  let end: Promise<unknown> | undefined
  const server = createServer((_request, response) => {
    response.once('close', () => {
      const stopping = new AbortController().signal
      end = sendEventStream({ response, events: bus.subscribe(), stopping, format: 'sse' })
    })
    response.destroy()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const request = get({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', agent: false })
  await once(request, 'error')
  await expect.poll(() => end !== undefined).toBe(true)
  expect(await end).toBe('gone')
  expect(bus.stats().subscribers).toBe(0)
})

test('a source that fails cuts the connection, so that it is not mistaken for the end', async () => {
  const { connect, served } = await serve(async function* () {
    yield { type: 'tick', data: {} }
    throw new TypeError('a bug')
  } as () => AsyncGenerator<StreamEvent, void>)
  const incoming = await connect()
  await expect(Array.fromAsync(framesOf(incoming))).rejects.toThrow(/aborted/)
  expect(await served[0]?.end).toBeInstanceOf(TypeError)
})

test('a source that can wait is not asked for more than the client reads, and all of it arrives in order', async () => {
  let asked = 0
  const total = 3000
  const { connect, served } = await serve(async function* () {
    for await (const event of counting(total, 10_000)) {
      asked += 1
      yield event
    }
  } as () => AsyncGenerator<StreamEvent, void>)
  const incoming = await connect()
  await expect.poll(() => served[0]?.response.writableNeedDrain === true).toBe(true)
  expect(asked).toBeLessThan(total)
  expect(served[0]?.response.writableLength).toBeLessThan(200_000)
  const ids = (await Array.fromAsync(framesOf(incoming))).map(({ id }) => Number(id))
  expect(ids).toEqual(Array.from({ length: total }, (_, index) => index + 1))
})

test('a client that never reads is cut off in the end, also when its source would wait', async () => {
  let released = false
  const { connect, served } = await serve(
    async function* () {
      try {
        yield* counting(1_000_000, 10_000)
      } finally {
        released = true
      }
    } as () => AsyncGenerator<StreamEvent, void>,
    { heartbeatMs: 20 },
  )
  const incoming = await connect()
  incoming.on('error', () => {})
  expect(await served[0]?.end).toBe('stalled')
  await expect.poll(() => released).toBe(true)
})

test('a client that reads too slowly gets what was on its way and one resync, while others get everything', async () => {
  const bus = newBus(200_000)
  const { connect, served } = await serve(() => bus.subscribe({ version: '1' }))
  const slow = await connect()
  const quick = framesOf(await connect())
  await frames(quick, 1)
  const start = bus.seq()
  const seen: number[] = []
  while (bus.stats().dropped === 0 && seen.length < 5000) {
    bus.publish(storeChanged, { key: 'k'.repeat(20_000), version: 1 })
    seen.push(...(await frames(quick, 1)).map(({ id }) => Number(id)))
  }
  expect(bus.stats()).toMatchObject({ dropped: 1, subscribers: 1, queuedBytes: 0 })
  expect(served[0]?.response.writableLength).toBeLessThan(200_000)
  expect(seen).toEqual(seen.map((_, index) => start + 1 + index))

  const [greeting, ...rest] = await Array.fromAsync(framesOf(slow))
  const last = rest.pop()
  expect(greeting?.event).toBe('hello')
  expect(rest.map(({ id }) => Number(id))).toEqual(rest.map((_, index) => start + 1 + index))
  expect(last).toMatchObject({ event: 'resync', id: String(bus.seq()) })
  expect(await served[0]?.end).toBe('lost')
  await isOver(slow)
})

test('a client that was dropped and still does not read is cut off', async () => {
  const bus = newBus(200_000)
  const { connect, served } = await serve(() => bus.subscribe({ version: '1' }), { heartbeatMs: 1_000 })
  const stalled = await connect()
  stalled.on('error', () => {})
  for (let count = 0; bus.stats().dropped === 0 && count < 5000; count += 1) {
    bus.publish(storeChanged, { key: 'k'.repeat(20_000), version: 1 })
    await new Promise(setImmediate)
  }
  expect(await served[0]?.end).toBe('lost')
  expect(served[0]?.response.destroyed).toBe(true)
})
