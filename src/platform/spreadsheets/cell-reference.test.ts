import { expect, test } from 'vitest'
import {
  absoluteRange,
  columnIndex,
  columnName,
  columnOfCell,
  parseRange,
  rangeText,
} from './cell-reference.ts'

test.for([
  [0, 'A'],
  [25, 'Z'],
  [26, 'AA'],
  [701, 'ZZ'],
  [702, 'AAA'],
  [16_383, 'XFD'],
] as const)('column %i is %s, and back', ([index, name]) => {
  expect(columnName(index)).toBe(name)
  expect(columnIndex(name)).toBe(index)
  expect(columnOfCell(`${name}12`)).toBe(index)
})

test('ranges are read with and without dollars, in either direction, as cells, columns and rows', () => {
  expect(rangeText(parseRange('B2:D9'))).toBe('B2:D9')
  expect(rangeText(parseRange('$d$9:$b$2'))).toBe('B2:D9')
  expect(rangeText(parseRange('C4'))).toBe('C4:C4')
  expect(parseRange('B:C')).toEqual({ firstRow: 0, lastRow: 1_048_575, firstColumn: 1, lastColumn: 2 })
  expect(parseRange('2:3')).toEqual({ firstRow: 1, lastRow: 2, firstColumn: 0, lastColumn: 16_383 })
})

test.for(['', 'B', '7', 'A0', 'B2:', ':B2', 'A1:B2:C3', 'XFE1', 'A1048577', 'A1,B2', 'Sheet1!A1', '1A'])(
  '"%s" is refused with an example of a range',
  (text) => {
    expect(() => parseRange(text)).toThrow('" is not a cell range. Write it like B2:D20.')
  },
)

test('a reference quotes the sheet, and doubles the apostrophes in its name', () => {
  const range = { firstRow: 1, lastRow: 9, firstColumn: 0, lastColumn: 0 }
  expect(absoluteRange("Bob's data", range)).toBe("'Bob''s data'!$A$2:$A$10")
  expect(absoluteRange('One', { ...range, lastRow: 1 })).toBe("'One'!$A$2")
})
