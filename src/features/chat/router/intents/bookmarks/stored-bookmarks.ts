import type { StoredOf } from '../../../../../components/schemas.ts'
import { cards } from '../../answers/cards.ts'
import type { Collection, Entry } from '../../answers/entries.ts'

type Bookmark = StoredOf<'bookmarks'>['bookmarks'][number] & Entry

export const bookmarks: Collection<Bookmark> = {
  card: cards.bookmarks,
  member: 'bookmarks',
  most: 5_000,
  noun: 'bookmark',
  nouns: 'bookmarks',
  name: ({ title }) => title,
  text: ({ title, url, folder = '', note = '', tags = [] }) =>
    `${title} ${url} ${folder} ${note} ${tags.join(' ')}`,
  isWhole: ({ title, url }) => typeof title === 'string' && typeof url === 'string',
}

/** Hosts are the same in any letters, what stands behind them need not be. */
export function addressKey(url: string): string {
  return url
    .replace(/^https?:\/\/[^/?#]*/i, (host) => host.toLowerCase())
    .replace(/^https?:\/\/(?:www\.)?/, '')
    .replace(/\/$/, '')
}
