import { describe, expect, test } from 'vitest'
import { asSentence } from './as-sentence.ts'
import { matchGrammar } from './grammar/grammar.ts'
import { isLiteral, isLiteralClause } from './literal.ts'
import { whenOf } from './readers/reader.ts'
import { isWhole, unusedWords } from './whole.ts'

const when = whenOf({ now: new Date('2026-11-15T09:00:00Z'), timeZone: 'Europe/Oslo' })

function understood(said: string) {
  const sentence = asSentence(said)
  const shaped = matchGrammar(sentence, when)
  expect(shaped, said).toBeDefined()
  return { sentence, meaning: { ...shaped!, score: 1, by: 'grammar' as const } }
}

test.each([
  ['weather in Oslo tomorrow', []],
  ['set an alarm for half past eight', []],
  ['what is the exchange rate from pounds to yen', []],
  ['how is Apple stock doing over breakfast', ['breakfast']],
  ['add milk to my shopping list', []],
])('the words of “%s” that nothing was made of are %j', (said, left) => {
  const { meaning, sentence } = understood(said)
  expect(unusedWords(meaning, sentence, when)).toEqual(left)
})

test.each([
  ['make a kanban board called website', true],
  ['create a word document called Minutes', true],
  ['create a word document about the minutes', false],
  ['add "all of it" to my shopping list', true],
  ['add all of it to my shopping list', false],
  ['remind me to send all invoices to Bob tomorrow at 9', true],
  ['remind me to call mum tomorrow at 5', true],
  ['remind me to call mum tomorrow at 5 and write her a nice poem', false],
  ['remind me to buy milk and put it in the fridge', false],
  ['remind me to buy milk and call mum tomorrow', true],
  ['note: the key is late and save it to my journal', false],
  ['translate letter to German', true],
  ['translate the letter to German', false],
  ['recipe for soup', true],
  ['recipe for my favourite soup', false],
  ['define piece of cake', true],
  ['define the word love in a poem', false],
  ['should I take an umbrella in Oslo', true],
  ["what's the weather in Oslo and what should I wear", false],
  ['remind me tomorrow of all deadlines in the contract', false],
])('“%s” is whole: %s', (said, whole) => {
  const { meaning, sentence } = understood(said)
  expect(isWhole(meaning, sentence, when)).toBe(whole)
})

test('what a person has said that a sentence means is whole, whatever its words are', () => {
  const meaning = { intent: 'live_weather', slots: {}, score: 1, by: 'correction' } as const
  expect(isWhole(meaning, asSentence('brr or not brr'), when)).toBe(true)
  expect(isWhole({ ...meaning, by: 'embedding' }, asSentence('brr or not brr'), when)).toBe(false)
})

describe('a value is what it says', () => {
  test.each(['milk', 'The Lord of the Rings', 'snacks', 'call mom', 'a nut-free cake', '2 kg of flour'])(
    '%s',
    (text) => expect(isLiteral(text)).toBe(true),
  )

  test.each([
    'all deadlines from the meeting notes',
    'ingredients for pancakes',
    'three healthy snacks',
    'what I need',
    'it',
    'tasks based on report.txt',
    'milk and send it to Anna',
    'my notes',
  ])('or a description: %s', (text) => expect(isLiteral(text)).toBe(false))

  test.each(['the key is under the mat', 'my report is due on Friday', 'send all files to Bob'])(
    'in a clause: %s',
    (text) => expect(isLiteralClause(text)).toBe(true),
  )

  test.each(['a summary of the meeting', 'everything in my notes', 'call Bob. Then draft him a letter'])(
    'in a clause, or not: %s',
    (text) => expect(isLiteralClause(text)).toBe(false),
  )
})
