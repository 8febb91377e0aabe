import { expect, test } from 'vitest'
import { diceText, rollDice, totalOf } from './roll.ts'

test('faces go from 1 to the number of sides, and the total counts what is added', () => {
  const highest = rollDice({ count: 3, sides: 20, modifier: -2 }, (limit) => limit - 1)
  expect(highest.faces).toEqual([20, 20, 20])
  expect(totalOf(highest)).toBe(58)
  expect(rollDice({ count: 2, sides: 6, modifier: 0 }, () => 0).faces).toEqual([1, 1])
})

test('dice are written as players write them', () => {
  expect(diceText({ count: 2, sides: 6, modifier: 3 })).toBe('2d6 + 3')
  expect(diceText({ count: 1, sides: 20, modifier: -1 })).toBe('1d20 − 1')
})
