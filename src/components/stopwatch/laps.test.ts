import { expect, test } from 'vitest'
import { lapsOf, watchText } from './laps.ts'

test('laps are told apart, the latest first', () => {
  expect(lapsOf([10_000, 18_000, 30_000]).map(({ number, lap_ms, rank }) => [number, lap_ms, rank])).toEqual([
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
