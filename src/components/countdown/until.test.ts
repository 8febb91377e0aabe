import { afterAll, beforeAll, expect, test } from 'vitest'
import { momentIn, timeUntil } from './until.ts'

const before = process.env['TZ']
beforeAll(() => {
  process.env['TZ'] = 'Europe/Oslo'
})
afterAll(() => {
  if (before === undefined) delete process.env['TZ']
  else process.env['TZ'] = before
})

test('what is left is counted in days of the calendar, also over a change of the clocks', () => {
  const left = timeUntil(new Date('2026-12-24T00:00:00+01:00'), new Date('2026-10-01T00:00:00+02:00'))
  expect(left).toEqual({ days: 84, hours: 0, minutes: 0, seconds: 0 })
})

test('less than a day is hours, minutes and seconds', () => {
  const left = timeUntil(new Date('2026-05-02T00:00:00Z'), new Date('2026-05-01T20:58:57Z'))
  expect(left).toEqual({ days: 0, hours: 3, minutes: 1, seconds: 3 })
})

test('what has passed has nothing left', () => {
  expect(timeUntil(new Date(0), new Date(5_000))).toEqual({ days: 0, hours: 0, minutes: 0, seconds: 0 })
})

test.each([
  ['2026-12-24', 'Asia/Tokyo', '2026-12-23T15:00:00.000Z'],
  ['2026-07-01T09:30', 'America/New_York', '2026-07-01T13:30:00.000Z'],
  ['2026-12-24', undefined, '2026-12-23T23:00:00.000Z'],
  ['2026-12-24', 'Nowhere/Land', '2026-12-23T23:00:00.000Z'],
  ['2026-12-24T10:00:00Z', 'Asia/Tokyo', '2026-12-24T10:00:00.000Z'],
  ['2026-12-24T10:00:00+05:30', undefined, '2026-12-24T04:30:00.000Z'],
  ['2026-03-29T03:30', 'Europe/Oslo', '2026-03-29T01:30:00.000Z'],
])('%s on the clocks of %s is %s', (text, zone, moment) => {
  expect(momentIn(text, zone).toISOString()).toBe(moment)
})
