import type { StoredOf } from '../../../../../components/schemas.ts'
import { Type, type Static } from '../../../../../contract/type.ts'
import { cards } from '../../answers/cards.ts'
import type { Collection, Entry } from '../../answers/entries.ts'

export type Book = StoredOf<'reading_list'>['items'][number] & Entry

export const BookStatus = Type.Enum(['to_read', 'reading', 'read'])
export type BookStatus = Static<typeof BookStatus>

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
