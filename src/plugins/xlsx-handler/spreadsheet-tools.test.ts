import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestCall } from '../../../test/tool-call.ts'
import { checkFor } from '../../platform/validation/validation.ts'
import { writeWorkbook } from '../../platform/spreadsheets/write/write-workbook.ts'
import { appendXlsx } from './append-xlsx.ts'
import { xlsxHandler } from './plugin.ts'
import { readXlsx } from './read-xlsx.ts'
import { writeXlsx } from './write-xlsx.ts'
import { xlsxInfo } from './xlsx-info.ts'
import { xlsxToCsv } from './xlsx-to-csv.ts'

let folder: string
let path: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spreadsheet-tools-'))
  path = join(folder, 'book.xlsx')
})
afterEach(async () => {
  await rm(folder, { recursive: true, force: true })
})

function call() {
  return createTestCall({ home: folder, dataFolder: join(folder, 'data') })
}

async function sample(): Promise<void> {
  const data = Array.from({ length: 30 }, (_, index) => ({
    name: `n${index}`,
    size: index,
    day: `2025-01-${String(index + 1).padStart(2, '0')}`,
  }))
  await writeXlsx.run({ path, data, chart: { type: 'line', x: 'day', y: 'size', title: 'Sizes' } }, call())
}

test('every tool has an example that its schema accepts, and they work one after the other', async () => {
  for (const tool of xlsxHandler.tools) {
    const args: unknown = JSON.parse(JSON.stringify(tool.example.args).replaceAll('{folder}', folder))
    expect({ [tool.action]: checkFor(tool.params, 'body')(args) }).toEqual({ [tool.action]: [] })
    const { data } = await tool.run(args, call())
    expect({ [tool.action]: checkFor(tool.data, 'result')(data) }).toEqual({ [tool.action]: [] })
  }
})

test('READ_XLSX reads a part at a time', async () => {
  await sample()
  const first = await readXlsx.run({ path, limit: 2 }, call())
  expect(first.data).toMatchObject({
    format: 'xlsx',
    sheet: 'Sheet1',
    sheets: ['Sheet1'],
    columns: ['name', 'size', 'day'],
    rows: [
      { name: 'n0', size: 0, day: '2025-01-01' },
      { name: 'n1', size: 1, day: '2025-01-02' },
    ],
    more: true,
    next_offset: 2,
  })
  const last = await readXlsx.run({ path, offset: 29 }, call())
  expect(last.data).toMatchObject({ rows: [{ name: 'n29' }], more: false })
  expect(last.data).not.toHaveProperty('next_offset')
})

test('READ_XLSX takes ranges and headers from anywhere, or none', async () => {
  await sample()
  const inner = await readXlsx.run({ path, range: 'B4:C5', header_row: 1 }, call())
  expect(inner.data).toMatchObject({
    columns: ['size', 'day'],
    rows: [{ size: 2, day: '2025-01-03' }, { size: 3 }],
    more: false,
  })
  const bare = await readXlsx.run({ path, range: 'A1:A2', header_row: 0 }, call())
  expect(bare.data).toMatchObject({ columns: ['A'], rows: [{ A: 'name' }, { A: 'n0' }] })
  const block = await readXlsx.run({ path, range: 'B2:B4' }, call())
  expect(block.data).toMatchObject({ columns: ['0'], rows: [{ 0: 1 }, { 0: 2 }] })
  await expect(readXlsx.run({ path, range: 'nonsense' }, call())).rejects.toThrow(
    '" is not a cell range. Write it like B2:D20.',
  )
})

test('READ_XLSX gives every column a name of its own', async () => {
  await writeWorkbook(path, {
    sheets: [{ name: 'S', columns: [], rows: [[], ['a', null, 'a', ' b '], [1, 2, 3, 4, 5]] }],
  })
  const { data } = await readXlsx.run({ path }, call())
  expect(data.columns).toEqual(['a', 'B', 'a (2)', 'b', 'E'])
  expect(data.rows).toEqual([{ a: 1, B: 2, 'a (2)': 3, b: 4, E: 5 }])
})

test('READ_XLSX stops before an answer becomes too large', async () => {
  const rows = Array.from({ length: 100 }, () => ['x'.repeat(30_000)])
  await writeWorkbook(path, { sheets: [{ name: 'S', columns: [{ header: 'a' }], rows }] })
  const { data } = await readXlsx.run({ path }, call())
  expect(data).toMatchObject({ more: true, next_offset: data.rows.length })
  expect(data.rows.length).toBeLessThan(30)
})

