import { expect, test } from 'vitest'
import { cellText, tableContent } from './table-content.ts'

test.each([
  [null, ''],
  [true, 'Yes'],
  [false, 'No'],
  [0.1 + 0.2, '0.3'],
  [-0.5, '-0.5'],
  [1e21, '1e+21'],
  ['  as it is ', '  as it is '],
  ['', ''],
])('the value %j is written as "%s"', (value, text) => {
  expect(cellText(value)).toBe(text)
})

test('rows are made equally long, and no value is lost', () => {
  const { headers, rows } = tableContent(['A', 'B'], [['1'], ['1', '2', '3'], []])
  expect(headers).toEqual(['A', 'B', ''])
  expect(rows).toEqual([
    ['1', '', ''],
    ['1', '2', '3'],
    ['', '', ''],
  ])
})

test('rows by header stand in the order of the headers, and what has none comes after', () => {
  const { rows } = tableContent(['Name', 'Age'], [{ Age: 36, Name: 'Ada', Born: 1815 }, { Name: 'Bob' }])
  expect(rows).toEqual([
    ['Ada', '36', '1815'],
    ['Bob', '', ''],
  ])
})

test('a table without rows, or without headers, is a table', () => {
  expect(tableContent(['A'], [])).toEqual({ headers: ['A'], rows: [], numeric: [false] })
  expect(tableContent([], [])).toEqual({ headers: [], rows: [], numeric: [] })
})

const isNumeric = (...values: (string | number | null)[]) =>
  tableContent(
    ['x'],
    values.map((value) => [value]),
  ).numeric[0]

test.each([
  '12',
  '1,234.50',
  "1'234",
  '1\u202f234,5',
  '$12.50',
  'USD 12',
  '12 €',
  '-3',
  '−3',
  '+4',
  '(3.5)',
  '12%',
  '3.4bn',
  '5x',
  '$-3',
])('"%s" is read from the right', (value) => {
  expect(isNumeric(value)).toBe(true)
})

test.each(['twelve', '12 apples', '2026-03-02', '10:30', 'A1', '3/4', 'v2', '1-2'])(
  '"%s" is words',
  (value) => {
    expect(isNumeric(value)).toBe(false)
  },
)

test('a column is one of numbers when all that it has are, whatever stands for nothing', () => {
  expect(isNumeric(1, null, '–', 'n/a', 'N.A.', ' 2 ')).toBe(true)
  expect(isNumeric(1, 2, 'none')).toBe(false)
  expect(isNumeric('-', null)).toBe(false)
})
