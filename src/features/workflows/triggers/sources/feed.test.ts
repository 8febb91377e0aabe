import { expect, test } from 'vitest'
import type { SourceEvent } from '../source.ts'
import { createFeedSource, type FeedCursor, type FeedEntry, type FetchedFeed } from './feed.ts'

const { signal } = new AbortController()
const trigger = { id: 't1', type: 'feed', url: 'https://blog.example.org/feed' } as const

function entry(id: string, changes: Partial<FeedEntry> = {}): FeedEntry {
  const url = `https://blog.example.org/${id}`
  return { id, title: `Title of ${id}`, url, summary: null, published_at: null, ...changes }
}

/** A feed that has what a test says. */
function stage() {
  const clock = { now: new Date('2026-03-02T12:00:00Z') }
  const answer: { entries: FeedEntry[]; next?: FetchedFeed } = { entries: [] }
  const asked: unknown[] = []
  const source = createFeedSource({
    now: () => clock.now,
    fetchFeed: async (_url, { validators }) => {
      asked.push(validators)
      const { next, entries } = answer
      return (
        next ?? { outcome: 'feed', title: 'Blog', entries, etag: `"${entries.length}"`, lastModified: null }
      )
    },
  })
  let cursor: FeedCursor | undefined
  const keys: string[] = []
  const look = async (of: { url: string } = trigger) => {
    const found = await source.look({ ...trigger, ...of }, cursor, signal)
    cursor = JSON.parse(JSON.stringify(found.cursor)) as FeedCursor
    keys.push(...found.events.map(({ key }) => key))
    return found
  }
  const told = async () => idsOf((await look()).events)
  return { source, answer, asked, clock, look, told, keys, cursor: () => cursor! }
}

const idsOf = (events: readonly SourceEvent[]) => events.map(({ data }) => data['id'])
const many = (count: number, name: string) =>
  Array.from({ length: count }, (_, index) => entry(`${name}${index}`))

test('what is there is not told; what is new is, oldest first, however it is ordered, edited or gone for a while', async () => {
  const { answer, told, look } = stage()
  answer.entries = [entry('b'), entry('a')]
  expect(await told()).toEqual([])
  answer.entries = [entry('d'), entry('c'), entry('b'), entry('a')]
  expect(await told()).toEqual(['c', 'd'])
  answer.entries = [entry('a', { title: 'Edited' }), entry('d', { summary: 'More' }), entry('b'), entry('c')]
  expect(await told()).toEqual([])
  answer.entries = []
  expect(await told()).toEqual([])
  answer.entries = [
    entry('b', { published_at: '2026-03-01T10:00:00.000Z' }),
    entry('e', { published_at: '2026-03-02T10:00:00.000Z', summary: 'Short' }),
    entry('f', { published_at: '2099-03-02T11:00:00.000Z' }),
  ]
  const { events } = await look()
  expect(events).toEqual([
    {
      key: 'e',
      at: '2026-03-02T10:00:00.000Z',
      data: {
        id: 'e',
        title: 'Title of e',
        link: 'https://blog.example.org/e',
        published_at: '2026-03-02T10:00:00.000Z',
        summary: 'Short',
        feed: 'Blog',
      },
    },
    expect.objectContaining({ key: 'f', at: '2026-03-02T12:00:00.000Z' }),
  ])
})

test('a site that begins to encrypt tells nothing again', async () => {
  const { answer, told } = stage()
  answer.entries = [entry('http://blog.example.org/a')]
  await told()
  answer.entries = [entry('https://blog.example.org/a')]
  expect(await told()).toEqual([])
})

test('entries that all have the same name are told apart by address and title, those without any by title and date', async () => {
  const { answer, told, keys } = stage()
  const same = (title: string) => entry('home', { title, url: 'https://blog.example.org/' })
  const nameless = (published_at: string) => entry('Daily', { title: 'Daily', url: null, published_at })
  answer.entries = [same('One'), same('Two'), nameless('2026-03-01T00:00:00.000Z')]
  await told()
  answer.entries = [same('Three'), same('One'), same('Two'), nameless('2026-03-02T00:00:00.000Z')]
  expect(await told()).toHaveLength(2)
  expect(new Set(keys).size).toBe(2)
  expect(await told()).toEqual([])
})

test('many entries come in several looks, and the last ten thousand are remembered', async () => {
  const { answer, look, told, keys, cursor, asked } = stage()
  await told()
  answer.entries = many(1200, 'a')
  expect((await look()).againInMs).toBe(0)
  expect(asked.at(-1)).toEqual({ etag: '"0"', lastModified: null })
  expect((await look()).againInMs).toBe(0)
  // What was not told yet must come again.
  expect(asked.at(-1)).toEqual({ etag: null, lastModified: null })
  expect((await look()).againInMs).toBeUndefined()
  expect(keys).toHaveLength(1200)
  expect(new Set(keys).size).toBe(1200)
  answer.entries = many(9_500, 'b')
  while ((await look()).againInMs !== undefined);
  expect(cursor().ids).toHaveLength(10_000)
  answer.entries = [...many(9_500, 'b'), ...many(500, 'c')]
  const before = keys.length
  while ((await look()).againInMs !== undefined);
  expect(keys.length - before).toBe(500)
  answer.entries = many(10_001, 'd')
  await expect(look()).rejects.toMatchObject({ code: 'too_large' })
})

test('a feed that wants to be left alone is, also by another process, but not for ever', async () => {
  const { answer, look, told, clock, asked } = stage()
  answer.next = { outcome: 'later', retryAfterMs: 120_000 }
  expect(await look()).toMatchObject({ events: [], againInMs: 120_000 })
  clock.now = new Date('2026-03-02T12:01:00Z')
  expect(await look()).toMatchObject({ events: [], againInMs: 60_000 })
  expect(asked).toHaveLength(1)
  delete answer.next
  answer.entries = [entry('a')]
  clock.now = new Date('2026-03-02T12:02:00Z')
  expect(await told()).toEqual([])
  answer.entries = [entry('b'), entry('a')]
  expect(await told()).toEqual(['b'])
  answer.next = { outcome: 'later', retryAfterMs: 0 }
  expect((await look()).againInMs).toBe(10_000)
  // The clock was a year ahead when it was told to wait.
  clock.now = new Date('2025-03-02T12:02:00Z')
  delete answer.next
  answer.entries = [entry('c'), entry('b'), entry('a')]
  expect(await told()).toEqual(['c'])
})

test('another address is another beginning', async () => {
  const { answer, look, told, asked } = stage()
  answer.entries = [entry('a')]
  await told()
  answer.entries = [entry('x')]
  expect((await look({ url: 'https://other.example.org/feed' })).events).toEqual([])
  expect(asked.at(-1)).toEqual({ etag: null, lastModified: null })
})

test('how often it looks, and how long its keys are', async () => {
  const { source, answer, told, keys } = stage()
  expect(source.everyMs(trigger)).toBe(900_000)
  expect(source.everyMs({ ...trigger, every_s: 60 })).toBe(60_000)
  await told()
  answer.entries = [entry('x'.repeat(10_000), { url: `https://blog.example.org/${'y'.repeat(10_000)}` })]
  await told()
  expect(keys[0]!.length).toBeLessThanOrEqual(500)
})
