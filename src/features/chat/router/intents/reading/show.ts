import { Type } from '../../../../../contract/type.ts'
import { counted, entriesOf, listOf } from '../../answers/entries.ts'
import { matchesOf } from '../../answers/matching.ts'
import { defineIntent, optional } from '../../define-intent.ts'
import { hasStored } from '../../stored-names.ts'
import { BookStatus, reading, type Book } from './stored-books.ts'

const books = '(books|articles|things)'

export const intent = defineIntent({
  name: 'reading_list',
  label: 'Reading list',
  example: 'Show my reading list',
  slots: { about: optional.text, status: Type.Optional(BookStatus), count: optional.true },
  templates: [
    '[<find>|<show>|what is (on|in)|what do i have on] [<my>] reading list',
    '(<find>|<show>) [all] my books',
    [`how many ${books} (are|do i have|have i got) [there] on [<my>] reading list`, { count: true }],
    '(is|are|do i have|have i got|<find>) [the book] {about:name} [already] (on|in) [<my>] reading list',
    '<find> [<my>] reading list (for|about) {about:name}',
    ['(what|which) [book|books] am i [currently|now] reading [<now>]', { status: 'reading' }],
    ['what (should|shall|can|do) i read next', { status: 'to_read' }],
    ['(what|which) [books] (do i [still] have|are|have i got) [left] to read', { status: 'to_read' }],
    ['how many books (do i [still] have|are|have i got) [left] to read', { status: 'to_read', count: true }],
    ['(<find>|<show>) [all] [<my>] books (i want|i have|left) to read', { status: 'to_read' }],
    ['(what|which) [books] (have|did) i [already] (read|finished|finish)', { status: 'read' }],
    ['how many books (have|did) i [already] (read|finished|finish)', { status: 'read', count: true }],
    ['(<find>|<show>) [all] [<my>] books [that] i [have] [already] (finished|read)', { status: 'read' }],
  ],
  examples: [
    "(show|open|what's on) [me] my reading list",
    'what (should|do) i [want to|have to] read next',
    'books on my reading list',
    'articles i saved to read',
  ],
  fill: (slots, _said, when) =>
    // Whoever keeps no books here asks something else.
    slots.status === undefined || slots.status === 'reading' || hasStored('books', when) ? slots : undefined,
  act({ slots: { about, status, count }, writer }, { store }) {
    const all = entriesOf(store, reading)
    if (about !== undefined) {
      const found = matchesOf(all, about, reading).entries
      const told = found.map((book) => `“${book.title}” (${statusNames[book.status]})`).join(', ')
      writer.say(found.length === 0 ? `“${about}” is not on your reading list.` : `Yes: ${told}.`)
    } else if (status !== undefined) {
      const found = all.filter((book) => book.status === status)
      writer.say(statusAnswer(status, found))
      if (found.length > 0 && !count) return writer.add(listOf(found.map(described)))
    } else if (count) writer.say(`${counted(all.length, reading)} on your reading list.`)
    writer.add(reading.card)
  },
})

function described({ title, author }: Book): { text: string; detail?: string } {
  return { text: title, ...(author !== undefined && { detail: author }) }
}

const statusNames: Readonly<Record<BookStatus, string>> = {
  read: 'read',
  reading: 'reading',
  to_read: 'to read',
}

function statusAnswer(status: BookStatus, found: readonly Book[]): string {
  const count = counted(found.length, reading)
  if (status === 'read')
    return found.length === 0 ? 'None of your books are marked as read.' : `You have read ${count}.`
  if (status === 'to_read') return found.length === 0 ? 'Nothing left to read.' : `${count} to read.`
  if (found.length === 0) return "You aren't reading any of your books right now."
  return `You are reading ${found.map(({ title }) => `“${title}”`).join(', ')}.`
}
