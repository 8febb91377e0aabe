import { Type } from '../../../../../contract/type.ts'
import { readAddress } from '../../../../../platform/language/values/quoted.ts'
import { changeEntry, editEntries, entriesOf } from '../../answers/entries.ts'
import { isSame, matchesOf } from '../../answers/matching.ts'
import { newEntryId } from '../../answers/stored.ts'
import { caughtText, defineIntent, optional, required, type SlotsOf } from '../../define-intent.ts'
import { isStoredName } from '../../stored-names.ts'
import { asSaid } from '../../readers/as-said.ts'
import { BookStatus, reading, type Book } from './stored-books.ts'

const book = '[the (book|article|novel)]'
const lately = '[today|yesterday|last night|this week|this morning|now]'
const i = '[i] [have] [just]'

const Slots = {
  title: required.text,
  author: optional.text,
  status: Type.Optional(BookStatus),
  url: optional.text,
}

export const intent = defineIntent({
  name: 'reading.add',
  label: 'Add to the reading list',
  example: 'Add The Hobbit to my reading list',
  effect: 'adds',
  shownBy: 'reading_list',
  slots: Slots,
  needs: ['title'],
  templates: [
    `(add|put|save) ${book} {title:name} [by {author:name}] (to|on|onto) [<my>] reading list`,
    `i (want|would like|plan|am going) to read ${book} {title:name} by {author:name}`,
    [
      `${i} (finished|completed) reading ${book} {title:name} [by {author:name}] ${lately}`,
      { status: 'read' },
    ],
    [
      `${i} (started|begun|began) reading ${book} {title:name} [by {author:name}] ${lately}`,
      { status: 'reading' },
    ],
    // Of these another thing can be spoken: they count when the book is kept.
    [`(mark|set) ${book} {known:name} as (read|finished|done)`, { status: 'read' }],
    [`(mark|set) ${book} {known:name} as (reading|being read)`, { status: 'reading' }],
    [`(mark|set) ${book} {known:name} as (unread|to read)`, { status: 'to_read' }],
    [`${i} (finished|completed|read) ${book} {known:name} ${lately}`, { status: 'read' }],
    [`${i} (started|begun|began) ${book} {known:name} ${lately}`, { status: 'reading' }],
    [`i am [now|currently] reading ${book} {known:name} ${lately}`, { status: 'reading' }],
  ],
  examples: [
    '(save|put) {book} (on|to) my (reading list|list of books)',
    'i want to read {book}',
    '(mark|set) {book} as read',
  ],
  fill({ title: said, known, ...slots }, sentence, when) {
    if (known !== undefined && !isStoredName('books', caughtText(known), when)) return undefined
    // "add a book to my reading list" does not say which.
    if (/^an? (?:new )?(?:book|article|novel)$/i.test(said ?? '')) return undefined
    const title = asSaid(sentence, said ?? caughtText(known))!
    return { ...slots, title, url: readAddress(title) }
  },
  async act({ slots, writer, when }, { store }) {
    const title = slots.title.slice(0, 500)
    const { status } = slots
    const now = when.now.toISOString()
    const known = knownBook(entriesOf(store, reading), title, status)
    if (known && status !== undefined) {
      await changeEntry(store, reading, {
        id: known.id,
        change: (one) => ({ ...one, status, updated_at: now }),
      })
      writer.say(`“${known.title}” ${statusTexts[status]}.`)
    } else if (known) writer.say(`“${known.title}” is already on your reading list.`)
    else {
      await editEntries(store, reading, (books) => [...books, newBook({ ...slots, title }, now)])
      const state = status === undefined ? '' : ` It ${statusTexts[status]}.`
      writer.say(`Added “${title}” to your reading list.${state}`)
    }
    writer.add(reading.card)
  },
})

const statusTexts: Readonly<Record<BookStatus, string>> = {
  read: 'is marked as read',
  reading: 'is what you are reading now',
  to_read: 'is marked as not read yet',
}

/** A part of its title is enough to say how far it has come, when only one has it; a new one needs the whole. */
function knownBook(books: readonly Book[], title: string, status: BookStatus | undefined): Book | undefined {
  const exact = books.find((one) => isSame(one.title, title))
  if (exact || status === undefined) return exact
  const { entries } = matchesOf(books, title, reading)
  return entries.length === 1 ? entries[0] : undefined
}

function newBook(
  { title, author, url, status = 'to_read' }: SlotsOf<typeof Slots>,
  created_at: string,
): Book {
  return {
    id: newEntryId(),
    title,
    ...(author !== undefined && { author: author.slice(0, 300) }),
    ...(url !== undefined && { url }),
    status,
    created_at,
  }
}
