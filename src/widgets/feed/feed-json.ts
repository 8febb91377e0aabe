import { fieldsOf, listOf, textOf, type Fields } from '../../platform/upstream/fields.ts'
import { feedDate } from './feed-date.ts'
import { itemOf, lineOf, pictureIn, type FeedItem } from './feed-item.ts'
import type { ParsedFeed } from './feed-rss.ts'

/** JSON Feed 1.0 and 1.1; undefined when the object is something else. */
export function readJsonFeed(body: unknown, feedUrl: string): ParsedFeed | undefined {
  const feed = fieldsOf(body)
  if (!Array.isArray(feed['items']) || !/jsonfeed\.org\/version/.test(String(feed['version'])))
    return undefined
  const link = textOf(feed['home_page_url'])
  const author = authorOf(feed)
  const items = listOf(feed['items']).map((item) => readItem(fieldsOf(item), { base: feedUrl, author }))
  return {
    title: textOf(feed['title']),
    description: textOf(feed['description']),
    link,
    language: textOf(feed['language']),
    updated: null,
    items: items.filter((item) => item !== undefined),
  }
}

function readItem(
  item: Fields,
  { base, author }: { readonly base: string; readonly author: string | null },
): FeedItem | undefined {
  const html = textOf(item['content_html'])
  const audio = listOf(item['attachments'])
    .map(fieldsOf)
    .find((attachment) => String(attachment['mime_type']).startsWith('audio/'))
  return itemOf({
    id: textOf(item['id']),
    title: textOf(item['title']),
    link: textOf(item['url']) ?? textOf(item['external_url']),
    summary: textOf(item['summary']) ?? textOf(item['content_text'])?.replaceAll(/\s+/g, ' ') ?? lineOf(html),
    author: authorOf(item) ?? author,
    images: [textOf(item['image']), textOf(item['banner_image']), pictureIn(html)],
    audio: textOf(audio?.['url']),
    published: feedDate(textOf(item['date_published']) ?? textOf(item['date_modified'])),
    base,
  })
}

function authorOf(fields: Fields): string | null {
  const [first] = listOf(fields['authors'])
  return textOf(fieldsOf(first ?? fields['author'])['name'])
}
