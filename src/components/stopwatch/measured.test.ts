import { expect, test } from 'vitest'
import { elapsedOf, lapsOf, measuring, NOTHING_MEASURED, stopped, watchText, withLap } from './measured.ts'

test('stops do not count, sleep does', () => {
  const first = stopped(measuring(NOTHING_MEASURED, 1_000), 6_000)
  expect(elapsedOf(first, 999_999)).toBe(5_000)
  expect(elapsedOf(measuring(first, 20_000), 80_000)).toBe(65_000)
})

test('laps are told apart, the latest first', () => {
  let measured = measuring(NOTHING_MEASURED, 0)
  for (const at of [10_000, 18_000, 30_000]) measured = withLap(measured, at)
  expect(lapsOf(measured).map(({ number, lap_ms, rank }) => [number, lap_ms, rank])).toEqual([
    [3, 12_000, 'slowest'],
    [2, 8_000, 'fastest'],
    [1, 10_000, undefined],
  ])
})

test.each([
  [0, '00:00.00'],
  [65_379, '01:05.37'],
  [3_723_004, '1:02:03.00'],
])('%d ms are shown as %s', (ms, text) => {
  expect(watchText(ms)).toBe(text)
})
