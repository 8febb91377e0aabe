import type { StoredOf } from '../../../../../components/schemas.ts'
import { cards } from '../../answers/cards.ts'
import { shortened, type Collection, type Entry } from '../../answers/entries.ts'
import { plainName } from '../../stored-names.ts'
import type { When } from '../../readers/reader.ts'

export type Note = StoredOf<'notes'>['notes'][number] & Entry

export const MAX_NOTE_LENGTH = 100_000

export const notes: Collection<Note> = {
  card: cards.notes,
  member: 'notes',
  most: 2_000,
  noun: 'note',
  nouns: 'notes',
  name: ({ title, text }) => shortened(title ?? text),
  text: ({ title = '', text, tags = [] }) => `${title}\n${text}\n${tags.join(' ')}`,
  isWhole: ({ text }) => typeof text === 'string',
}

/** One note at least has every word: "delete the tea note" means no file of that name. */
export function isMentioned(about: string, { kept }: When): boolean {
  const words = plainName(about).split(' ')
  return (
    words[0] !== '' &&
    (kept?.('notes') ?? []).some((text) =>
      words.every((word) => ` ${plainName(text)} `.includes(` ${word} `)),
    )
  )
}

/** A note that says what something is: "the garage code is 4711". */
export function isTold(about: string, { kept }: When): boolean {
  return (kept?.('notes') ?? []).some((text) => ` ${plainName(text)} `.includes(` ${plainName(about)} is `))
}
