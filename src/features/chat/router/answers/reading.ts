import type { StoredOf } from '../../../../components/schemas.ts'
import { textOf, type Act, type Understood } from './act.ts'
import { cards } from './cards.ts'
import {
  changeEntry,
  counted,
  editEntries,
  entriesOf,
  listOf,
  offerToClear,
  removeNamed,
  type Collection,
  type Entry,
} from './entries.ts'
import { isSame, matchesOf } from './matching.ts'
import { newEntryId, type StoredValues } from './stored.ts'

type Book = StoredOf<'reading_list'>['items'][number] & Entry
type Status = Book['status']

export const reading: Collection<Book> = {
  card: cards.reading,
  member: 'items',
  most: 2_000,
  noun: 'book',
  nouns: 'books',
  name: ({ title }) => title,
  text: ({ title, author = '' }) => `${title} ${author}`,
  isWhole: ({ title }) => typeof title === 'string',
}

export function readingActs(store: StoredValues): Readonly<Record<string, Act>> {
  return {
    reading_list: (understood) => showBooks(store, understood),
    'reading.add': (understood) => putBook(store, understood),
    async 'reading.remove'(understood) {
      if (understood.slots['all'] === true) return offerToClear(store, understood, reading)
      await removeNamed(store, understood, {
        collection: reading,
        wanted: textOf(understood.slots, 'title')!,
      })
    },
  }
}

async function putBook(store: StoredValues, { slots, voice, when }: Understood): Promise<void> {
  const title = textOf(slots, 'title')!.slice(0, 500)
  const status = textOf(slots, 'status') as Status | undefined
  const now = when.now.toISOString()
  const known = knownBook(entriesOf(store, reading), title, status)
  if (known && status !== undefined) {
    await changeEntry(store, reading, {
      id: known.id,
      change: (book) => ({ ...book, status, updated_at: now }),
    })
    voice.say(`“${known.title}” ${statusTexts[status]}.`)
  } else if (known) voice.say(`“${known.title}” is on your reading list already.`)
  else {
    await editEntries(store, reading, (books) => [...books, newBook(title, slots, now)])
    const state = status === undefined ? '' : ` It ${statusTexts[status]}.`
    voice.say(`Added “${title}” to your reading list.${state}`)
  }
  voice.add(reading.card)
}

const statusTexts: Readonly<Record<Status, string>> = {
  read: 'is marked as read',
  reading: 'is what you are reading now',
  to_read: 'is marked as not read yet',
}

/** A part of its title is enough to say how far it has come, when only one has it; a new one needs the whole. */
function knownBook(books: readonly Book[], title: string, status: Status | undefined): Book | undefined {
  const exact = books.find((book) => isSame(book.title, title))
  if (exact || status === undefined) return exact
  const { entries } = matchesOf(books, title, reading)
  return entries.length === 1 ? entries[0] : undefined
}

function newBook(title: string, slots: Understood['slots'], created_at: string): Book {
  const [author, url] = [textOf(slots, 'author')?.slice(0, 300), textOf(slots, 'url')]
  return {
    id: newEntryId(),
    title,
    ...(author !== undefined && { author }),
    ...(url !== undefined && { url }),
    status: (textOf(slots, 'status') as Status | undefined) ?? 'to_read',
    created_at,
  }
}

function showBooks(store: StoredValues, { slots, voice }: Understood): void {
  const all = entriesOf(store, reading)
  const about = textOf(slots, 'about')
  const status = textOf(slots, 'status') as Status | undefined
  if (about !== undefined) {
    const found = matchesOf(all, about, reading).entries
    const told = found.map(({ title, status }) => `“${title}” (${statusNames[status]})`).join(', ')
    voice.say(found.length === 0 ? `“${about}” is not on your reading list.` : `Yes: ${told}.`)
  } else if (status !== undefined) {
    const found = all.filter((book) => book.status === status)
    voice.say(statusAnswer(status, found))
    if (found.length > 0 && slots['count'] !== true) {
      voice.add(
        listOf(
          found.map(({ title, author }) => ({
            text: title,
            ...(author !== undefined && { detail: author }),
          })),
        ),
      )
      return
    }
  } else if (slots['count'] === true) voice.say(`${counted(all.length, reading)} on your reading list.`)
  voice.add(reading.card)
}

const statusNames: Readonly<Record<Status, string>> = { read: 'read', reading: 'reading', to_read: 'to read' }

function statusAnswer(status: Status, found: readonly Book[]): string {
  const count = counted(found.length, reading)
  if (status === 'read')
    return found.length === 0 ? 'None of your books is marked as read.' : `You have read ${count}.`
  if (status === 'to_read') return found.length === 0 ? 'Nothing is left to read.' : `${count} to read.`
  if (found.length === 0) return 'None of your books is marked as being read.'
  return `You are reading ${found.map(({ title }) => `“${title}”`).join(', ')}.`
}
