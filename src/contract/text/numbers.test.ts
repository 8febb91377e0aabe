import { expect, test } from 'vitest'
import { countOf } from './counts.ts'
import { bytesText, durationText, megabytesText } from './numbers.ts'
import { knownTimeZone } from './time-zone.ts'

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [999, '999 bytes'],
  [1_000, '1 kB'],
  [1_549, '1.5 kB'],
  [99_949, '99.9 kB'],
  [99_950, '100 kB'],
  [999_499, '999 kB'],
  [999_500, '1 MB'],
  [30_000_000, '30 MB'],
  [2e18, '2000 PB'],
  [-1_500, '-1.5 kB'],
])('%d bytes are %s', (bytes, text) => {
  expect(bytesText(bytes)).toBe(text)
})

test('what is over a limit is never told as the limit', () => {
  const limit = 8 * 1024 * 1024
  expect([megabytesText(limit), megabytesText(limit + 1)]).toEqual(['8 MB', '9 MB'])
})

test.each([
  [0, '0 s'],
  [200, '3 min 20 s'],
  [3_600, '1 h'],
  [90_061, '1 d 1 h'],
  [-200, '-3 min 20 s'],
])('%d seconds are %s', (seconds, text) => {
  expect(durationText(seconds)).toBe(text)
})

test.each([
  [0, 'file', '0 files'],
  [1, 'entry', '1 entry'],
  [2, 'entry', '2 entries'],
  [2, 'day', '2 days'],
  [2, 'match', '2 matches'],
  [1_200, 'row', '1,200 rows'],
])('%d times "%s" is "%s"', (count, noun, text) => {
  expect(countOf(count, noun)).toBe(text)
})

test('a time zone that nobody knows has no name', () => {
  expect([knownTimeZone('europe/berlin'), knownTimeZone('Moon/Base')]).toEqual(['Europe/Berlin', undefined])
})
