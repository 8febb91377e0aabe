import { expect, test } from 'vitest'
import { sparkScale } from './spark-scale.ts'

test('the highest stands at the top and the lowest at the bottom', () => {
  const down = sparkScale([3, 7, 5], 40)
  expect([down(7), down(5), down(3)]).toEqual([2, 20, 38])
})

test('a processor that is busy all the time is drawn at the top of its range', () => {
  const down = sparkScale([100, 100, 100], 40, [0, 100])
  expect([down(100), down(0)]).toEqual([2, 38])
})

test('what never changes stands in the middle where no range is known', () => {
  expect(sparkScale([5, 5], 40)(5)).toBe(20)
})
