import { expect, test } from 'vitest'
import { digitsOf, sharesOf } from './share.ts'

test('the tip and the shares cover the bill to the last cent', () => {
  expect(sharesOf({ bill: 84.5, percent: 15, people: 3 }, 2)).toEqual({
    tip: 12.68,
    total: 97.18,
    each: 32.4,
  })
  expect(sharesOf({ bill: 0.1, percent: 0, people: 3 }, 2)).toEqual({ tip: 0, total: 0.1, each: 0.04 })
})

test('a currency without small coins is shared in whole ones', () => {
  expect(digitsOf('JPY')).toBe(0)
  expect(digitsOf('EUR')).toBe(2)
  expect(sharesOf({ bill: 1000, percent: 10, people: 3 }, 0)).toEqual({ tip: 100, total: 1100, each: 367 })
})
