import { expect, test } from 'vitest'
import { Reply, type Call, type StreamEvent } from '../../contract/endpoint.ts'
import { storeChanged } from '../../contract/event-types.ts'
import { notificationRead } from '../../contract/notice-events.ts'
import { silentLog } from '../../contract/log.ts'
import { createEventBus } from './event-bus.ts'
import { eventsHandlers } from './handlers.ts'

function setUp() {
  const bus = createEventBus({ now: () => new Date(), replay: 1000, backlogBytes: 100_000 })
  const { stream } = eventsHandlers({ bus, version: '1.2.3' })
  const open = async (
    query: { topics?: string; after?: number } = {},
    headers: Record<string, string> = {},
  ) => {
    const events = await stream({ params: undefined, query, body: undefined }, callWith(headers))
    return events instanceof Reply ? events.body : events
  }
  return { bus, open }
}

function callWith(headers: Record<string, string>): Call {
  return {
    signal: new AbortController().signal,
    provenance: 'local-client',
    requestId: 'r1',
    log: silentLog,
    header: (name) => headers[name],
  }
}

async function readWhole(events: AsyncIterable<StreamEvent>): Promise<string[]> {
  const all = await Array.fromAsync(events)
  return all.map(({ type, data }) => ('key' in data ? `${type} ${String(data.key)}` : type))
}

test('the first event is hello with the version and where the stream stands', async () => {
  const { bus, open } = setUp()
  const events = await open()
  const { value } = await events[Symbol.asyncIterator]().next()
  expect(value).toMatchObject({ type: 'hello', data: { version: '1.2.3', seq: bus.seq() } })
})

test('the header stands above the address, for browsers come back to the address they were given', async () => {
  const { bus, open } = setUp()
  const start = bus.seq()
  for (const key of ['a', 'b', 'c']) bus.publish(storeChanged, { key, version: 1 })
  const byHeader = await open({ after: start }, { 'last-event-id': String(start + 2) })
  const byAddress = await open({ after: start + 1 })
  bus.close()
  expect(await readWhole(byHeader)).toEqual(['hello', 'store.changed c', 'bye'])
  expect(await readWhole(byAddress)).toEqual(['hello', 'store.changed b', 'store.changed c', 'bye'])
})

test.each(['abc', '-1', '1.5', '99999999999999999999'])('"%s" as last event id means resync', async (id) => {
  const { bus, open } = setUp()
  const events = await open({}, { 'last-event-id': id })
  bus.close()
  expect(await readWhole(events)).toEqual(['hello', 'resync', 'bye'])
})

test('topics are separated by commas, and spaces do not matter', async () => {
  const { bus, open } = setUp()
  const chosen = await open({ topics: ' notification.*, settings.changed ,' })
  const all = await open({ topics: ' ' })
  bus.publish(storeChanged, { key: 'a', version: 1 })
  bus.publish(notificationRead, { ids: ['n1'] })
  bus.close()
  expect(await readWhole(chosen)).toEqual(['hello', 'notification.read', 'bye'])
  expect(await readWhole(all)).toEqual(['hello', 'store.changed a', 'notification.read', 'bye'])
})

test('a topic that cannot be one is refused before the stream begins', async () => {
  const { bus, open } = setUp()
  await expect(open({ topics: 'store.changed,st*re' })).rejects.toMatchObject({ code: 'invalid_request' })
  expect(bus.stats().subscribers).toBe(0)
})
