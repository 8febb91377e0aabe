import { expect, test } from 'vitest'
import { extensionOf, spansIn, withoutSpans } from './spans.ts'

const found = (text: string) => spansIn(text).map(({ kind, value }) => `${kind} ${value}`)

test.each([
  ['write "hello, world" to ~/notes.txt.', ['quoted hello, world', 'path ~/notes.txt']],
  ['copy /srv/data/a.csv into ~/Backup/, please', ['path /srv/data/a.csv', 'path ~/Backup/']],
  ['search my Documents for invoices', ['path ~/Documents']],
  ['what is in the downloads folder?', ['path ~/Downloads']],
  ['search my documents for notice period', []],
  ['list ~ and the home folder', ['path ~', 'path ~']],
  ['read "~/my notes/a b.txt"', ['path ~/my notes/a b.txt']],
  [
    'fetch https://example.org/a?b=1, then mail ada@example.org',
    ['url https://example.org/a?b=1', 'email ada@example.org'],
  ],
  ['show page 3 of report.pdf at 2.5', ['number 3', 'file_name report.pdf', 'number 2.5']],
  ["don't touch Ada's files", []],
  ["call it 'the plan'", ['quoted the plan']],
])('%s', (text, expected) => {
  expect(found(text)).toEqual(expected)
})

test('values can be taken out or written otherwise', () => {
  expect(withoutSpans('read ~/a.pdf now', { write: ({ value }) => extensionOf(value) ?? '' })).toBe(
    'read pdf now',
  )
  expect(withoutSpans('read ~/a.pdf now')).toBe('read         now')
})

test('a hostile text does not keep it busy', () => {
  const text = `${'a.'.repeat(20_000)} ${'"'.repeat(5_001)} ${'/x'.repeat(10_000)}`
  expect(spansIn(text).length).toBeGreaterThan(0)
})
