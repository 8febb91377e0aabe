import type { FeedReading } from './contract.ts'
import { decodeEntities, excerpt, plainText } from '../kit/plain-text.ts'
import { mediaAddress, webAddress } from '../kit/web-address.ts'

const SUMMARY_CHARACTERS = 500
const TITLE_CHARACTERS = 300

export type FeedItem = FeedReading['items'][number]

/** What the formats say of an item, before it is put into one form. */
export interface RawItem {
  readonly id: string | null
  readonly title: string | null
  readonly link: string | null
  /** Plain text. */
  readonly summary: string | null
  readonly author: string | null
  readonly images: readonly (string | null)[]
  readonly audio: string | null
  readonly published: string | null
  /** Where its relative addresses begin. */
  readonly base: string
}

/** An item without a title, an address and a text says nothing. */
export function itemOf(raw: RawItem): FeedItem | undefined {
  const url = webAddress(raw.link, raw.base)
  const { summary } = raw
  if (raw.title === null && url === null && summary === null && raw.id === null) return undefined
  const title = raw.title ?? (summary === null ? (url ?? 'Untitled') : excerpt(summary, 80))
  return {
    id: raw.id ?? url ?? title,
    title: excerpt(title, TITLE_CHARACTERS),
    url,
    summary: summary === null ? null : excerpt(summary, SUMMARY_CHARACTERS),
    author: raw.author,
    image_url:
      raw.images.map((image) => mediaAddress(image, raw.base)).find((image) => image !== null) ?? null,
    audio_url: mediaAddress(raw.audio, raw.base),
    published_at: raw.published,
  }
}

/** Names stay unique although feeds repeat them. */
export function withUniqueIds(items: readonly FeedItem[]): FeedItem[] {
  const seen = new Map<string, number>()
  return items.map((item) => {
    const count = (seen.get(item.id) ?? 0) + 1
    seen.set(item.id, count)
    return count === 1 ? item : { ...item, id: `${item.id}#${count}` }
  })
}

/** HTML as one line of text; null when nothing is left. */
export function lineOf(html: string | null): string | null {
  if (html === null) return null
  const text = plainText(html)
  return text === '' ? null : text
}

/** The first picture in some HTML, not counting buttons and the one-pixel ones that count readers. */
export function pictureIn(html: string | null): string | null {
  for (const [tag] of (html ?? '').matchAll(/<img\b[^>]*>/gi)) {
    if (/\b(?:width|height)\s*=\s*["']?[01]\b(?!\d)/i.test(tag)) continue
    const source = /\bsrc\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/i.exec(tag)
    const address = source?.[1] ?? source?.[2] ?? source?.[3]
    if (address && !/^data:|\/~(?:ff|r)\//.test(address)) return decodeEntities(address)
  }
  return null
}
