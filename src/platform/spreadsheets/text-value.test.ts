import { expect, test } from 'vitest'
import { inUtc, readText } from './text-value.ts'

test.for([
  ['42', 42],
  ['-3.5', -3.5],
  ['1,234,567.89', 1_234_567.89],
  ['0', 0],
  ['0.5', 0.5],
  ['999999999999999', 999_999_999_999_999],
] as const)('"%s" is the number %d', ([text, value]) => {
  expect(readText(text)).toMatchObject({ kind: 'number', value })
})

test.for([
  ['$1,200.50', 1200.5, '$'],
  ['-$5', -5, '$'],
  ['($1,000)', -1000, '$'],
  ['€ 12.30', 12.3, '€'],
  ['12.30 €', 12.3, '€'],
  ['USD 99', 99, 'USD'],
  ['R$10', 10, 'R$'],
] as const)('"%s" is money: %d %s', ([text, value, symbol]) => {
  expect(readText(text)).toMatchObject({ kind: 'currency', value, symbol })
})

test.for([
  ['12%', 0.12],
  ['-3.5 %', -0.035],
  ['1,200%', 12],
] as const)('"%s" is the share %d', ([text, value]) => {
  const read = readText(text)
  expect(read.kind).toBe('percent')
  expect(read).toHaveProperty('value', expect.closeTo(value, 10))
})

test.for(['007', '00', '-012', '4111111111111111', '12345678901234567890'])(
  '"%s" is a name made of digits',
  (text) => {
    expect(readText(text)).toEqual({ kind: 'digits' })
  },
)

test.for([
  '+49 151 123456',
  '+491511234567',
  '555-1234',
  '(030) 1234',
  '1.234,56',
  '1,23',
  '12,34,567',
  '1e5',
  '2024-02-30',
  '2024-13-01',
  '2024-01-01T25:00',
  '0024-01-01',
  '1850-05-05',
  '12/31/2024',
  '=1+1',
  '-',
  '$',
  '%',
  '($5',
  'ABC',
  'ABC 12',
  'EUR 12x',
  '٣',
  '',
  '   ',
])('"%s" stays text', (text) => {
  expect(readText(text)).toEqual({ kind: 'text' })
})

test('dates and times are read as they are written, the offset aside', () => {
  expect(readText('2024-02-29')).toEqual({ kind: 'date', value: new Date('2024-02-29T00:00:00Z') })
  expect(readText('2024-02-29T08:30')).toMatchObject({
    kind: 'datetime',
    offset: '',
    value: new Date('2024-02-29T08:30:00Z'),
  })
  expect(readText('2024-02-29 08:30:15.25Z')).toMatchObject({
    offset: 'Z',
    value: new Date('2024-02-29T08:30:15.250Z'),
  })
  expect(readText('2024-02-29T08:30:00+02:00')).toMatchObject({
    offset: '+02:00',
    value: new Date('2024-02-29T08:30:00Z'),
  })
})

test('an offset is taken into account when the moment in UTC is wanted', () => {
  const written = new Date('2024-02-29T08:30:00Z')
  expect(inUtc(written, '+02:00')).toEqual(new Date('2024-02-29T06:30:00Z'))
  expect(inUtc(written, '-0130')).toEqual(new Date('2024-02-29T10:00:00Z'))
  expect(inUtc(written, 'Z')).toEqual(written)
})
