import { expect, test } from 'vitest'
import { countedFiles, describeSearch } from './found-words.ts'

const file = (path: string) => ({ path, type: 'file' })
const folder = (path: string) => ({ path, type: 'folder' })

test.each([
  [{ query: 'invoice' }, [file('/h/invoice.pdf'), file('/h/Invoice.docx')], 'files called “invoice”'],
  [
    { query: 'invoice' },
    [file('/h/invoice.pdf'), file('/h/invoice-7.pdf')],
    'files with “invoice” in the name',
  ],
  [{ query: 'report*.txt' }, [file('/h/report1.txt')], 'files that match “report*.txt”'],
  [{ query: 'images', path: '~/Pictures' }, [file('/h/a.png')], 'pictures in ~/Pictures'],
  [{ query: '*', contains: 'rent' }, [file('/h/a.txt')], 'files with “rent” in them'],
])('a search tells how it matched: %j', (args, found, told) => {
  expect(describeSearch(args, found)).toBe(told)
})

test.each([
  [5, [file('a'), file('b'), file('c'), file('d'), file('e')], '5 files called “x”'],
  [1, [file('a')], '1 file called “x”'],
  [5, [file('a'), file('b'), file('c'), file('d'), folder('e')], '4 files and 1 folder called “x”'],
  [2, [folder('a'), folder('b')], '2 folders called “x”'],
  [120, [file('a'), folder('b')], '120 files and folders called “x”'],
])('folders are not counted as files: %i', (count, found, said) => {
  expect(countedFiles(count, 'files called “x”', found)).toBe(said)
})
