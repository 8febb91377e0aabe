import type { StoredNames, StoredKind } from '../understanding.ts'
import { storedBoards } from './stored-boards.ts'
import { storedLists } from './list-items.ts'
import { readStored, type StoredValues } from './stored.ts'

/** Any client may have written them. */
type Entries = Readonly<Record<string, readonly (Readonly<Record<string, unknown>> | null)[]>>

/** Where each kind is kept, and which of its members names it. */
const places: Readonly<
  Record<
    Exclude<StoredKind, 'boards' | 'columns' | 'cards' | 'lists' | 'items'>,
    readonly [key: string, list: string, name: string]
  >
> = {
  notes: ['notes', 'notes', 'text'],
  people: ['contacts', 'contacts', 'name'],
  payments: ['budget', 'entries', 'text'],
  habits: ['habits', 'habits', 'name'],
  books: ['reading', 'items', 'title'],
  bookmarks: ['bookmarks', 'bookmarks', 'title'],
  days: ['journal', 'entries', 'date'],
  snippets: ['snippets', 'snippets', 'title'],
}

/** Looks only when asked, and once for each sentence: most need none of it. */
export function storedIn(store: StoredValues): StoredNames {
  const known = new Map<StoredKind, readonly string[]>()
  const look = namesIn(store)
  return (kind) => {
    const names = known.get(kind) ?? look(kind)
    known.set(kind, names)
    return names
  }
}

function namesIn(store: StoredValues): StoredNames {
  return (kind) => {
    if (kind === 'boards') return storedBoards(store).map(({ title }) => title)
    if (kind === 'columns')
      return storedBoards(store).flatMap(({ columns }) => columns.map(({ title }) => title))
    if (kind === 'cards')
      return storedBoards(store).flatMap(({ columns }) =>
        columns.flatMap(({ cards }) => cards.map(({ title }) => title)),
      )
    if (kind === 'lists') return storedLists(store).map(({ id }) => id)
    if (kind === 'items') return storedLists(store).flatMap(({ items }) => items.map(({ text }) => text))
    const [key, list, name] = places[kind]
    const entries = readStored<Entries>(store, key, {})[list]
    return Array.isArray(entries) ? entries.map((entry) => String(entry?.[name] ?? '')) : []
  }
}
