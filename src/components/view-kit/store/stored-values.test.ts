import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { EventFeed } from '../live/events.ts'
import { ServiceError, type Service } from '../service.ts'
import { StoredValues } from './stored-values.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const offline = new ServiceError({ code: 'unavailable', status: 0, detail: 'It does not answer.' })
const refused = new ServiceError({ code: 'too_large', status: 413, detail: 'It is too large.' })

/** A store with one value in it, and what somebody else does to it. */
function openStore(value?: unknown, version = 0) {
  const store = {
    value,
    version,
    problem: undefined as ServiceError | undefined,
    sent: [] as unknown[],
    reads: 0,
  }
  const listeners = { changed: (_event: object) => {}, resync: () => {}, connection: () => {} }
  const headers = () => new Headers({ etag: `"${store.version}"` })
  const reply = async (
    route: string,
    input: { body?: unknown; headers?: Record<string, string>; keepalive?: boolean },
  ) => {
    if (store.problem) throw store.problem
    if (route.startsWith('GET')) {
      store.reads += 1
      return { body: structuredClone(store.value), headers: headers() }
    }
    store.sent.push(input.body)
    const expected = input.headers?.['if-match'] ?? '"0"'
    if (expected !== `"${store.version}"`)
      throw new ServiceError({ code: 'precondition_failed', status: 412, detail: 'Somebody was faster.' })
    store.version += 1
    store.value = structuredClone(input.body)
    return { body: { version: store.version }, headers: headers() }
  }
  const events = {
    on: (_type: string, listener: (event: object) => void) => (listeners.changed = listener),
    onResync: (listener: () => void) => (listeners.resync = listener),
    connection: () => 'open',
    onConnection: (listener: () => void) => (listeners.connection = listener),
  } as unknown as EventFeed
  const values = new StoredValues({ service: { reply } as unknown as Service, events })
  return { store, listeners, values, entry: values.entry('list') }
}

const add = (text: string) => (list: unknown) => [...((list as string[] | undefined) ?? []), text]

async function shown(...[value, version]: [unknown?, number?]) {
  const opened = openStore(value, version)
  opened.entry.subscribe(() => {})
  await vi.advanceTimersByTimeAsync(0)
  return opened
}

test('a value is read when somebody looks at it, and once for all who do', async () => {
  const { entry, store, values } = openStore(['milk'], 3)
  expect(entry.state()).toMatchObject({ value: undefined, status: 'loading' })
  for (let count = 0; count < 3; count += 1) values.entry('list').subscribe(() => {})
  await vi.advanceTimersByTimeAsync(0)
  expect(entry.state()).toEqual({ value: ['milk'], status: 'ready', problem: undefined })
  expect(store.reads).toBe(1)
})

test('an edit shows at once, and several go out together', async () => {
  const { entry, store } = await shown(['milk'], 1)
  entry.change(add('bread'))
  entry.change(add('eggs'))
  expect(entry.state()).toMatchObject({ value: ['milk', 'bread', 'eggs'], status: 'saving' })
  expect(store.sent).toEqual([])
  await vi.advanceTimersByTimeAsync(80)
  expect(store.sent).toEqual([['milk', 'bread', 'eggs']])
  expect(entry.state()).toMatchObject({ value: ['milk', 'bread', 'eggs'], status: 'ready' })
})

test('the first value of a key is written only where there is none yet', async () => {
  const { entry, store } = await shown()
  entry.change(add('milk'))
  await vi.advanceTimersByTimeAsync(80)
  expect(store).toMatchObject({ value: ['milk'], version: 1 })
})

test('an edit of what nobody looked at yet is made on what is there', async () => {
  const { entry, store } = openStore(['milk'], 1)
  entry.change(add('bread'))
  expect(entry.state()).toMatchObject({ value: undefined, status: 'loading' })
  await vi.advanceTimersByTimeAsync(80)
  expect(store.value).toEqual(['milk', 'bread'])
})

