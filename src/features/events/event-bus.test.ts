import { expect, test } from 'vitest'
import type { StreamEvent } from '../../contract/endpoint.ts'
import { settingsChanged, storeChanged, workflowDeleted } from '../../contract/event-types.ts'
import { notificationRead } from '../../contract/notice-events.ts'
import { createEventBus, type EventBus, type Subscription } from './event-bus.ts'

const START = new Date('2026-03-02T09:30:00.000Z')

function busAt(now = START, bounds: { replay?: number; backlogBytes?: number } = {}): EventBus {
  return createEventBus({ now: () => now, replay: 1000, backlogBytes: 1_000_000, ...bounds })
}

async function take(subscription: AsyncIterable<StreamEvent>, count: number): Promise<StreamEvent[]> {
  const iterator = subscription[Symbol.asyncIterator]()
  const events: StreamEvent[] = []
  while (events.length < count) {
    const result = await iterator.next()
    if (result.done) break
    events.push(result.value)
  }
  return events
}

async function readWhole(subscription: Subscription): Promise<StreamEvent[]> {
  return await Array.fromAsync(subscription)
}

const typesOf = (events: StreamEvent[]) => events.map(({ type }) => type)
const keysOf = (events: StreamEvent[]) => events.map(({ data }) => (data as { key?: string }).key)

test('readers get every event in the order in which it was published, numbered without a gap', async () => {
  const bus = busAt()
  const first = bus.seq()
  const reader = bus.subscribe()
  for (let version = 0; version < 3000; version += 1) bus.publish(storeChanged, { key: 'list', version })
  const events = await take(reader, 3000)
  expect(events.map(({ id }) => id)).toEqual(events.map((_, index) => first + 1 + index))
  expect(events.at(-1)?.data).toEqual({
    seq: first + 3000,
    type: 'store.changed',
    at: '2026-03-02T09:30:00.000Z',
    key: 'list',
    version: 2999,
  })
  expect(bus.seq()).toBe(first + 3000)
})

test('an event is the same object for all readers, with its JSON', async () => {
  const bus = busAt()
  const all = bus.subscribe()
  const some = bus.subscribe({ topics: ['store.*'] })
  bus.publish(storeChanged, { key: 'list', version: 1 })
  const [one] = await take(all, 1)
  const [other] = await take(some, 1)
  expect(one).toBe(other)
  expect(JSON.parse(one?.json ?? '')).toEqual(one?.data)
})

test('an event tells how things were when it was published', async () => {
  const bus = busAt()
  const reader = bus.subscribe()
  const names = ['HOME_CITY']
  bus.publish(settingsChanged, { names })
  names.push('UNITS')
  const [event] = await take(reader, 1)
  expect(event?.data).toMatchObject({ names: ['HOME_CITY'] })
})

test('data with a member `type` or `seq` of its own does not become another event', async () => {
  const bus = busAt()
  const reader = bus.subscribe()
  const row = { ids: ['n1'], type: 'warning', seq: 1 }
  bus.publish(notificationRead, row)
  const [event] = await take(reader, 1)
  expect(event?.data).toMatchObject({ ids: ['n1'], type: 'notification.read', seq: bus.seq() })
})

test('a reader gets the topics that it named, exactly or by their beginning', async () => {
  const bus = busAt()
  const exact = bus.subscribe({ topics: ['store.changed'] })
  const prefix = bus.subscribe({ topics: ['notification.*', 'workflow.*'] })
  const everything = bus.subscribe({ topics: ['*'] })
  bus.publish(storeChanged, { key: 'list', version: 1 })
  bus.publish(notificationRead, { ids: ['n1'] })
  bus.publish(workflowDeleted, { workflow_id: 'w1' })
  bus.close()
  expect(typesOf(await readWhole(exact))).toEqual(['store.changed', 'bye'])
  expect(typesOf(await readWhole(prefix))).toEqual(['notification.read', 'workflow.deleted', 'bye'])
  expect(typesOf(await readWhole(everything))).toEqual([
    'store.changed',
    'notification.read',
    'workflow.deleted',
    'bye',
  ])
})

test.each(['', 'st*re', '*.changed', 'store.', 'store changed', '.*'])(
  '"%s" is refused as a topic',
  (topic) => {
    expect(() => busAt().subscribe({ topics: [topic] })).toThrow(/is not a topic/)
  },
)

test('more than a hundred topics are refused', () => {
  const topics = Array.from({ length: 101 }, (_, index) => `topic.${index}`)
  expect(() => busAt().subscribe({ topics })).toThrow(/at most 100 topics/)
})

