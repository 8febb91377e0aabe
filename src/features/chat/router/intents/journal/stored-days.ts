import { optional, type SlotsOf } from '../../define-intent.ts'
import type { StoredOf } from '../../../../../components/schemas.ts'
import { Type } from '../../../../../contract/type.ts'
import type { Period } from '../../../../../platform/language/values/past-dates.ts'
import { cards } from '../../answers/cards.ts'
import { plain, shortened, type Collection, type Entry } from '../../answers/entries.ts'
import { matchesOf } from '../../answers/matching.ts'

type DayEntry = StoredOf<'journal'>['entries'][number] & Entry

export const journal: Collection<DayEntry> = {
  card: cards.journal,
  member: 'entries',
  most: 5_000,
  noun: 'journal entry',
  nouns: 'journal entries',
  name: ({ text, date }) => `${shortened(text, 50)} (${date})`,
  text: ({ text, date, tags = [] }) => `${text} ${date} ${tags.join(' ')}`,
  isWhole: ({ text, date }) => typeof text === 'string' && typeof date === 'string',
}

/** Which entries a sentence speaks of. */
export const whichDays = {
  about: optional.text,
  period: Type.Optional(Type.Unsafe<Period>(Type.Object({}))),
  last: optional.true,
}

type WhichDays = SlotsOf<typeof whichDays>

interface AskedEntries {
  readonly found: readonly DayEntry[]
  /** Which they are; left out when it is the last one. */
  readonly label?: string
}

/** Undefined when the whole journal is meant. */
export function askedFor(
  all: readonly DayEntry[],
  { about, period, last }: WhichDays,
): AskedEntries | undefined {
  if (about !== undefined)
    return { found: matchesOf(all, about, journal).entries, label: `about “${plain(about)}”` }
  if (period)
    return {
      found: all.filter(({ date }) => date >= period.from && date <= period.to),
      label: `from ${period.label.replace(/^(?:in|on) /, '')}`,
    }
  return last ? { found: all.slice(0, 1) } : undefined
}
