import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { newPassphrase, newPassword, strengthOf } from './generate.ts'
import { WORDS } from './words.ts'

const all = { length: 20, uppercase: true, digits: true, symbols: true, avoid_ambiguous: true }

test('every wanted kind of sign is in each password, and nothing that looks alike', () => {
  for (let round = 0; round < 300; round += 1) {
    const { text } = newPassword({ ...all, length: 8 }, randomInt)
    expect(text).toMatch(/^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)(?=.*[^a-zA-Z\d]).{8}$/)
    expect(text).not.toMatch(/[0O1lI]/)
  }
})

test('only letters when nothing else is wanted, and its bits are those of the alphabet', () => {
  const { text, bits } = newPassword(
    { length: 30, uppercase: false, digits: false, symbols: false, avoid_ambiguous: false },
    randomInt,
  )
  expect(text).toMatch(/^[a-z]{30}$/)
  expect(bits).toBeCloseTo(30 * Math.log2(26))
})

test('a passphrase is as many words as are wanted', () => {
  const { text, bits } = newPassphrase({ words: 5, uppercase: true, digits: true }, randomInt)
  expect(text).toMatch(/^([A-Z][a-z]+-){5}\d$/)
  expect(bits).toBeCloseTo(50 + Math.log2(10))
})

test('there are 1,024 different words', () => {
  expect(WORDS.length).toBe(1024)
  expect(new Set(WORDS).size).toBe(1024)
  expect(WORDS.filter((word) => !/^[a-z]{3,8}$/.test(word))).toEqual([])
})

test('strength follows the bits', () => {
  expect([30, 50, 80, 120].map(strengthOf)).toEqual(['weak', 'fair', 'strong', 'very strong'])
})