test('when somebody else was faster, the edit is made again on their value', async () => {
  const { entry, store } = await shown(['milk'], 1)
  entry.change(add('bread'))
  Object.assign(store, { value: ['milk', 'theirs'], version: 2 })
  await vi.advanceTimersByTimeAsync(5_000)
  expect(store.value).toEqual(['milk', 'theirs', 'bread'])
  expect(entry.state()).toMatchObject({ value: ['milk', 'theirs', 'bread'], status: 'ready' })
})

test('what others write is read, and what this page wrote itself is not read again', async () => {
  const { entry, store, listeners } = await shown(['milk'], 1)
  entry.change(add('bread'))
  await vi.advanceTimersByTimeAsync(80)
  listeners.changed({ key: 'list', version: 2 })
  listeners.changed({ key: 'another', version: 9 })
  await vi.advanceTimersByTimeAsync(0)
  expect(store.reads).toBe(1)
  Object.assign(store, { value: ['theirs'], version: 3 })
  listeners.changed({ key: 'list', version: 3 })
  await vi.advanceTimersByTimeAsync(0)
  expect(entry.state().value).toEqual(['theirs'])
})

test('what others delete is gone here, too', async () => {
  const { entry, store, listeners } = await shown(['milk'], 4)
  Object.assign(store, { value: null, version: 0 })
  listeners.changed({ key: 'list', version: 5, deleted: true })
  await vi.advanceTimersByTimeAsync(0)
  expect(entry.state().value).toBeNull()
})

test('without the service an edit waits, and goes out when it is back', async () => {
  const { entry, store, values, listeners } = await shown(['milk'], 1)
  store.problem = offline
  entry.change(add('bread'))
  await vi.advanceTimersByTimeAsync(80)
  expect(entry.state()).toMatchObject({ value: ['milk', 'bread'], status: 'waiting' })
  expect(values.hasUnsaved()).toBe(true)
  store.problem = undefined
  listeners.connection()
  await vi.advanceTimersByTimeAsync(0)
  expect(store.value).toEqual(['milk', 'bread'])
  expect(entry.state().status).toBe('ready')
  expect(values.hasUnsaved()).toBe(false)
})

test('what could not be read is asked for again by itself', async () => {
  const { entry, store } = openStore(['milk'], 1)
  store.problem = offline
  entry.subscribe(() => {})
  await vi.advanceTimersByTimeAsync(0)
  expect(entry.state()).toMatchObject({ status: 'waiting', problem: offline.message })
  store.problem = undefined
  await vi.advanceTimersByTimeAsync(3_000)
  expect(entry.state()).toMatchObject({ value: ['milk'], status: 'ready' })
})

test('what the service does not take stays shown, with the reason', async () => {
  const { entry, store, values } = await shown(['milk'], 1)
  store.problem = refused
  entry.change(add('bread'))
  await vi.advanceTimersByTimeAsync(80)
  expect(entry.state()).toMatchObject({
    value: ['milk', 'bread'],
    status: 'failed',
    problem: refused.message,
  })
  expect(values.hasUnsaved()).toBe(true)
})

test('a page that goes sends what it has, without waiting', async () => {
  const { entry, store, values } = await shown(['milk'], 1)
  values.flush()
  expect(store.sent).toEqual([])
  entry.change(add('bread'))
  values.flush()
  expect(store.sent).toEqual([['milk', 'bread']])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(store.sent).toHaveLength(1)
})

test('after something may have been missed everything is read again', async () => {
  const { entry, store, listeners } = await shown(['milk'], 1)
  Object.assign(store, { value: ['missed'], version: 2 })
  listeners.resync()
  await vi.advanceTimersByTimeAsync(0)
  expect(entry.state().value).toEqual(['missed'])
})

test('edits during a save are kept, and go out after it', async () => {
  const { entry, store } = await shown([], 1)
  entry.change(add('one'))
  vi.advanceTimersByTime(80)
  entry.change(add('two'))
  expect(entry.state().value).toEqual(['one', 'two'])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(store.sent).toEqual([['one'], ['one', 'two']])
})

test('who has left is not told any more', async () => {
  const { entry } = await shown([], 1)
  const told = vi.fn()
  const leave = entry.subscribe(told)
  entry.change(add('one'))
  expect(told).toHaveBeenCalledTimes(1)
  leave()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(told).toHaveBeenCalledTimes(1)
})
