import type { StoredType } from '../../../components/schemas.ts'
import { AppError } from '../../../contract/errors.ts'
import type { StoredKind, StoredPlace } from '../../../plugins/organizer/stored-things-port.ts'
import { addressKey, bookmarks } from '../router/intents/bookmarks/stored-bookmarks.ts'
import { budget } from '../router/intents/budget/stored-budget.ts'
import { cardOf } from '../router/answers/cards.ts'
import { contacts } from '../router/intents/contacts/stored-people.ts'
import { editEntries, entriesOf, type Collection, type Entry } from '../router/answers/entries.ts'
import { habits } from '../router/intents/habits/stored-habits.ts'
import { journal } from '../router/intents/journal/stored-days.ts'
import {
  editItems,
  isStored,
  itemsOf,
  storedLists,
  reminders,
  todo,
  type Item,
} from '../router/answers/list-items.ts'
import { isSame, nameKey } from '../router/answers/matching.ts'
import { notes } from '../router/intents/notes/stored-notes.ts'
import { reading } from '../router/intents/reading/stored-books.ts'
import { snippets } from '../router/intents/snippets/stored-snippets.ts'
import type { StoredValues } from '../router/answers/stored.ts'
import { plainItem } from '../router/stored-names.ts'
import { listCalled, type ListName } from '../router/list-names.ts'
import { boardShelf } from './board-shelf.ts'
import type { Shelf, ShelfEntry } from './shelf.ts'

type CollectionKind = Exclude<StoredKind, 'todo_list' | 'reminders' | 'kanban_board'>

interface Kind {
  readonly collection: Collection<Entry>
  readonly addsFirst: boolean
  readonly twinKey?: Shelf['twinKey']
}

const kind = <Item extends Entry>(collection: Collection<Item>, rest: Omit<Kind, 'collection'>): Kind => ({
  collection: collection as unknown as Collection<Entry>,
  ...rest,
})

const named = (member: string) => (entry: ShelfEntry) => nameKey(String(entry[member]))

/** As the router keeps them. */
const collections: Readonly<Record<CollectionKind, Kind>> = {
  notes: kind(notes, { addsFirst: true }),
  journal: kind(journal, { addsFirst: true }),
  budget_tracker: kind(budget, { addsFirst: true }),
  reading_list: kind(reading, { addsFirst: false, twinKey: named('title') }),
  code_snippets: kind(snippets, { addsFirst: true }),
  bookmarks: kind(bookmarks, {
    addsFirst: true,
    twinKey: ({ url }) => addressKey(String(url)),
  }),
  contacts: kind(contacts, { addsFirst: true, twinKey: named('name') }),
  habit_tracker: kind(habits, { addsFirst: false, twinKey: named('name') }),
}

/** What is kept there. A list or a board that is not there yet begins with its first entry. */
export function openShelf(
  store: StoredValues,
  { kind, name }: StoredPlace,
  columns?: readonly string[],
): Shelf {
  if (kind === 'reminders') return reminderShelf(store)
  if (kind === 'todo_list') return listShelf(store, listMeant(store, name))
  if (kind === 'kanban_board') return boardShelf(store, { name, columns })
  return collectionShelf(store, kind)
}

function collectionShelf(store: StoredValues, type: CollectionKind): Shelf {
  const { collection, addsFirst, twinKey } = collections[type]
  const { card, noun, nouns } = collection
  return {
    kind: type,
    type: type satisfies StoredType,
    key: card.id,
    title: card.title,
    noun,
    nouns,
    addsFirst,
    isThere: true,
    entries: () => entriesOf(store, collection),
    edit: (change) => editEntries(store, collection, change),
    name: collection.name,
    text: collection.text,
    ...(twinKey && { twinKey }),
  }
}

function listShelf(store: StoredValues, list: ListName): Shelf {
  const { id: key, title } = list
  return {
    kind: 'todo_list',
    type: 'todo_list',
    key,
    title,
    noun: 'entry',
    nouns: 'entries',
    addsFirst: false,
    isThere: key === todo.id || isStored(store, list),
    entries: () => entriesIn(itemsOf(store, list)),
    edit: (change) => editItems(store, list, (items) => itemsIn(change(entriesIn(items)))),
    name: ({ text }) => String(text),
    text: ({ text, note = '' }) => `${String(text)} ${String(note)}`,
    // What is done may come again.
    twinKey: ({ text, done }) => (done === true ? undefined : plainItem(String(text))),
    others: () => storedLists(store).map(({ id, items }) => ({ name: id, entries: items.length })),
    async remove() {
      const entry = store.read(key)
      if (entry) await store.remove(key, { ifMatch: `"${entry.version}"` })
    },
  }
}

/** The same, with members of any name. */
function entriesIn(items: readonly Item[]): readonly ShelfEntry[] {
  return items as unknown as readonly ShelfEntry[]
}

function itemsIn(entries: readonly ShelfEntry[]): readonly Item[] {
  return entries as unknown as readonly Item[]
}

/** Two of the same words may ring at two times. */
function reminderShelf(store: StoredValues): Shelf {
  const { others: _others, remove: _remove, ...shelf } = listShelf(store, reminders)
  const twinKey: Shelf['twinKey'] = (entry) =>
    entry['done'] === true ? undefined : `${plainItem(String(entry['text']))} ${String(entry['due'])}`
  return { ...shelf, kind: 'reminders', noun: 'reminder', nouns: 'reminders', isThere: true, twinKey }
}

/** The list of that name or one that sounds so; the to-do list when none is named. */
function listMeant(store: StoredValues, name: string | undefined): ListName {
  if (name === undefined) return todo
  const bare = name.trim().replace(/[ -]lists?$/i, '')
  const kept = storedLists(store).find(({ id, title }) => id === name || isSame(title, bare))
  const list = kept ?? listCalled(bare)
  if (!list)
    throw new AppError('invalid_request', `“${name}” can't be the name of a list. Use a few plain words.`)
  if (list.id === reminders.id)
    throw new AppError('invalid_request', 'Reminders are not a list. Use REMINDERS_AND_TIMERS for them.')
  const card = cardOf(list.id)
  if (card)
    throw new AppError(
      'invalid_request',
      `${card.title} has its own card and isn't a list. Use its own tool.`,
    )
  return list
}
