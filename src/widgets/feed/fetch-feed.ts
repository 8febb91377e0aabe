import { AppError } from '../../contract/errors.ts'
import { exchange, type Received } from '../../platform/upstream/exchange.ts'
import { networkFailure, readFailure } from '../../platform/upstream/failure.ts'
import { targetOf, type RequestContext, type Validators } from '../../platform/upstream/request-target.ts'
import { feed, parseFeed } from './feed.ts'
import type { FeedItem } from './feed-item.ts'

export type FeedEntry = Pick<FeedItem, 'id' | 'title' | 'url' | 'summary' | 'published_at'>

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

export interface FetchOptions {
  /** Of the answer that is known already. */
  readonly validators: Validators
  readonly signal: AbortSignal
  readonly now: () => Date
  readonly context: RequestContext
}

const MAX_PAUSE_MS = 24 * 3_600_000

/**
 * Asks for a feed now, past what is cached: whoever waits for something new wants neither an old answer nor a part of it.
 * Throws an AppError with a sentence for people.
 */
export async function fetchFeed(url: string, options: FetchOptions): Promise<FetchedFeed> {
  const { validators, signal, now, context } = options
  const target = targetOf({ lookup: feed, question: { url }, validators }, context)
  const received = await exchange({ ...target, signal }).catch((error: unknown) => {
    signal.throwIfAborted()
    throw unreadable(error, target.url.host)
  })
  const { answer, etag, lastModified } = received
  if (!answer) return { outcome: 'unchanged' }
  if (answer.status === 429 || answer.status === 503) {
    const retryAfterMs = pauseOf(received, now())
    if (retryAfterMs !== undefined) return { outcome: 'later', retryAfterMs }
  }
  try {
    const { title, items } = parseFeed(answer, url)
    return { outcome: 'feed', title: title ?? target.url.hostname, entries: items, etag, lastModified }
  } catch (error) {
    throw elsewhere(readFailure(feed.provider, error).error, { asked: target.url, got: new URL(answer.url) })
  }
}

function unreadable(error: unknown, host: string): AppError {
  // The guard says what is wrong, such as an answer without end.
  if (error instanceof AppError && error.code === 'upstream_failed')
    return new AppError(error.code, `Can't read the feed: ${error.message}`, { cause: error })
  return networkFailure(feed.provider, error, host).error
}

/** Names are sold and sites move: where the answer comes from another place, that may be the reason. */
function elsewhere(error: AppError, { asked, got }: { readonly asked: URL; readonly got: URL }): AppError {
  if (asked.host === got.host) return error
  return new AppError(error.code, `${asked.host} redirects to ${got.host}: ${error.message}`, {
    cause: error,
  })
}

function pauseOf({ retryAfter }: Received, now: Date): number | undefined {
  if (retryAfter === null) return undefined
  const seconds = Number(retryAfter)
  const ms = Number.isNaN(seconds) ? Date.parse(retryAfter) - now.getTime() : seconds * 1000
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(0, ms), MAX_PAUSE_MS)
}
