import type { StoredOf } from '../../../../components/schemas.ts'
import { textOf, type Act, type Understood } from './act.ts'
import { cards } from './cards.ts'
import {
  addFirst,
  counted,
  entriesOf,
  offerToClear,
  removeNamed,
  type Collection,
  type Entry,
} from './entries.ts'
import { matchesOf } from './matching.ts'
import type { StoredValues } from './stored.ts'

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

export function bookmarkActs(store: StoredValues): Readonly<Record<string, Act>> {
  return {
    bookmarks: (understood) => showBookmarks(store, understood),
    'bookmark.add': (understood) => addBookmark(store, understood),
    async 'bookmark.remove'(understood) {
      if (understood.slots['all'] === true) return offerToClear(store, understood, bookmarks)
      await removeNamed(store, understood, {
        collection: bookmarks,
        wanted: textOf(understood.slots, 'about')!,
      })
    },
  }
}

async function addBookmark(store: StoredValues, { slots, voice, when }: Understood): Promise<void> {
  const url = textOf(slots, 'url')!
  const known = entriesOf(store, bookmarks).find((bookmark) => addressKey(bookmark.url) === addressKey(url))
  if (known) voice.say(`${hostOf(url)} is bookmarked already, as “${known.title}”.`)
  else {
    const title = (textOf(slots, 'title') ?? hostOf(url)).slice(0, 500)
    const folder = textOf(slots, 'folder')?.slice(0, 80)
    const entry = { title, url, ...(folder !== undefined && { folder }) }
    await addFirst(store, bookmarks, { entry, now: when.now })
    voice.say(
      `Bookmarked ${url}${title === hostOf(url) ? '' : ` as “${title}”`}${folder === undefined ? '' : ` in ${folder}`}.`,
    )
  }
  voice.add(bookmarks.card)
}

function showBookmarks(store: StoredValues, { slots, voice }: Understood): void {
  const all = entriesOf(store, bookmarks)
  const about = textOf(slots, 'about')
  const found = about === undefined ? [] : matchesOf(all, about, bookmarks).entries
  if (slots['count'] === true) voice.say(`You have ${counted(all.length, bookmarks)}.`)
  if (about !== undefined && found.length === 0) voice.decline(`No bookmark mentions “${about}”.`)
  else if (about !== undefined) voice.say(`${counted(found.length, bookmarks)} for “${about}”:`)
  for (const { title, url } of found.slice(0, 10))
    voice.add({ type: 'link', url, label: title.slice(0, 200) })
  if (found.length === 0) voice.add(bookmarks.card)
}

function hostOf(url: string): string {
  return URL.parse(url)?.hostname.replace(/^www\./, '') ?? url
}

/** Hosts are the same in any letters, what stands behind them need not be. */
export function addressKey(url: string): string {
  return url
    .replace(/^https?:\/\/[^/?#]*/i, (host) => host.toLowerCase())
    .replace(/^https?:\/\/(?:www\.)?/, '')
    .replace(/\/$/, '')
}
