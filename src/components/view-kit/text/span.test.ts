import { expect, test } from 'vitest'
import { isOver, leftOf, newSpan, paused, prolonged, started } from './span.ts'

test('it runs out at its moment, however long nobody looked', () => {
  const span = started(newSpan(60_000), 1_000)
  expect(leftOf(span, 31_000)).toBe(30_000)
  expect(isOver(span, 60_999)).toBe(false)
  expect(isOver(span, 61_000)).toBe(true)
  expect(leftOf(span, 10_000_000)).toBe(0)
})

test('a pause keeps what is left, and starting goes on from there', () => {
  const still = paused(started(newSpan(60_000), 0), 20_000)
  expect(leftOf(still, 999_999)).toBe(40_000)
  const again = started(still, 100_000)
  expect(again.ends_at).toBe(140_000)
  expect(started(again, 120_000)).toBe(again)
})

test('more time is added to what is left; after the end it begins with it', () => {
  const span = prolonged(started(newSpan(60_000), 0), 30_000, 10_000)
  expect(leftOf(span, 10_000)).toBe(80_000)
  const again = prolonged(span, 30_000, 500_000)
  expect(leftOf(again, 500_000)).toBe(30_000)
  expect(isOver(again, 500_000)).toBe(false)
})
