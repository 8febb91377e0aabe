import type { StoredOf } from '../../../../../components/schemas.ts'
import { addDays, isoDay, type Day } from '../../../../../platform/language/values/calendar.ts'
import { cards } from '../../answers/cards.ts'
import type { Collection, Entry } from '../../answers/entries.ts'

export type Habit = StoredOf<'habit_tracker'>['habits'][number] & Entry

export const MAX_DAYS = 4_000

export const habits: Collection<Habit> = {
  card: cards.habits,
  member: 'habits',
  most: 100,
  noun: 'habit',
  nouns: 'habits',
  name: ({ name }) => name,
  text: ({ name }) => name,
  isWhole: ({ name, done_on }) => typeof name === 'string' && Array.isArray(done_on),
}

/** Days in a row up to today; one that is not done yet today has not ended it. */
export function streakOf(days: readonly string[], today: Day): number {
  const done = new Set(days)
  let back = done.has(isoDay(today)) ? 0 : 1
  const first = back
  while (done.has(isoDay(addDays(today, -back)))) back += 1
  return back - first
}
