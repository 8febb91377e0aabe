import { createHash } from 'node:crypto'
import { AppError } from '../../../../contract/errors.ts'
import type { Look, SourceEvent, TriggerSource } from '../source.ts'

/** An entry of a feed. */
export interface FeedEntry {
  /** What the feed calls it; its address or its title where the feed has no name for it. */
  readonly id: string
  readonly title: string
  readonly url: string | null
  readonly summary: string | null
  readonly published_at: string | null
}

interface Validators {
  readonly etag: string | null
  readonly lastModified: string | null
}

/** What became of asking for a feed. */
export type FetchedFeed =
  | { readonly outcome: 'unchanged' }
  /** It wants to be left alone for so long. */
  | { readonly outcome: 'later'; readonly retryAfterMs: number }
  | ({
      readonly outcome: 'feed'
      readonly title: string
      readonly entries: readonly FeedEntry[]
    } & Validators)

/** What this source needs: asks for a feed, or throws an AppError with a sentence for people. */
export type FetchFeed = (
  url: string,
  options: { readonly validators: Validators; readonly signal: AbortSignal },
) => Promise<FetchedFeed>

export interface FeedCursor {
  /** Another address is another beginning. */
  readonly url: string
  readonly etag: string | null
  readonly modified: string | null
  /** Marks of the entries that were told or there before, oldest first; null before the feed was first read. */
  readonly ids: readonly string[] | null
  /** When the feed may be asked again, where it said so. */
  readonly not_before?: string
}

const EVERY_S = 900
const MAX_IDS = 10_000
const MAX_EVENTS = 500
const MAX_LINE = 1_000
const MAX_LINK = 2_000
const MAX_SUMMARY = 5_000
const MAX_KEY = 400
const MIN_PAUSE_MS = 10_000
const MAX_PAUSE_MS = 24 * 3_600_000

/** New entries of a feed. */
export function createFeedSource(deps: {
  readonly fetchFeed: FetchFeed
  readonly now: () => Date
}): TriggerSource<'feed', FeedCursor> {
  const { fetchFeed, now } = deps
  return {
    everyMs: ({ every_s = EVERY_S }) => every_s * 1000,

    async look({ url }, cursor, signal) {
      const known = cursor?.url === url ? cursor : { url, etag: null, modified: null, ids: null }
      const { not_before, ...rest } = { not_before: undefined, ...known }
      const pause = waitFor(not_before, now())
      if (pause > 0) return { events: [], cursor: known, againInMs: pause }
      const validators = { etag: rest.etag, lastModified: rest.modified }
      const fetched = await fetchFeed(url, { validators, signal })
      if (fetched.outcome === 'unchanged') return { events: [], cursor: rest }
      if (fetched.outcome === 'later') return postponed(rest, fetched.retryAfterMs, now())
      return tell(rest, fetched, now())
    },
  }
}

/** A clock that was ahead must not have us wait for ever. */
function waitFor(moment: string | undefined, now: Date): number {
  if (moment === undefined) return 0
  const wait = Date.parse(moment) - now.getTime()
  return wait > MAX_PAUSE_MS ? 0 : wait
}

function postponed(cursor: FeedCursor, retryAfterMs: number, now: Date): Look<FeedCursor> {
  const againInMs = Math.min(Math.max(retryAfterMs, MIN_PAUSE_MS), MAX_PAUSE_MS)
  const until = new Date(now.getTime() + againInMs)
  return { events: [], cursor: { ...cursor, not_before: until.toISOString() }, againInMs }
}

function tell(
  { url, ids }: FeedCursor,
  { title, entries, etag, lastModified }: Extract<FetchedFeed, { outcome: 'feed' }>,
  now: Date,
): Look<FeedCursor> {
  if (entries.length > MAX_IDS)
    throw new AppError('too_large', `The feed at ${url} has more than ${MAX_IDS} entries, which is too many.`)
  const found = inOrder(named(entries))
  const seen = new Set(ids)
  const untold = ids === null ? [] : found.filter(({ mark }) => !seen.has(mark))
  const told = untold.slice(0, MAX_EVENTS)
  const isWhole = told.length === untold.length
  const passed = isWhole ? found : told
  return {
    events: told.map((entry) => eventOf(entry, { feed: title, now })),
    cursor: {
      url,
      // Without them the rest of the entries comes again.
      etag: isWhole ? etag : null,
      modified: isWhole ? lastModified : null,
      ids: remembered(ids ?? [], passed),
    },
    ...(!isWhole && { againInMs: 0 }),
  }
}

interface NamedEntry extends FeedEntry {
  /** What tells it from the others, also when it is edited. */
  readonly name: string
  readonly mark: string
}

function named(entries: readonly FeedEntry[]): NamedEntry[] {
  const counts = Map.groupBy(entries, nameOf)
  const all = entries.map((entry) => {
    const own = nameOf(entry)
    const { title, url } = entry
    // Some feeds call all of their entries the same.
    const name = counts.get(own)!.length > 1 ? JSON.stringify([own, url, title]) : own
    return { ...entry, name, mark: markOf(name) }
  })
  return [...new Map(all.map((entry) => [entry.mark, entry])).values()]
}

function nameOf({ id, url, title, published_at, summary }: FeedEntry): string {
  if (url !== null || id !== title) return id
  // It has neither a name nor an address, and titles come again.
  return JSON.stringify([title, published_at ?? summary])
}

/** A site that begins to encrypt changes all of its addresses, and yet nothing is new. */
function markOf(name: string): string {
  return hashOf(name.replaceAll(/https?:\/\//gi, '')).slice(0, 16)
}

/** Oldest first. Nearly all feeds have the newest at the top. */
function inOrder(entries: readonly NamedEntry[]): NamedEntry[] {
  const dates = entries.map(({ published_at }) => published_at).filter((date) => date !== null)
  const isAscending = (dates[0] ?? '') < (dates.at(-1) ?? '')
  return isAscending ? [...entries] : entries.toReversed()
}

/** All that the feed has now, and before them as many of the others as there is room for. */
function remembered(before: readonly string[], passed: readonly NamedEntry[]): string[] {
  const marks = new Set(passed.map(({ mark }) => mark))
  return [...before.filter((mark) => !marks.has(mark)), ...marks].slice(-MAX_IDS)
}

function eventOf(
  { name, id, title, url, published_at, summary }: NamedEntry,
  { feed, now }: { readonly feed: string; readonly now: Date },
): SourceEvent {
  const at = now.toISOString()
  return {
    key: name.length > MAX_KEY ? hashOf(name) : name,
    at: published_at !== null && published_at < at ? published_at : at,
    data: {
      id: cut(id, MAX_LINE),
      title: cut(title, MAX_LINE),
      link: url !== null && url.length <= MAX_LINK ? url : null,
      published_at,
      summary: summary === null ? null : cut(summary, MAX_SUMMARY),
      feed: cut(feed, MAX_LINE),
    },
  }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}

function cut(text: string, length: number): string {
  return text.slice(0, length).toWellFormed()
}
