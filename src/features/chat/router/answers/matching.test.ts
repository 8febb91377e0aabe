import { expect, test } from 'vitest'
import { isSame, matchesOf, mentions } from './matching.ts'

test.each([
  ['The Wi-Fi password', 'wifi'],
  ['30 for groceries', 'grocery'],
  ['Tom Smith', 'tom smiths'],
  ['the keys are under the mat', 'key'],
])('“%s” mentions “%s”', (text, wanted) => {
  expect(mentions(text, wanted)).toBe(true)
})

test.each([
  ['team meeting', 'tea'],
  ['the glass is full', 'glas'],
  ['anything at all', 'the'],
])('“%s” does not mention “%s”', (text, wanted) => {
  expect(mentions(text, wanted)).toBe(false)
})

test('what is called so goes before what only mentions it', () => {
  const of = { name: (text: string) => text, text: (text: string) => text }
  expect(matchesOf(['Tea bags', 'Tea'], 'tea', of)).toEqual({ entries: ['Tea'], isExact: true })
  expect(matchesOf(['Tea bags', 'Milk'], 'tea', of)).toEqual({ entries: ['Tea bags'], isExact: false })
  expect(isSame('fix login', 'Fix login!')).toBe(true)
})
