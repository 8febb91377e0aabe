import { expect, test } from 'vitest'
import { converted, currenciesOf } from './convert.ts'

const rates = { base: 'USD', rates: { EUR: 0.8, GBP: 0.5 } }

test('money goes from and to the base, and between two others', () => {
  expect(converted(100, { from: 'USD', to: 'EUR' }, rates)).toBe(80)
  expect(converted(80, { from: 'EUR', to: 'USD' }, rates)).toBe(100)
  expect(converted(80, { from: 'EUR', to: 'GBP' }, rates)).toBe(50)
})

test('a currency without a rate has no result', () => {
  expect(converted(1, { from: 'USD', to: 'XXX' }, rates)).toBeUndefined()
})

test('the base is one of the currencies', () => {
  expect(currenciesOf(rates)).toEqual(['EUR', 'GBP', 'USD'])
})
