import { gunzipSync } from 'node:zlib'
import type { FeedReading } from './contract.ts'
import { AppError } from '../../contract/errors.ts'
import type { UpstreamAnswer } from '../../platform/upstream/answer.ts'
import { charsetOf, decodeText } from '../../platform/upstream/decode-text.ts'
import { refusedBy, UnreadableAnswer } from '../../platform/upstream/faults.ts'
import { defineLookup, type Provider } from '../../platform/upstream/provider.ts'
import { MINUTE } from '../kit/durations.ts'
import { readAtom } from './feed-atom.ts'
import { withUniqueIds } from './feed-item.ts'
import { readJsonFeed } from './feed-json.ts'
import { readRss, type ParsedFeed } from './feed-rss.ts'
import { parseFeedXml } from './feed-xml.ts'
import { decodeEntities } from '../kit/plain-text.ts'
import { webAddress } from '../kit/web-address.ts'

const MAX_ITEMS = 200
const MAX_BYTES = 10 * 1024 * 1024
const FREE_BYTES = 1024 * 1024

/** Any site that a person names. */
const provider: Provider = {
  name: 'FEEDS',
  title: 'The feed',
  origin: '',
  caps: [{ calls: 300, perSeconds: 60 }],
  anyHost: true,
}

export const feed = defineLookup<{ readonly url: string }, FeedReading>({
  name: 'feed',
  provider,
  keepMs: 10 * MINUTE,
  example: { url: 'https://www.nasa.gov/news-release/feed/' },
  request: ({ url }) => ({
    given: url,
    headers: {
      accept:
        'application/rss+xml, application/atom+xml, application/feed+json, application/xml;q=0.9, */*;q=0.5',
    },
  }),
  read(answer, { url: asked }) {
    const url = answer.url || asked
    const parsed = parseFeed(answer, asked)
    const title = parsed.title ?? new URL(url).hostname
    const link = webAddress(parsed.link, url)
    return {
      url,
      title,
      description: parsed.description,
      link,
      language: parsed.language,
      updated_at: parsed.updated ?? newestOf(parsed),
      items: withUniqueIds(parsed.items.slice(0, MAX_ITEMS)),
      source: { name: title, url: link ?? url, attribution: title },
    }
  },
})

/** Everything that the feed in an answer says. */
export function parseFeed(answer: UpstreamAnswer, asked: string): ParsedFeed {
  const url = answer.url || asked
  const { host } = new URL(url)
  if (answer.status === 404 || answer.status === 410)
    throw notAFeed(`Nothing found at ${asked}: ${host} answered ${answer.status}.`)
  if (answer.status !== 200) throw refusedBy(host, answer.status)
  const text = textOf(answer)
  const parsed = parse(text, url)
  if (!parsed) throw notAFeed(describeOther(text, url))
  return parsed
}

/** A page of a hotel's network answers for everyone: an older answer is better than that, but there must be one. */
function notAFeed(sentence: string): UnreadableAnswer {
  return new UnreadableAnswer(sentence, { told: new AppError('not_found', sentence) })
}

function parse(text: string, url: string): ParsedFeed | undefined {
  if (/^\s*\{/.test(text)) return readJsonFeed(jsonOf(text), url)
  const root = parseFeedXml(text)
  if (root?.local === 'rss' || root?.local === 'RDF') return readRss(root, url)
  return root?.local === 'feed' ? readAtom(root, url) : undefined
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new UnreadableAnswer('a feed that is not valid JSON', { cause: error })
  }
}

function textOf({ bytes, contentType }: UpstreamAnswer): string {
  const plain = bytes[0] === 0x1f && bytes[1] === 0x8b ? unpacked(bytes) : bytes
  const declared = /^.{0,200}?<\?xml[^>]*\bencoding\s*=\s*["']([^"']+)/s.exec(
    plain.toString('latin1', 0, 400),
  )?.[1]
  // Whoever reads this declaration byte by byte does not read UTF-16.
  const inside = declared === undefined || /^utf-?16/i.test(declared) ? null : declared
  return decodeText(plain, charsetOf(contentType), inside).replace(/^\uFEFF/, '')
}

/** Some servers send a packed file without saying so. */
function unpacked(bytes: Buffer): Buffer {
  try {
    return gunzipSync(bytes, {
      maxOutputLength: Math.min(MAX_BYTES, Math.max(FREE_BYTES, bytes.byteLength * 100)),
    })
  } catch (error) {
    throw new UnreadableAnswer('a packed feed that cannot be unpacked', { cause: error })
  }
}

function newestOf({ items }: ParsedFeed): string | null {
  return items.reduce<string | null>((newest, { published_at }) => {
    return published_at !== null && (newest === null || published_at > newest) ? published_at : newest
  }, null)
}

/** A page often names its feeds; then so do we. */
function describeOther(text: string, url: string): string {
  const feeds = [...text.slice(0, 200_000).matchAll(/<link\b[^>]*>/gi)]
    .map(([tag]) => tag)
    .filter((tag) => /type\s*=\s*["']?application\/(?:rss|atom|feed)\+/i.test(tag))
    .flatMap((tag) => {
      const href = /href\s*=\s*["']?([^"'\s>]+)/i.exec(tag)?.[1]
      return (href && webAddress(decodeEntities(href), url)) || []
    })
  const sentence = `${url} is not a feed.`
  return feeds.length === 0
    ? sentence
    : `${sentence} The page links to these feeds: ${[...new Set(feeds)].slice(0, 5).join(', ')}.`
}
