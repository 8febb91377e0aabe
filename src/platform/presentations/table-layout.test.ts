import fc from 'fast-check'
import { expect, test } from 'vitest'
import { emu } from './geometry.ts'
import { tableContent } from './table-content.ts'
import { layoutTable } from './table-layout.ts'

const room = {
  first: { x: 0, y: emu(2), width: emu(12), height: emu(4.5) },
  next: { x: 0, y: emu(1.5), width: emu(12), height: emu(5) },
}

test('every row is on exactly one page, in order; widths fill the room; no page is higher than its room', () => {
  const cell = fc.oneof(fc.string({ maxLength: 60 }), fc.double(), fc.constant(null), fc.boolean())
  const table = fc.record({
    headers: fc.array(fc.string({ maxLength: 20 }), { minLength: 1, maxLength: 12 }),
    rows: fc.array(fc.array(cell, { maxLength: 12 }), { maxLength: 80 }),
  })
  fc.assert(
    fc.property(table, ({ headers, rows }) => {
      const content = tableContent(headers, rows)
      const pages = layoutTable(content, room)
      expect(pages.flatMap((page) => page.rows.map((row) => row.cells))).toEqual(content.rows)
      for (const [index, page] of pages.entries()) {
        const area = index === 0 ? room.first : room.next
        expect(page.columnWidths.reduce((sum, width) => sum + width, 0)).toBe(area.width)
        expect(Math.min(...page.columnWidths)).toBeGreaterThan(0)
        if (page.rows.length > 1) expect(page.rect.height).toBeLessThanOrEqual(area.height)
      }
    }),
    { numRuns: 150 },
  )
})

test('a column with long text gets the room that short ones do not need', () => {
  const content = tableContent(
    ['Id', 'Description'],
    [[1, 'A long description of the thing that goes on and on']],
  )
  const [page] = layoutTable(content, room)
  expect(page!.columnWidths[1]!).toBeGreaterThan(page!.columnWidths[0]! * 4)
})

test('the last slide does not hold a single row', () => {
  const rows = Array.from({ length: 200 }, (_, index) => [index])
  const lastRows: number[] = []
  for (let count = 40; count < 120; count += 1) {
    const pages = layoutTable(tableContent(['N'], rows.slice(0, count)), room)
    if (pages.length > 2) lastRows.push(pages.at(-1)!.rows.length)
  }
  expect(lastRows.length).toBeGreaterThan(50)
  expect(Math.min(...lastRows)).toBeGreaterThan(5)
})

test.for([
  [['1', '2,5', '-3.4%', '$1,200', '(12)', '€ 5', '1.2bn', '', '–', 'n/a'], true],
  [['1', 'two'], false],
  [['2026-01-02', '2026-01-03'], false],
  [['', '-'], false],
  [['12:30', '13:45'], false],
] as const)('%j is a column of numbers: %s', ([values, expected]) => {
  expect(
    tableContent(
      ['A'],
      values.map((value) => [value]),
    ).numeric,
  ).toEqual([expected])
})