test('APPEND_XLSX changes the file in place, and calls at once do not lose rows', async () => {
  await sample()
  await Promise.all(
    Array.from({ length: 5 }, (_, index) =>
      appendXlsx.run({ path, data: [{ name: `added ${index}` }] }, call()),
    ),
  )
  const { data } = await readXlsx.run({ path, offset: 30 }, call())
  expect(new Set(data.rows.map(({ name }) => name))).toEqual(
    new Set([0, 1, 2, 3, 4].map((index) => `added ${index}`)),
  )
  expect(await readdir(folder)).toEqual(['book.xlsx'])
})

test('APPEND_XLSX that is refused leaves the file as it was', async () => {
  await sample()
  const before = await readFile(path)
  await expect(appendXlsx.run({ path, data: [] }, call())).rejects.toThrow('data is empty')
  await expect(appendXlsx.run({ path, data: [{ nope: 1 }] }, call())).rejects.toThrow(
    'Set add_columns to true',
  )
  await expect(appendXlsx.run({ path: `${path}x`, data: [{ a: 1 }] }, call())).rejects.toMatchObject({
    code: 'not_found',
  })
  expect(await readFile(path)).toEqual(before)
  expect(await readdir(folder)).toEqual(['book.xlsx'])
})

test('XLSX_INFO tells size, columns, kinds, charts and names', async () => {
  await writeWorkbook(path, {
    sheets: [
      {
        name: 'One',
        columns: [{ header: 'text' }, { header: 'mixed' }, { header: 'day' }, { header: 'empty' }],
        rows: [
          ['a', 1, new Date('2025-01-01'), null],
          ['b', 'x', new Date('2025-01-02'), null],
        ],
        charts: [
          {
            type: 'bar',
            title: 'A & B',
            series: [{ name: 's', values: { firstRow: 1, lastRow: 'end', firstColumn: 1, lastColumn: 1 } }],
            place: { column: 5, row: 1, width: 100, height: 100 },
          },
        ],
      },
      { name: 'Two', columns: [], rows: [] },
    ],
    names: [
      { name: 'First', sheet: 'One', range: { firstRow: 1, lastRow: 1, firstColumn: 0, lastColumn: 0 } },
    ],
  })
  const { message, data } = await xlsxInfo.run({ path }, call())
  expect(message).toBe(`${path} has 2 sheets: One (3 × 4), Two (0 × 0).`)
  expect(data.sheets[0]).toEqual({
    name: 'One',
    hidden: false,
    rows: 3,
    columns: 4,
    range: 'A1:D3',
    headers: [
      { name: 'text', type: 'text' },
      { name: 'mixed', type: 'mixed' },
      { name: 'day', type: 'date' },
      { name: 'empty', type: 'empty' },
    ],
    charts: [{ type: 'bar', title: 'A & B' }],
    tables: [],
  })
  expect(data.names).toEqual([{ name: 'First', refers_to: "'One'!$A$2" }])
})

test('XLSX_TO_CSV quotes what must be quoted, keeps numbers bare and defuses what looks like a formula', async () => {
  await writeWorkbook(path, {
    sheets: [
      {
        name: 'S',
        columns: [{ header: 'a' }, { header: 'b;c' }, { header: 'd' }],
        rows: [
          ['=1+1', -5, 'say "hi"'],
          ['@x', true, 'two\nlines'],
          [],
          ['-5 apples', new Date('2025-01-31'), null],
        ],
      },
    ],
  })
  const { data } = await xlsxToCsv.run({ path }, call())
  expect(data).toMatchObject({ path: join(folder, 'book.csv'), sheet: 'S', rows: 5, columns: 3 })
  expect(await readFile(data.path, 'utf8')).toBe(
    'a,b;c,d\n\'=1+1,-5,"say ""hi"""\n\'@x,TRUE,"two\nlines"\n,,\n\'-5 apples,2025-01-31,\n',
  )
  const other = await xlsxToCsv.run({ path, delimiter: ';', output_path: '~/x.csv' }, call())
  expect(await readFile(other.data.path, 'utf8')).toContain('a;"b;c";d\n')
  await expect(xlsxToCsv.run({ path, output_path: '~/x.txt' }, call())).rejects.toThrow(
    'output_path must end in .csv',
  )
})

test('files that are no spreadsheets are refused by every tool in words', async () => {
  await writeFile(path, '<html>')
  for (const tool of [readXlsx, xlsxInfo, xlsxToCsv]) {
    await expect(tool.run({ path }, call())).rejects.toMatchObject({
      code: 'unsupported_media_type',
    })
  }
  await expect(appendXlsx.run({ path, data: [{ a: 1 }] }, call())).rejects.toMatchObject({
    code: 'unsupported_media_type',
  })
  expect(await readdir(folder)).toEqual(['book.xlsx'])
})

test('secrets ask before they are read', async () => {
  for (const tool of [readXlsx, xlsxInfo, xlsxToCsv]) {
    expect(await tool.needsApproval?.({ path: '~/.ssh/book.xlsx' }, call())).toContain('protected')
  }
})
