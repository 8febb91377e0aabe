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

test.each([
  ['🏃', '📚', false],
  ['🏃', ' 🏃 ', true],
  ['🏃', '', false],
  ['की', 'का', false],
  ['Zoë', 'Zoe\u0308', true],
  ['fix login', 'Fix login!', true],
])('“%s” and “%s” are the same: %s', (one, other, same) => {
  expect(isSame(one, other)).toBe(same)
})

test('what is called so goes before what only mentions it', () => {
  const of = { name: (text: string) => text, text: (text: string) => text }
  expect(matchesOf(['Tea bags', 'Tea'], 'tea', of)).toEqual({ entries: ['Tea'], isExact: true })
  expect(matchesOf(['Tea bags', 'Milk'], 'tea', of)).toEqual({ entries: ['Tea bags'], isExact: false })
})
