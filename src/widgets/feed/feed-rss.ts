import { feedDate } from './feed-date.ts'
import { itemOf, lineOf, pictureIn, type FeedItem } from './feed-item.ts'
import { firstText, foreign, own, textIn, type FeedNode } from './feed-xml.ts'

export interface ParsedFeed {
  readonly title: string | null
  readonly description: string | null
  readonly link: string | null
  readonly language: string | null
  readonly updated: string | null
  readonly items: readonly FeedItem[]
}

/** RSS 0.9x and 2.0, and RSS 1.0, whose items stand beside the channel. */
export function readRss(root: FeedNode, feedUrl: string): ParsedFeed {
  const channel = root.children.find(({ local }) => local === 'channel')
  const link = firstText(own(channel, 'link')) ?? alternateOf(channel)
  const base = URL.parse(link ?? '', feedUrl)?.href ?? feedUrl
  const items = [...own(channel, 'item'), ...root.children.filter(({ local }) => local === 'item')]
  return {
    title: lineOf(firstText(own(channel, 'title'))),
    description: lineOf(firstText(own(channel, 'description'))),
    link,
    language: firstText(own(channel, 'language'), foreign(channel, 'dc', 'language')),
    updated: feedDate(
      firstText(own(channel, 'lastBuildDate'), own(channel, 'pubDate'), foreign(channel, 'dc', 'date')),
    ),
    items: items.flatMap((item) => readItem(item, base) ?? []),
  }
}

function readItem(item: FeedNode, base: string): FeedItem | undefined {
  const guids = own(item, 'guid')
  const guid = firstText(guids)
  const isAddress = guid !== null && /^https?:/i.test(guid) && guids[0]?.attributes['isPermaLink'] !== 'false'
  const description = firstText(own(item, 'description'))
  const content = firstText(foreign(item, 'content', 'encoded'))
  return itemOf({
    id: guid ?? item.attributes['rdf:about'] ?? null,
    title: lineOf(firstText(own(item, 'title'))),
    link: firstText(own(item, 'link')) ?? alternateOf(item) ?? (isAddress ? guid : null),
    summary: lineOf(description) ?? lineOf(content) ?? lineOf(firstText(foreign(item, 'itunes', 'summary'))),
    author: authorOf(item),
    images: [...mediaOf(item, 'image'), pictureIn(content), pictureIn(description)],
    audio: mediaOf(item, 'audio')[0] ?? null,
    published: publishedOf(item),
    base,
  })
}

/** The first date that is one: feeds that give two often get one of them wrong. */
function publishedOf(item: FeedNode): string | null {
  const candidates = [
    own(item, 'pubDate'),
    foreign(item, 'dc', 'date'),
    foreign(item, 'atom', 'published'),
    foreign(item, 'atom', 'updated'),
  ]
  return (
    candidates
      .flat()
      .map((node) => feedDate(textIn(node)))
      .find((date) => date !== null) ?? null
  )
}

function authorOf(item: FeedNode): string | null {
  const named = firstText(
    foreign(item, 'dc', 'creator'),
    foreign(item, 'atom', 'author').flatMap((author) => own(author, 'name')),
  )
  const author = named ?? firstText(own(item, 'author'), foreign(item, 'itunes', 'author'))
  // `ada@example.org (Ada)`
  return lineOf(/^[^\s@]+@\S+\s+\((.+)\)$/.exec(author ?? '')?.[1] ?? author)
}

/** Addresses of enclosures and of Media RSS, of one kind. */
export function mediaOf(item: FeedNode, kind: 'image' | 'audio'): string[] {
  const media = [item, ...foreign(item, 'media', 'group')]
  const contents = media.flatMap((node) => foreign(node, 'media', 'content'))
  const thumbnails =
    kind === 'image' ? [...media, ...contents].flatMap((node) => foreign(node, 'media', 'thumbnail')) : []
  const isKind = ({ attributes: { type = '', medium } }: FeedNode) =>
    type.startsWith(`${kind}/`) || medium === kind
  const addresses = [
    ...thumbnails.map(({ attributes }) => attributes['url']),
    ...[...contents, ...own(item, 'enclosure')].filter(isKind).map(({ attributes }) => attributes['url']),
    ...(kind === 'image' ? foreign(item, 'itunes', 'image').map(({ attributes }) => attributes['href']) : []),
  ]
  return addresses.filter((address) => address !== undefined)
}

/** Some feeds use Atom's link instead of their own. */
function alternateOf(node: FeedNode | undefined): string | null {
  const link = foreign(node, 'atom', 'link').find(
    ({ attributes: { rel = 'alternate', href } }) => rel === 'alternate' && href !== undefined,
  )
  return link?.attributes['href'] ?? null
}
