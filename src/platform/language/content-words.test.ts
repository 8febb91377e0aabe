import { expect, test } from 'vitest'
import { contentStems, stemsLike } from './content-words.ts'
import { stemOf } from './word-stems.ts'

test('what a sentence is about is left of it, and of values the kind of file', () => {
  expect(contentStems('Please write the results to "my file" and to ~/a.xlsx, ~/b')).toEqual([
    'writ',
    'result',
    'xlsx',
    'folder',
  ])
  expect(contentStems('get https://example.org/delete')).toEqual(['get', 'url'])
})

test('words that mean the same know each other', () => {
  expect(stemsLike(stemOf('creating'))).toContain(stemOf('make'))
  expect(stemsLike('xlsx')).toContain('spreadsheet')
  expect(stemsLike('xyzzy')).toEqual([])
})
