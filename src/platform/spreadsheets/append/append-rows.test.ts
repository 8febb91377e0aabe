import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createZipWriter } from '../../archives/zip-writer.ts'
import { ZipEditor } from '../../archives/zip-editor.ts'
import { appendRows, type AppendRequest } from './append-rows.ts'
import { openSpreadsheet } from '../read/open-spreadsheet.ts'
import { tableColumns, tableSheet } from '../write/table-sheet.ts'
import { writeWorkbook } from '../write/write-workbook.ts'

let folder: string
let path: string
let target: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'append-rows-'))
  path = join(folder, 'book.xlsx')
  target = join(folder, 'new.xlsx')
})
afterEach(async () => {
  await rm(folder, { recursive: true, force: true })
})

function append(rows: AppendRequest['rows'], more: Partial<AppendRequest> = {}) {
  const { signal } = new AbortController()
  return appendRows(path, target, { rows, addColumns: false, extendCharts: false, signal, ...more })
}

async function table(rows: Record<string, unknown>[]): Promise<void> {
  const columns = tableColumns(rows)
  const range = (column: number) =>
    ({ firstRow: 1, lastRow: 'end', firstColumn: column, lastColumn: column }) as const
  const chart = {
    type: 'line',
    series: [{ name: 'n', categories: range(0), values: range(1) }],
    place: { column: 5, row: 1, width: 300, height: 200 },
  } as const
  await writeWorkbook(path, { sheets: [{ ...tableSheet('Data', { rows, columns }), charts: [chart] }] })
}

async function values(file = target, sheet = 'Data'): Promise<unknown[][]> {
  await using book = await openSpreadsheet(file)
  const rows: unknown[][] = []
  for await (const { row, values: cells } of book.rows(sheet)) rows[row] = [...cells]
  return rows
}

async function part(name: string, file = target): Promise<string> {
  await using zip = await ZipEditor.open(file)
  return await zip.readText(name)
}

async function hashes(file: string): Promise<Record<string, string>> {
  await using zip = await ZipEditor.open(file)
  const found: Record<string, string> = {}
  for (const name of zip.names()) {
    found[name] = createHash('sha256')
      .update(await zip.readBytes(name))
      .digest('hex')
  }
  return found
}

/** A workbook by hand: what other programs write differs in ways that our own writer never shows. */
async function byHand(parts: { sheet: string; table?: string; workbook?: string }): Promise<void> {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const links = (items: string) =>
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${items}</Relationships>`
  await using zip = await createZipWriter(path)
  await zip.add(
    '[Content_Types].xml',
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
  )
  await zip.add(
    '_rels/.rels',
    links(`<Relationship Id="a" Type="${office}/officeDocument" Target="/xl/workbook.xml"/>`),
  )
  await zip.add(
    'xl/workbook.xml',
    `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Data" sheetId="4" r:id="x"/></sheets>${parts.workbook ?? ''}</workbook>`,
  )
  await zip.add(
    'xl/_rels/workbook.xml.rels',
    links(`<Relationship Id="x" Type="${office}/worksheet" Target="worksheets/odd-name.xml"/>`),
  )
  await zip.add('xl/worksheets/odd-name.xml', parts.sheet)
  if (parts.table !== undefined) {
    await zip.add(
      'xl/worksheets/_rels/odd-name.xml.rels',
      links(`<Relationship Id="t" Type="${office}/table" Target="../tables/t.xml"/>`),
    )
    await zip.add('xl/tables/t.xml', parts.table)
  }
  await zip.close()
}