test('a reader that comes back is given what it missed, then what is new', async () => {
  const bus = busAt()
  for (const key of ['a', 'b', 'c']) bus.publish(storeChanged, { key, version: 1 })
  bus.publish(notificationRead, { ids: ['n1'] })
  const reader = bus.subscribe({ after: bus.seq() - 3, topics: ['store.*'] })
  bus.publish(storeChanged, { key: 'd', version: 1 })
  expect(keysOf(await take(reader, 3))).toEqual(['b', 'c', 'd'])
})

test('a reader that comes back and missed nothing is given only what is new', async () => {
  const bus = busAt()
  bus.publish(storeChanged, { key: 'a', version: 1 })
  const reader = bus.subscribe({ after: bus.seq() })
  bus.publish(storeChanged, { key: 'b', version: 1 })
  expect(keysOf(await take(reader, 1))).toEqual(['b'])
})

test('a reader that was away for longer than the replay reaches is told to resync', async () => {
  const bus = busAt(START, { replay: 10 })
  const left = bus.seq()
  for (let version = 0; version < 11; version += 1) bus.publish(storeChanged, { key: 'list', version })
  const early = bus.subscribe({ after: left })
  const intime = bus.subscribe({ after: left + 1 })
  const from = bus.seq()
  bus.publish(storeChanged, { key: 'list', version: 11 })
  const [first, second] = await take(early, 2)
  expect(first).toMatchObject({ type: 'resync', id: from, data: { from } })
  expect(second).toMatchObject({ id: from + 1, data: { version: 11 } })
  expect(await take(intime, 11)).toHaveLength(11)
})

test('large events shorten the replay instead of filling the memory', async () => {
  const bus = busAt(START, { backlogBytes: 1000 })
  const left = bus.seq()
  for (let version = 0; version < 100; version += 1)
    bus.publish(storeChanged, { key: 'k'.repeat(900), version })
  const [event] = await take(bus.subscribe({ after: left }), 1)
  expect(event?.type).toBe('resync')
  expect(await take(bus.subscribe({ after: bus.seq() - 5 }), 5)).toHaveLength(5)
})

test('after a restart the numbers go on rising, and an old one means resync', async () => {
  const before = busAt(START)
  for (let version = 0; version < 2000; version += 1) before.publish(storeChanged, { key: 'list', version })
  const after = busAt(new Date(START.getTime() + 1000))
  expect(after.seq()).toBeGreaterThan(before.seq())
  expect(typesOf(await take(after.subscribe({ after: before.seq() }), 1))).toEqual(['resync'])
})

test('a number that was never given out, as after the clock was set back, means resync', async () => {
  const bus = busAt()
  expect(typesOf(await take(bus.subscribe({ after: bus.seq() + 1 }), 1))).toEqual(['resync'])
})

test('a slow reader is dropped with one resync, and the others get everything', async () => {
  const bus = busAt(START, { backlogBytes: 5_000 })
  const slow = bus.subscribe()
  const quick = bus.subscribe()
  const seen: (string | undefined)[] = []
  for (let version = 0; version < 200; version += 1) {
    bus.publish(storeChanged, { key: `key-${version}`, version })
    seen.push(...keysOf(await take(quick, 1)))
    expect(bus.stats().queuedBytes).toBeLessThanOrEqual(5_000)
  }
  expect(seen).toEqual(Array.from({ length: 200 }, (_, version) => `key-${version}`))
  expect(slow.lost.aborted).toBe(true)
  const [last, ...more] = await readWhole(slow)
  expect(last?.type).toBe('resync')
  expect(more).toEqual([])
  expect(bus.stats()).toMatchObject({ subscribers: 1, published: 200, dropped: 1, queuedBytes: 0 })
  const from = last?.id as number
  expect(last?.data).toMatchObject({ from })
  expect(await take(bus.subscribe({ after: from }), bus.seq() - from)).toHaveLength(bus.seq() - from)
})

test('a reader that comes back to a long replay is not dropped for it', async () => {
  const bus = busAt(START, { backlogBytes: 5_000 })
  const left = bus.seq()
  for (let version = 0; version < 200; version += 1) bus.publish(storeChanged, { key: 'list', version })
  const reader = bus.subscribe({ after: left })
  bus.publish(storeChanged, { key: 'new', version: 1 })
  expect(keysOf(await take(reader, 201)).at(-1)).toBe('new')
  expect(reader.lost.aborted).toBe(false)
})

test('a reader that is always a little behind gets everything', async () => {
  const bus = busAt(START, { backlogBytes: 5_000 })
  const reader = bus.subscribe()
  const seen: StreamEvent[] = []
  for (let version = 0; version < 4000; version += 1) {
    bus.publish(storeChanged, { key: 'list', version })
    if (version >= 20) seen.push(...(await take(reader, 1)))
  }
  seen.push(...(await take(reader, 20)))
  expect(seen.map(({ data }) => (data as { version: number }).version)).toEqual(seen.map((_, index) => index))
  expect(bus.stats()).toMatchObject({ dropped: 0, queuedBytes: 0 })
})

