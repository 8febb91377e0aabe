import { heading, toned, list } from '../../contract/text/blocks.ts'
import { ownTimeZone } from '../../contract/text/time-zone.ts'
import { dayIn, isoDay } from '../../platform/language/values/calendar.ts'
import type { Description } from '../description.ts'
import { lastDays } from './habits.ts'

export const describe: Description<'habit_tracker'> = (
  { title, id = 'habits', habits: wanted = [], days = 7 },
  { now },
  { habits = wanted.map((name) => ({ name, done_on: [] as string[] })) },
) => {
  const dates = lastDays(isoDay(dayIn(ownTimeZone(), now)), days)
  return [
    heading(title ?? id),
    list(
      habits.map(({ name, done_on }) => ({
        mark: name,
        spans: dates.flatMap((date) => [' ', done_on.includes(date) ? toned('success', '■') : '·']),
      })),
      { empty: 'Nothing yet' },
    ),
  ]
}
