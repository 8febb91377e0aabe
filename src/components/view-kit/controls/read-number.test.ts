import { expect, test } from 'vitest'
import { readNumber } from './read-number.ts'

test.each([
  ['12', 12],
  ['12.5', 12.5],
  ['12,5', 12.5],
  ['.5', 0.5],
  ['-3', -3],
  ['1,234.56', 1_234.56],
  ['1.234,56', 1_234.56],
  ['1 234,56', 1_234.56],
  ["1'234'567.80", 1_234_567.8],
  ['1,234,567', 1_234_567],
  ['1.234.567', 1_234_567],
  ['0', 0],
])('%s is %d in every language', (text, value) => {
  expect(readNumber(text, 'en')).toBe(value)
  expect(readNumber(text, 'de')).toBe(value)
})

test('a single mark before three digits means what it means in the language of the reader', () => {
  expect(readNumber('1,234', 'en')).toBe(1_234)
  expect(readNumber('1,234', 'de')).toBe(1.234)
  expect(readNumber('1.234', 'de')).toBe(1_234)
  expect(readNumber('1.234', 'en')).toBe(1.234)
  expect(readNumber('0,125', 'en')).toBe(0.125)
})

test.each(['', 'abc', '1,23,456.7', '1.2.3', '12-3', '1,2,3', '.', '1e5'])('%s is no number', (text) => {
  expect(readNumber(text, 'en')).toBeUndefined()
})
