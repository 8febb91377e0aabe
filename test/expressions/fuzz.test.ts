import { expect, test } from 'vitest'
import { fuzzExpressions } from '../../prove/expression-fuzz.ts'

/** `npm run prove` makes 1,000,000. */
const TEXTS = 3_000

test('a random text has a value or is refused in a sentence, within 50 ms', () => {
  const seed = Number(process.env['PROPERTY_SEED'] ?? 20_261_115)
  const { failures, withValue, refused } = fuzzExpressions({ texts: TEXTS, seed })
  expect(failures).toEqual([])
  expect(withValue).toBeGreaterThan(TEXTS / 10)
  expect(refused).toBeGreaterThan(TEXTS / 10)
})
