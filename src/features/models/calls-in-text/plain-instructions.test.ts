import { expect, test } from 'vitest'
import { followPlainly } from './plain-instructions.ts'

test.each([
  { instruction: 'uppercase', text: 'Straße', outcome: 'STRASSE' },
  { instruction: 'Please make it upper case.', text: 'ab', outcome: 'AB' },
  { instruction: 'convert the text to lowercase', text: 'AB', outcome: 'ab' },
  { instruction: 'title case', text: "the fox's den", outcome: "The Fox's Den" },
  { instruction: 'sort lines', text: 'b\na10\na9\n', outcome: 'a9\na10\nb\n' },
  { instruction: 'Sort the list descending', text: 'a\nb', outcome: 'b\na' },
  { instruction: 'sort numerically', text: '10 x\n9 y', outcome: '9 y\n10 x' },
  { instruction: 'reverse the lines', text: 'a\r\nb\r\n', outcome: 'b\r\na\r\n' },
  { instruction: 'remove duplicates', text: 'a\nb\na', outcome: 'a\nb' },
  { instruction: 'Remove duplicate lines, please', text: 'a\na', outcome: 'a' },
  { instruction: 'remove empty lines', text: 'a\n\n b\n', outcome: 'a\n b\n' },
  { instruction: 'number the lines', text: 'a\nb', outcome: '1. a\n2. b' },
  { instruction: 'format json', text: '{"a":1}', outcome: '{\n  "a": 1\n}' },
  { instruction: 'minify the JSON', text: '{ "a": 1 }', outcome: '{"a":1}' },
  { instruction: 'count words', text: "It's 3 o'clock.", outcome: '3 words' },
  { instruction: 'How many characters are there in this text?', text: 'a😀', outcome: '2 characters' },
  { instruction: 'count the lines', text: 'a\nb\n', outcome: '2 lines' },
])('"$instruction" is done exactly', ({ instruction, text, outcome }) => {
  expect(followPlainly(instruction, text)).toBe(outcome)
})

test.each([
  'sort by importance',
  'make the first word uppercase and translate the rest',
  'number of people in it?',
  'reverse the meaning',
  'count the words that are nouns',
  'format json as yaml',
])('"%s" is not for this', (instruction) => {
  expect(followPlainly(instruction, 'some text')).toBeUndefined()
})

test('what is no JSON is not formatted, and nothing can be done without a text', () => {
  expect(followPlainly('format json', '{a:1}')).toBeUndefined()
  expect(followPlainly('uppercase', undefined)).toBeUndefined()
})
