import { expect, test } from 'vitest'
import { stemOf } from '../../../platform/language/word-stems.ts'
import { splitClauses, verbOf } from './clauses.ts'

const verbs = new Set(
  ['read', 'write', 'list', 'create', 'copy', 'make', 'search', 'find', 'compare', 'delete'].map(stemOf),
)
const texts = (sentence: string) => splitClauses(sentence, verbs).map(({ text }) => text)

test.each([
  [
    'search my Documents for invoices, then write the result to ~/invoices.txt',
    ['search my Documents for invoices', 'write the result to ~/invoices.txt'],
  ],
  ['First make a folder ~/new then copy ~/a.txt into it.', ['make a folder ~/new', 'copy ~/a.txt into it']],
  [
    'list the files in ~/Downloads and then create a spreadsheet ~/list.xlsx from it',
    ['list the files in ~/Downloads', 'create a spreadsheet ~/list.xlsx from it'],
  ],
  [
    'Please read ~/a.txt, write it to ~/b.txt, and finally delete ~/a.txt',
    ['read ~/a.txt', 'write it to ~/b.txt', 'delete ~/a.txt'],
  ],
  ['compare AAPL, MSFT and GOOG', ['compare AAPL, MSFT and GOOG']],
  [
    '1. read ~/a.txt\n2) copy ~/a.txt to ~/b.txt\n- list ~',
    ['read ~/a.txt', 'copy ~/a.txt to ~/b.txt', 'list ~'],
  ],
  [
    'write "first this, then that; and copy" to ~/x.txt',
    ['write "first this, then that; and copy" to ~/x.txt'],
  ],
  ['Read ~/a.txt. Can you copy it to ~/b.txt, please?', ['Read ~/a.txt', 'copy it to ~/b.txt']],
  ['find the list and copy of it', ['find the list and copy of it']],
  ['do A; after that do B', ['do A', 'do B']],
  [' … ', []],
])('%s', (sentence, expected) => {
  expect(texts(sentence)).toEqual(expected)
})

test.each([
  ["don't delete ~/a.txt", 'what not to do'],
  ['if ~/a.txt exists, delete ~/a.txt', 'condition'],
  ['for each file copy it to ~/b', 'each of several'],
  ['every weekday write "x" to ~/x.txt', 'schedule'],
  ['delete ~/a.txt after copying it', 'order'],
])('"%s" is more than a step can do', (sentence, reason) => {
  expect(splitClauses(sentence, verbs)).toEqual([{ text: sentence, beyond: expect.stringContaining(reason) }])
})

test('nothing of a sentence with a condition is done without it', () => {
  const [first, second] = splitClauses('if it is there, then delete ~/a.txt and list ~; read ~/b.txt', verbs)
  expect(first?.beyond).toContain('condition')
  expect(second).toEqual({ text: 'read ~/b.txt' })
})

test('a condition inside of quotes is only text', () => {
  expect(splitClauses('write "if not, never" to ~/x.txt', verbs)).toEqual([
    { text: 'write "if not, never" to ~/x.txt' },
  ])
})

test('the verb is the first word, not a value', () => {
  expect(verbOf('"hello" copying ~/a')).toBe('copy')
  expect(verbOf('~/a')).toBeUndefined()
})

test.each([
  ['spaces', `read${' '.repeat(20_000)}x`],
  ['lines', `read${'\n'.repeat(20_000)}x`],
  ['letters', `read ${'a'.repeat(20_000)}`],
  ['commas', `read${', '.repeat(10_000)}`],
])('thousands of %s are cut without trouble', (_, sentence) => {
  expect(splitClauses(sentence, verbs).length).toBeLessThanOrEqual(2)
})

test('a part with more values than any tool takes is left out', () => {
  expect(splitClauses(`copy ${'~/a '.repeat(5_000)}`, verbs)[0]?.beyond).toContain('more values')
})
