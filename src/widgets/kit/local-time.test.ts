import { expect, test } from 'vitest'
import { dateInZone, momentAtOffset, momentInZone } from './local-time.ts'

test('a local time with its offset', () => {
  expect(momentAtOffset('2026-03-05T21:00', -18_000)).toBe('2026-03-06T02:00:00.000Z')
  expect(momentAtOffset('2026-03-05', 3600)).toBe('2026-03-04T23:00:00.000Z')
  expect(momentAtOffset('soon', 0)).toBeNull()
})

test.each([
  ['2026-03-08 01:30:00', '2026-03-08T06:30:00.000Z'],
  ['2026-03-08 03:30:00', '2026-03-08T07:30:00.000Z'],
  ['2026-11-01 00:30:00', '2026-11-01T04:30:00.000Z'],
  ['2026-07-01', '2026-07-01T04:00:00.000Z'],
])('%s in New York, also around the days when clocks change', (local, moment) => {
  expect(momentInZone(local, 'America/New_York')).toBe(moment)
})

test('a zone that nobody knows gives no moment', () => {
  expect(momentInZone('2026-03-08', 'Mars/Olympus')).toBeNull()
})

test('the date somewhere else', () => {
  expect(dateInZone(new Date('2026-03-02T03:00:00Z'), 'America/New_York')).toBe('2026-03-01')
})
