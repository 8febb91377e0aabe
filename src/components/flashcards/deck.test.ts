import { expect, test } from 'vitest'
import { answered, newDeck } from './deck.ts'

test('a known card is put away, another comes again after a few', () => {
  const deck = answered(newDeck([0, 1, 2, 3, 4, 5]), false)
  expect(deck.waiting).toEqual([1, 2, 3, 4, 0, 5])
  expect(answered(deck, true)).toEqual({ waiting: [2, 3, 4, 0, 5], known: [1], turned: false, repeats: 1 })
})

test('the last card stays until it is known', () => {
  const deck = answered(newDeck([7]), false)
  expect(deck.waiting).toEqual([7])
  expect(answered(deck, true).waiting).toEqual([])
})
