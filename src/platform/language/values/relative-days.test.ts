import { expect, test } from 'vitest'
import { withDaysInDigits, withRelativeDays } from './relative-days.ts'

/** A Wednesday. */
const today = { year: 2026, month: 11, day: 18 }

test.each([
  ['dentist a week on friday at 3pm', 'dentist 2026-11-27 at 3pm'],
  ['a week from tomorrow', '2026-11-26'],
  ['a week today', '2026-11-25'],
  ['two weeks on Monday', '2026-12-07'],
  ['a fortnight on saturday', '2026-12-05'],
  ['dentist Friday week at 3', 'dentist 2026-11-27 at 3'],
  ['call Bob the friday after next', 'call Bob 2026-11-27'],
  ['two days before christmas to buy a goose', '2026-12-23 to buy a goose'],
  ['the day after Christmas', '2026-12-26'],
  ['on the day before 3 december', 'on 2026-12-02'],
  ['a month after 3 december', '2027-01-03'],
])('%s', (said, written) => {
  expect(withRelativeDays(said, today)).toBe(written)
})

test.each([
  'holiday for a week from monday',
  'the day after tomorrow',
  'a week before my exam on friday',
  'ten minutes before the meeting on friday',
  'the friday week 3 review',
  'every friday week in week out',
  'work a week on, a week off',
  'the week before last',
  'on friday',
])('"%s" stays as it is', (said) => {
  expect(withRelativeDays(said, today)).toBe(said)
})

test.each([
  ['lunch on march twenty second at noon', 'lunch on march 22nd at noon'],
  ['lunch on the sixteenth', 'lunch on the 16th'],
  ['lunch on the thirty first of december', 'lunch on the 31st of december'],
  ['the second meeting on the first floor', 'the second meeting on the first floor'],
  ['move the third review', 'move the third review'],
])('"%s" has its day in digits', (said, written) => {
  expect(withDaysInDigits(said)).toBe(written)
})