test('rows are matched by header, typed like the cells above, and everything else stays as it was', async () => {
  await table([{ day: '2025-01-01', amount: 1234.5, share: '10%', note: 'first' }])
  const before = await hashes(path)
  const result = await append([
    { Day: '2025-01-02', NOTE: '=1+1', amount: '2,000.25', share: '25%' },
    ['2025-01-03', 7, 0.5, 'fourth'],
  ])
  expect(result).toMatchObject({ sheet: 'Data', firstRow: 3, lastRow: 4, addedColumns: [] })
  expect((await values()).slice(1)).toEqual([
    [new Date('2025-01-01'), 1234.5, 0.1, 'first'],
    [new Date('2025-01-02'), 2000.25, 0.25, '=1+1'],
    [new Date('2025-01-03'), 7, 0.5, 'fourth'],
  ])
  const after = await hashes(target)
  const changed = Object.keys(before).filter((name) => before[name] !== after[name])
  expect(changed).toEqual(['xl/worksheets/sheet1.xml', 'xl/workbook.xml'])
  expect(Object.keys(after)).toEqual(Object.keys(before))
})

test('size, filter, stripes and the name of the filter reach over the new rows', async () => {
  await table([
    { name: 'a', n: 1 },
    { name: 'b', n: 2 },
  ])
  await append([{ name: 'c', n: 3 }])
  const xml = await part('xl/worksheets/sheet1.xml')
  expect(xml).toContain('<dimension ref="A1:B4"/>')
  expect(xml).toContain('<autoFilter ref="A1:B4"/>')
  expect(xml).toContain('<conditionalFormatting sqref="A2:B4">')
  expect(await part('xl/workbook.xml')).toContain("'Data'!$A$1:$B$4")
})

test('charts are stretched only when that is asked for', async () => {
  await table([
    { name: 'a', n: 1 },
    { name: 'b', n: 2 },
  ])
  await append([{ name: 'c', n: 3 }])
  expect(await part('xl/charts/chart1.xml')).toBe(await part('xl/charts/chart1.xml', path))
  await append([{ name: 'c', n: 3 }], { extendCharts: true })
  const chart = await part('xl/charts/chart1.xml')
  expect(chart).toContain("<c:f>'Data'!$B$2:$B$4</c:f></c:numRef>")
  expect(chart).toContain("<c:f>'Data'!$A$2:$A$4</c:f></c:strRef>")
})

test('a column that is not there is refused by name, and added when that is wanted', async () => {
  await table([{ name: 'a', n: 1 }])
  await expect(append([{ name: 'b', colour: 'red' }])).rejects.toThrow(
    'no column "colour". Its columns: name, n.',
  )
  await expect(append([['b', 2, 3]])).rejects.toThrow('3 values')
  const { addedColumns, columns } = await append([{ colour: 'red <3', n: 2 }], { addColumns: true })
  expect({ addedColumns, columns }).toEqual({ addedColumns: ['colour'], columns: ['name', 'n', 'colour'] })
  expect(await values()).toEqual([
    ['name', 'n', 'colour'],
    ['a', 1],
    [null, 2, 'red <3'],
  ])
})

test('a header alone gives its new rows no header style', async () => {
  await writeWorkbook(path, {
    sheets: [{ name: 'Data', columns: [{ header: 'a' }, { header: 'd', format: 'yyyy-mm-dd' }], rows: [] }],
  })
  await append([{ a: 'x', d: '2025-05-05' }])
  const xml = await part('xl/worksheets/sheet1.xml')
  expect(xml).toContain('<c r="A2" t="inlineStr">')
  expect((await values())[1]).toEqual(['x', new Date('2025-05-05')])
})

test('an empty sheet gets the header first', async () => {
  await byHand({
    sheet:
      '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData/></worksheet>',
  })
  const result = await append([{ a: 1 }, { b: 'x' }])
  expect(result).toMatchObject({ firstRow: 2, lastRow: 3, columns: ['a', 'b'] })
  expect(await values()).toEqual([['a', 'b'], [1], [null, 'x']])
})

