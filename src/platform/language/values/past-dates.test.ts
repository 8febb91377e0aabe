import { expect, test } from 'vitest'
import { isoDay } from './calendar.ts'
import { readPastDate } from './past-dates.ts'

test.each([
  ['the 31st', '2026-11-15', '2026-10-31'],
  ['the 20th', '2026-11-15', '2026-10-20'],
  ['the 30th', '2027-03-01', '2027-01-30'],
  ['the 15th', '2026-11-15', '2026-11-15'],
  ['29 february', '2027-03-01', '2024-02-29'],
  ['20 december', '2026-11-15', '2025-12-20'],
])('"%s", looked back upon on %s, was %s', (said, now, day) => {
  const [year, month, date] = now.split('-').map(Number) as [number, number, number]
  expect(isoDay(readPastDate(said, { year, month, day: date })!.day)).toBe(day)
})
