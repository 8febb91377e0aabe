import { expect, test } from 'vitest'
import { tableColumns } from '../write/table-sheet.ts'

function guess(header: string, ...values: unknown[]) {
  const [column] = tableColumns(values.map((value) => ({ [header]: value })))
  return {
    kind: column!.kind,
    format: column!.column.format,
    values: values.map((value) => column!.convert(value)),
    column: column!.column,
  }
}

test.for([
  ['count', [1, 2, 3], '0'],
  ['count', [1, 1200], '#,##0'],
  ['year', [2024, 2025], '0'],
  ['founded', [1999, 2024], '0'],
  ['customer_id', [10_001, 10_002], '0'],
  ['order number', [10_001, 10_002], '0'],
  ['score', [1.5, 2], '0.00'],
  ['score', [1.234, 2], '0.000'],
  ['ratio', [1 / 3, 2], '0.0000'],
  ['size', [1234.5678, 2], '#,##0.00'],
  ['price', [1.23456, 2], '0.00'],
  ['tiny', [0.000012, 0.00003], 'General'],
  ['lat', [52.52, 48.13], '0.000000'],
  ['price_usd', [1.5, 2], '"$"#,##0.00'],
  ['Preis (€)', [1, 2], '"€"#,##0'],
  ['amount CHF', [1.5, 2], '"CHF "#,##0.00'],
  ['growth', [0.05, -0.1], '0.0%'],
  ['tax_rate', [0.19, 0.07], '0.0%'],
  ['exchange rate', [0.92, 1.1], '0.00'],
  ['percent', [12.5, 30], '0.0"%"'],
  ['percent', [12, 30], '0"%"'],
] as const)('numbers under "%s" %j are shown as %s', ([header, values, format]) => {
  expect(guess(header, ...values)).toMatchObject({ kind: 'number', format, values })
})

test('text that says numbers in every row becomes numbers', () => {
  expect(guess('n', '1', '2,000', null, '')).toMatchObject({
    kind: 'number',
    format: '#,##0',
    values: [1, 2000, null, null],
  })
  expect(guess('n', '$1.50', '$2')).toMatchObject({ format: '"$"#,##0.00', values: [1.5, 2] })
  expect(guess('n', '12.5%', '3%')).toMatchObject({ format: '0.0%', values: [0.125, 0.03] })
  expect(guess('n', 7, '8')).toMatchObject({ kind: 'number', values: [7, 8] })
})

test('one text that is no number keeps the whole column as it was given', () => {
  expect(guess('n', '1', '2', 'three')).toMatchObject({ kind: 'text', values: ['1', '2', 'three'] })
  expect(guess('n', '$1', '€2')).toMatchObject({ kind: 'text', values: ['$1', '€2'] })
  expect(guess('n', '5%', 5)).toMatchObject({ kind: 'mixed', values: ['5%', 5] })
  expect(guess('n', 1.5, 'n/a')).toMatchObject({ kind: 'mixed', format: '0.00', values: [1.5, 'n/a'] })
})

test.for([
  ['zip', ['90210', '10115']],
  ['code', ['007', '12']],
  ['anything', ['007', '12']],
  ['card', ['4111111111111111', '12']],
  ['phone', ['5551234567', '5559876543']],
] as const)('digits under "%s" that are names stay text, without a warning in Excel', ([header, values]) => {
  expect(guess(header, ...values)).toMatchObject({ kind: 'text', values, column: { textNumbers: true } })
})

test('integers that a spreadsheet would round are kept as text', () => {
  expect(guess('n', 1_234_567_890_123_456, 1)).toMatchObject({
    kind: 'text',
    values: ['1234567890123456', '1'],
  })
  expect(guess('n', 1e20, 1)).toMatchObject({ kind: 'number', values: [1e20, 1] })
})

test('dates become dates, with a time where there is one', () => {
  expect(guess('d', '2024-01-31', '')).toMatchObject({
    kind: 'date',
    format: 'yyyy-mm-dd',
    values: [new Date('2024-01-31'), null],
  })
  expect(guess('d', '2024-01-31', '2024-02-01T08:30')).toMatchObject({ format: 'yyyy-mm-dd hh:mm' })
  expect(guess('d', '2024-02-01T08:30:05Z')).toMatchObject({ format: 'yyyy-mm-dd hh:mm:ss' })
  expect(guess('d', '2024-01-31', 'soon')).toMatchObject({ kind: 'text', values: ['2024-01-31', 'soon'] })
})

test('one offset keeps the clock as it was written, several are brought to UTC', () => {
  const same = guess('t', '2024-01-01T10:00+02:00', '2024-01-02T10:00+02:00')
  expect(same.values[0]).toEqual(new Date('2024-01-01T10:00:00Z'))
  const several = guess('t', '2024-01-01T10:00+02:00', '2024-01-01T10:00Z')
  expect(several.values).toEqual([new Date('2024-01-01T08:00:00Z'), new Date('2024-01-01T10:00:00Z')])
})

test('booleans, lists, objects and nothing at all', () => {
  expect(guess('b', true, false)).toMatchObject({ kind: 'boolean', values: [true, false] })
  expect(guess('o', { a: [1] }, [1, 'x'])).toMatchObject({ kind: 'text', values: ['{"a":[1]}', '[1,"x"]'] })
  expect(guess('e', null, '')).toMatchObject({ kind: 'empty', values: [null, ''] })
})

test('columns are as wide as what they show, within limits', () => {
  expect(guess('a', 'x').column.width).toBe(8)
  expect(guess('a', 'x'.repeat(30)).column.width).toBe(32)
  expect(guess('a', 'x'.repeat(500)).column).toMatchObject({ width: 60, style: { wrap: true } })
  expect(guess('amount', 1_234_567.5).column.width).toBeGreaterThanOrEqual('1,234,567.50'.length)
  expect(guess('名前', '漢字漢字漢字漢字漢字').column.width).toBe(22)
  expect(guess('名前', 'twelve chars', '漢字漢字漢字漢字漢字').column.width).toBe(22)
  expect(guess('lines', 'a single line of text', 'a\nb\nc\nd\ne\nf\ng\nh\ni\nj\nk\nl\nm').column.width).toBe(
    23,
  )
})

test('rows with different keys make the union of the columns, in order of appearance', () => {
  const columns = tableColumns([{ b: 1 }, { a: 2, b: 3 }, { c: 4 }])
  expect(columns.map(({ key }) => key)).toEqual(['b', 'a', 'c'])
})

test('keys that every object inherits are columns like any other', () => {
  const columns = tableColumns([{ constructor: 1, ['__proto__']: 2, toString: 3 }, { a: 1 }])
  expect(columns.map(({ key, kind }) => [key, kind])).toEqual([
    ['constructor', 'number'],
    ['__proto__', 'number'],
    ['toString', 'number'],
    ['a', 'number'],
  ])
  expect(columns.map(({ column }) => column.format)).toEqual(['0', '0', '0', '0'])
})
