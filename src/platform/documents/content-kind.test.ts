import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { zipBytes } from '../../../test/archive-bytes.ts'
import { pdfBytes } from '../../../test/pdf-bytes.ts'
import { xlsxBytes } from '../../../test/xlsx-bytes.ts'
import { contentKindOf, wordsFor } from './content-kind.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deskhand-kind-'))
})

afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
})

const png = Buffer.from('89504e470d0a1a0a0000000d', 'hex')
const odt = zipBytes([
  { name: 'mimetype', content: 'application/vnd.oasis.opendocument.text' },
  { name: 'content.xml', content: '<x/>' },
])

const cases: [string, Buffer | string, string][] = [
  ['harmless.txt', png, 'image/png'],
  ['invoice.exe', pdfBytes([['x']]), 'application/pdf'],
  ['junk-in-front.pdf', Buffer.concat([Buffer.from('junk\n'), pdfBytes([['x']])]), 'application/pdf'],
  ['book.zip', xlsxBytes({ A: [[1]] }), 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ['letter', odt, 'application/vnd.oasis.opendocument.text'],
  ['picture.png', '<html><script>alert(1)</script>', 'text/html'],
  ['page.txt', '<!-- hi -->\n<!DOCTYPE html><p>', 'text/html'],
  ['plain.txt', 'From here to there: a story.\n\nNot a mail.', 'text/plain'],
  ['notes.md', '# Notes', 'text/markdown'],
  ['notes', '# Notes', 'text/plain'],
  ['table.csv', 'a,b\n1,2', 'text/csv'],
  ['drawing.txt', '<?xml version="1.0"?><svg xmlns="x"/>', 'image/svg+xml'],
  ['photo.csv', Buffer.from('ffd8ffe000104a46', 'hex'), 'image/jpeg'],
  ['noise.txt', Buffer.from([1, 2, 0, 3, 255]), 'application/octet-stream'],
  ['cars.txt', 'BMW and MZ are makers of cars and PK is not', 'text/plain'],
  ['empty.txt', '', 'text/plain'],
  ['utf16.txt', Buffer.from('\u{feff}text', 'utf16le'), 'text/plain'],
  ['program.md', Buffer.from('4d5a900003', 'hex'), 'application/vnd.microsoft.portable-executable'],
]

test.each(cases)('%s is known by its content', async (name, content, expected) => {
  const path = join(folder, name)
  await writeFile(path, content)
  expect(await contentKindOf(path)).toBe(expected)
})

test('a kind can be named in a sentence', () => {
  expect(wordsFor('application/pdf')).toBe('a PDF document')
  expect(wordsFor('text/csv')).toBe('a text file')
  expect(wordsFor('application/x-unheard')).toBe('another kind of file')
})
