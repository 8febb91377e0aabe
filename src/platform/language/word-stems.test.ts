import { expect, test } from 'vitest'
import { stemOf, stemsOf, wordsOf } from './word-stems.ts'

test.each([
  ['creates', 'creating', 'created'],
  ['copies', 'copying', 'copied'],
  ['searches', 'searching', 'searched'],
  ['zips', 'zipping', 'zipped'],
  ['files', 'file', 'filed'],
  ['invoices', 'invoice', 'invoice'],
])('%s, %s and %s are one word', (...forms) => {
  expect(new Set(forms.map(stemOf)).size).toBe(1)
})

test.each(['this', 'status', 'pdf', 'need', 'string', 'bus', 'class'])('%s has no ending', (word) => {
  expect(stemOf(word)).toBe(word)
})

test('words come in lower case, without punctuation and possessives', () => {
  expect(wordsOf('Read Ada’s notes, then: copy!')).toEqual(['read', 'ada', 'notes', 'then', 'copy'])
  expect(stemsOf('Größe der Dateien')).toEqual(['größ', 'der', 'dateien'])
})
