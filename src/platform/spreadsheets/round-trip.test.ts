import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { readXlsx } from 'hucre/xlsx'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openSpreadsheet } from './read/open-spreadsheet.ts'
import type { CellValue } from './write/workbook.ts'
import { writeWorkbook } from './write/write-workbook.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'round-trip-'))
})
afterEach(async () => {
  await rm(folder, { recursive: true, force: true })
})

const anyText = fc.string({
  unit: fc.oneof(
    fc.constantFrom('<', '>', '&', '"', '=', '_x0041_', '\r', '\n', '\t', ' ', '\u0001', '\ufffe'),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  ),
  maxLength: 30,
})
const anyValue: fc.Arbitrary<CellValue> = fc.oneof(
  anyText,
  fc.double({ noNaN: true }),
  fc.integer(),
  fc.boolean(),
  fc.date({ min: new Date('1901-01-01'), max: new Date('9000-01-01'), noInvalidDate: true }),
  fc.constant(null),
)

/** What a cell can keep of a value. */
function kept(value: CellValue): unknown {
  if (typeof value === 'number') return Number.isFinite(value) ? (value === 0 ? 0 : value) : null
  if (typeof value !== 'string') return value ?? null
  if (value === '') return null
  // Lines first: of `\r\u0001\n` two line ends stay, because they were never one.
  const lines = value.replaceAll(/\r\n?/g, '\n')
  // oxlint-disable-next-line no-control-regex -- these are what XML cannot hold
  return lines.replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '').toWellFormed()
}

async function readAll(path: string): Promise<unknown[][]> {
  await using book = await openSpreadsheet(path)
  const rows: unknown[][] = []
  for await (const { row, values } of book.rows('S')) rows[row] = [...values]
  return rows
}

test('whatever is written is read back, here and by another library', async () => {
  const anyRows = fc.array(fc.array(anyValue, { minLength: 1, maxLength: 6 }), {
    minLength: 1,
    maxLength: 20,
  })
  let file = 0
  await fc.assert(
    fc.asyncProperty(anyRows, async (rows) => {
      const path = join(folder, `${file++}.xlsx`)
      await writeWorkbook(path, { sheets: [{ name: 'S', columns: [], rows }] })
      const ours = await readAll(path)
      const { sheets } = await readXlsx(await readFile(path))
      for (const [row, values] of rows.entries()) {
        for (const [column, value] of values.entries()) {
          expect(ours[row]?.[column] ?? null).toEqual(kept(value))
          expect(plain(sheets[0]!.rows[row]?.[column])).toEqual(plain(kept(value)))
        }
      }
    }),
    { numRuns: 150, examples: [[[['\r\u0001\n', new Date(0)]]]] },
  )
})

/** The other library reads no empty texts, and moments to the millisecond below. */
function plain(value: unknown): unknown {
  if (value instanceof Date) return Math.round(value.getTime() / 1000)
  return value === '' ? null : (value ?? null)
}