test('publishing without a pause piles up no more than the backlog', () => {
  const bus = busAt(START, { backlogBytes: 5_000 })
  const reader = bus.subscribe()
  for (let version = 0; version < 1000; version += 1) bus.publish(storeChanged, { key: 'list', version })
  expect(reader.lost.aborted).toBe(true)
  expect(bus.stats()).toMatchObject({ dropped: 1, subscribers: 0, queuedBytes: 0 })
})

test('an event larger than the backlog reaches a reader that is not behind', async () => {
  const bus = busAt(START, { backlogBytes: 100 })
  const reader = bus.subscribe()
  bus.publish(storeChanged, { key: 'k'.repeat(500), version: 1 })
  expect(keysOf(await take(reader, 1))).toEqual(['k'.repeat(500)])
})

test('a subscription begins where the stream stands, not with what waits to be delivered', async () => {
  const bus = busAt()
  const early = bus.subscribe()
  bus.publish(storeChanged, { key: 'before', version: 1 })
  const late = bus.subscribe({ version: '1.2.3' })
  bus.publish(storeChanged, { key: 'after', version: 1 })
  expect(keysOf(await take(early, 2))).toEqual(['before', 'after'])
  const [greeting, next] = await take(late, 2)
  expect(greeting).toMatchObject({ type: 'hello', data: { version: '1.2.3', seq: bus.seq() - 1 } })
  expect(next?.data).toMatchObject({ key: 'after' })
})

test('the greeting has an id, so that a browser comes back to it, except in front of a replay', async () => {
  const bus = busAt()
  bus.publish(storeChanged, { key: 'a', version: 1 })
  const [fresh] = await take(bus.subscribe({ version: '1' }), 1)
  expect(fresh?.id).toBe(bus.seq())
  const [greeting, replayed] = await take(bus.subscribe({ version: '1', after: bus.seq() - 1 }), 2)
  expect(greeting?.type).toBe('hello')
  expect(greeting?.id).toBeUndefined()
  expect(replayed?.id).toBe(bus.seq())
})

test('other topics can be chosen, and what waits is still read', async () => {
  const bus = busAt()
  const reader = bus.subscribe()
  bus.publish(storeChanged, { key: 'a', version: 1 })
  reader.select({ topics: ['notification.*'] })
  bus.publish(storeChanged, { key: 'b', version: 1 })
  bus.publish(notificationRead, { ids: ['n1'] })
  bus.close()
  expect(typesOf(await readWhole(reader))).toEqual(['store.changed', 'notification.read', 'bye'])
})

test('other topics can be chosen from an earlier place on', async () => {
  const bus = busAt()
  bus.publish(notificationRead, { ids: ['n1'] })
  const reader = bus.subscribe()
  bus.publish(storeChanged, { key: 'a', version: 1 })
  reader.select({ topics: ['notification.*'], after: bus.seq() - 2 })
  bus.close()
  expect(typesOf(await readWhole(reader))).toEqual(['notification.read', 'bye'])
})

test('a reader that breaks off, or is closed, is forgotten', async () => {
  const bus = busAt()
  const [broken, closed] = [bus.subscribe(), bus.subscribe()]
  bus.publish(storeChanged, { key: 'a', version: 1 })
  for await (const event of broken) {
    expect(event.type).toBe('store.changed')
    break
  }
  closed.close()
  expect(bus.stats()).toMatchObject({ subscribers: 0, dropped: 0 })
  expect(await readWhole(closed)).toEqual([])
})

test('closing says bye after what waits, also to who comes later, and nothing more is told', async () => {
  const bus = busAt()
  const reader = bus.subscribe()
  const waiting = readWhole(reader)
  bus.publish(storeChanged, { key: 'a', version: 1 })
  bus.close()
  bus.publish(storeChanged, { key: 'b', version: 1 })
  expect(typesOf(await waiting)).toEqual(['store.changed', 'bye'])
  expect(typesOf(await readWhole(bus.subscribe()))).toEqual(['bye'])
  expect(bus.stats().subscribers).toBe(0)
})

test('what cannot be written as JSON fails where it is published, and takes no number', () => {
  const bus = busAt()
  const before = bus.seq()
  const circular: { ids: string[]; self?: unknown } = { ids: ['n1'] }
  circular.self = circular
  expect(() => bus.publish(notificationRead, circular)).toThrow(TypeError)
  expect(bus.seq()).toBe(before)
})
