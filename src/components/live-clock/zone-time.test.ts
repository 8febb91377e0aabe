import { afterAll, beforeAll, expect, test } from 'vitest'
import { aheadInWords, timeIn } from './zone-time.ts'

const before = process.env['TZ']
beforeAll(() => {
  process.env['TZ'] = 'Europe/Oslo'
})
afterAll(() => {
  if (before === undefined) delete process.env['TZ']
  else process.env['TZ'] = before
})

const now = new Date('2026-01-15T20:04:05Z')

test.each([
  ['Asia/Tokyo', '5:4:5', '+8 h, tomorrow'],
  ['Asia/Kolkata', '1:34:5', '+4½ h, tomorrow'],
  ['Asia/Kathmandu', '1:49:5', '+4¾ h, tomorrow'],
  ['Europe/Oslo', '21:4:5', 'same time'],
  ['America/St_Johns', '16:34:5', '−4½ h'],
  ['Pacific/Honolulu', '10:4:5', '−11 h'],
])('in %s it is %s, %s', (zone, time, words) => {
  const { hours, minutes, seconds, ...ahead } = timeIn(zone, now)!
  expect(`${hours}:${minutes}:${seconds}`).toBe(time)
  expect(aheadInWords({ hours, minutes, seconds, ...ahead })).toBe(words)
})

test('without a zone it is the time here', () => {
  expect(timeIn(undefined, now)).toMatchObject({ hours: 21, minutes: 4, aheadMinutes: 0, aheadDays: 0 })
})

test('a zone that does not exist has no time', () => {
  expect(timeIn('Nowhere/Land', now)).toBeUndefined()
})
