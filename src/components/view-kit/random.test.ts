import { expect, test } from 'vitest'
import { randomBelow, shuffledOrder } from './random.ts'

test('every number below the limit comes up, and none beyond', () => {
  const seen = new Set(Array.from({ length: 2_000 }, () => randomBelow(7)))
  expect(seen).toEqual(new Set([0, 1, 2, 3, 4, 5, 6]))
})

test('a shuffled order holds each place once', () => {
  expect(shuffledOrder(50).toSorted((one, other) => one - other)).toEqual(
    Array.from({ length: 50 }, (_, index) => index),
  )
  expect(shuffledOrder(3, () => 0)).toEqual([1, 2, 0])
})
