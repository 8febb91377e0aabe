import { feedDate } from './feed-date.ts'
import { itemOf, lineOf, pictureIn, type FeedItem } from './feed-item.ts'
import { mediaOf, type ParsedFeed } from './feed-rss.ts'
import { firstText, foreign, own, textIn, type FeedNode } from './feed-xml.ts'

/** Atom 1.0, and 0.3 with its other names. */
export function readAtom(feed: FeedNode, feedUrl: string): ParsedFeed {
  const base = baseOf(feed, feedUrl)
  const author = authorOf(feed)
  return {
    title: textConstruct(own(feed, 'title')[0]),
    description: textConstruct(own(feed, 'subtitle')[0] ?? own(feed, 'tagline')[0]),
    link: resolved(linkOf(feed, 'alternate'), base),
    language: feed.attributes['xml:lang'] ?? null,
    updated: feedDate(firstText(own(feed, 'updated'), own(feed, 'modified'))),
    items: own(feed, 'entry').flatMap((entry) => readEntry(entry, { base, author }) ?? []),
  }
}

function readEntry(
  entry: FeedNode,
  feed: { readonly base: string; readonly author: string | null },
): FeedItem | undefined {
  const base = baseOf(entry, feed.base)
  const summary = own(entry, 'summary')[0]
  const content = own(entry, 'content')[0]
  const media = foreign(entry, 'media', 'group').flatMap((group) => foreign(group, 'media', 'description'))
  return itemOf({
    id: firstText(own(entry, 'id')),
    title: textConstruct(own(entry, 'title')[0]),
    link: linkOf(entry, 'alternate'),
    summary: textConstruct(summary) ?? textConstruct(content) ?? lineOf(firstText(media)),
    author: authorOf(entry) ?? feed.author,
    images: [...mediaOf(entry, 'image'), enclosureOf(entry, 'image/'), pictureIn(textIn(content))],
    audio: enclosureOf(entry, 'audio/') ?? mediaOf(entry, 'audio')[0] ?? null,
    published: feedDate(
      firstText(
        own(entry, 'published'),
        own(entry, 'issued'),
        own(entry, 'created'),
        own(entry, 'updated'),
        own(entry, 'modified'),
      ),
    ),
    base,
  })
}

/** A text says by its type whether it is one: plain text is not to be read as HTML. */
function textConstruct(node: FeedNode | undefined): string | null {
  if (!node) return null
  const { type = 'text', mode } = node.attributes
  const text = textIn(node)
  if (type.includes('xhtml') || mode === 'xml' || node.children.length > 0) return oneLine(text)
  return type.includes('html') ? lineOf(text) : oneLine(text)
}

function oneLine(text: string): string | null {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line === '' ? null : line
}

function linkOf(node: FeedNode, wanted: string): string | null {
  const links = own(node, 'link').filter(({ attributes }) => attributes['href'] !== undefined)
  const link = links.find(({ attributes: { rel = 'alternate' } }) => rel === wanted)
  return link?.attributes['href'] ?? null
}

function enclosureOf(entry: FeedNode, type: string): string | null {
  const link = own(entry, 'link').find(
    ({ attributes }) => attributes['rel'] === 'enclosure' && attributes['type']?.startsWith(type),
  )
  return link?.attributes['href'] ?? null
}

function authorOf(node: FeedNode): string | null {
  return firstText(own(node, 'author').flatMap((author) => own(author, 'name')))
}

function baseOf(node: FeedNode, outer: string): string {
  return resolved(node.attributes['xml:base'] ?? null, outer) ?? outer
}

function resolved(address: string | null, base: string): string | null {
  return address === null ? null : (URL.parse(address, base)?.href ?? null)
}
