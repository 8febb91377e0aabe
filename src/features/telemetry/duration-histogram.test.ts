import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DurationHistogram } from './duration-histogram.ts'

test('percentiles are within 12 % of the true ones', () => {
  const durations = fc.array(fc.double({ min: 1, max: 60_000, noNaN: true }), {
    minLength: 1,
    maxLength: 200,
  })
  fc.assert(
    fc.property(durations, fc.constantFrom(0.5, 0.95), (values, share) => {
      const histogram = new DurationHistogram()
      for (const value of values) histogram.add(value)
      const exact = values.toSorted((a, b) => a - b)[Math.max(1, Math.ceil(values.length * share)) - 1]!
      expect(Math.abs(histogram.percentile(share)! / exact - 1)).toBeLessThan(0.125)
    }),
  )
})

test('a histogram is the same after it was written and read', () => {
  const histogram = new DurationHistogram()
  for (const value of [0, 0.2, 3, 3, 400, 1e9]) histogram.add(value)
  const copy = DurationHistogram.fromJson(histogram.toJson())
  expect([0.1, 0.5, 0.95, 1].map((share) => copy.percentile(share))).toEqual(
    [0.1, 0.5, 0.95, 1].map((share) => histogram.percentile(share)),
  )
})

test('nothing timed has no percentile', () => {
  expect(new DurationHistogram().percentile(0.5)).toBeUndefined()
})