test('rows that are only formatted give way, those further down stay', async () => {
  const sheet =
    '<x:worksheet xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><x:cols><x:col min="1" max="9" style="2"/></x:cols>' +
    '<x:sheetData><x:row r="3"><x:c r="B3" t="str"><x:v>name</x:v></x:c></x:row><x:row r="4"><x:c r="B4" t="str" s="5"><x:v>a</x:v></x:c></x:row>' +
    '<x:row r="5" ht="30"><x:c r="B5" s="5"/></x:row><x:row r="9" ht="31"/></x:sheetData><x:pageMargins left="1"/></x:worksheet>'
  await byHand({ sheet })
  await append([{ name: 'b' }, { name: 'c' }])
  const xml = await part('xl/worksheets/odd-name.xml')
  expect(xml).toContain(
    '<x:row r="5"><x:c r="B5" s="5" t="inlineStr"><x:is><x:t xml:space="preserve">b</x:t></x:is></x:c></x:row><x:row r="6">',
  )
  expect(xml).not.toContain('ht="30"')
  expect(xml).toContain('</x:row><x:row r="9" ht="31"/></x:sheetData><x:pageMargins left="1"/></x:worksheet>')
})

test('a table grows with its rows, and one that ends in totals is refused', async () => {
  const rows = '<row r="1"><c r="A1" t="str"><v>n</v></c></row><row r="2"><c r="A2"><v>1</v></c></row>'
  const sheet = `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows}</sheetData></worksheet>`
  const tableXml = (more: string) =>
    `<table id="1" displayName="Sales" ref="A1:A2"${more}><autoFilter ref="A1:A2"/></table>`
  await byHand({ sheet, table: tableXml('') })
  await append([{ n: 2 }])
  expect(await part('xl/tables/t.xml')).toBe(
    '<table id="1" displayName="Sales" ref="A1:A3"><autoFilter ref="A1:A3"/></table>',
  )
  await expect(append([{ m: 2 }], { addColumns: true })).rejects.toThrow('table "Sales"')
  await byHand({ sheet, table: tableXml(' totalsRowCount="1"') })
  await expect(append([{ n: 2 }])).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('totals'),
  })
})

test('the header may be named, and must then be there', async () => {
  const row = (number: number, text: string) =>
    `<row r="${number}"><c r="A${number}" t="str"><v>${text}</v></c></row>`
  const sheet = `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${row(1, 'Report')}${row(3, 'name')}${row(4, 'a')}</sheetData></worksheet>`
  await byHand({ sheet })
  await expect(append([{ name: 'b' }])).rejects.toThrow('Its columns: Report')
  await expect(append([{ name: 'b' }], { headerRow: 2 })).rejects.toThrow('nothing in row 2')
  expect(await append([{ name: 'b' }], { headerRow: 3 })).toMatchObject({ firstRow: 5 })
})

test('other sheets can be chosen by name, and unknown ones are answered with the list', async () => {
  const sheets = ['One', 'Two'].map((name) => ({ name, columns: [{ header: 'a' }], rows: [[1]] }))
  await writeWorkbook(path, { sheets })
  await append([{ a: 2 }], { sheet: 'two' })
  expect(await values(target, 'One')).toEqual([['a'], [1]])
  expect(await values(target, 'Two')).toEqual([['a'], [1], [2]])
  await expect(append([{ a: 2 }], { sheet: 'Three' })).rejects.toThrow('Its sheets: One, Two.')
})

test('a file that is no workbook is refused in words', async () => {
  await writeFile(path, 'name,amount\n')
  await expect(append([{ a: 1 }])).rejects.toThrow('is not an Excel workbook (.xlsx), despite its name')
})

test('ten thousand rows at once', async () => {
  await table([{ name: 'a', n: 1 }])
  const rows = Array.from({ length: 10_000 }, (_, index) => ({ name: `row ${index} & more`, n: index }))
  expect(await append(rows)).toMatchObject({ firstRow: 3, lastRow: 10_002 })
  expect((await values())[10_001]).toEqual(['row 9999 & more', 9999])
})
