import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCanvas, loadImage } from 'canvas'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ZipEditor } from '../src/platform/archives/zip-editor.ts'
import { themeNames, themes } from '../src/platform/spreadsheets/write/themes.ts'
import type { Cell, Row } from '../src/platform/spreadsheets/write/workbook.ts'
import { writeWorkbook } from '../src/platform/spreadsheets/write/write-workbook.ts'
import { appendXlsx } from '../src/plugins/xlsx-handler/append-xlsx.ts'
import { readXlsx } from '../src/plugins/xlsx-handler/read-xlsx.ts'
import { writeXlsx } from '../src/plugins/xlsx-handler/write-xlsx.ts'
import { xlsxInfo } from '../src/plugins/xlsx-handler/xlsx-info.ts'
import { needsPrograms } from './needs-programs.ts'
import { closeOffice, convertByOffice } from './office.ts'
import { createTestCall } from './tool-call.ts'
import {
  makeByOpenpyxl,
  needsOpenpyxl,
  readAllByOpenpyxl,
  readByOpenpyxl,
  type CheckedCell,
} from './xlsx-components.ts'

// Whole programs are started here: ten seconds alone are a minute beside others.
vi.setConfig({ testTimeout: 240_000 })

let folder: string
let path: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'xlsx-readers-'))
  path = join(folder, 'book.xlsx')
})
afterAll(closeOffice)
afterEach(async () => {
  await rm(folder, { recursive: true, force: true })
})

function call() {
  return createTestCall({ home: folder, dataFolder: join(folder, 'data') })
}

const months = ['January', 'February', 'March', 'April', 'May', 'June']
const sales = months.map((month, index) => ({
  month,
  day: `2025-0${index + 1}-15`,
  at: `2025-0${index + 1}-15T08:30:00Z`,
  revenue_usd: 1200.5 + index * 310,
  units: 1000 + index * 7,
  growth: index / 40,
  share: `${index * 2}.5%`,
  zip: `0${1000 + index}`,
  paid: index % 2 === 0,
  note: index === 2 ? '=HYPERLINK("http://evil.example","x")' : `note & <${index}>`,
}))

function shown(cell: CheckedCell | undefined) {
  return [cell?.value, cell?.type, cell?.format]
}

async function hashes(file: string): Promise<Record<string, string>> {
  await using zip = await ZipEditor.open(file)
  const found: Record<string, string> = {}
  for (const name of zip.names())
    found[name] = createHash('sha256')
      .update(await zip.readBytes(name))
      .digest('hex')
  return found
}

test('openpyxl finds the values with their types and formats, and the whole look of the sheet', async (ctx) => {
  await needsOpenpyxl(ctx)
  await writeXlsx.run(
    {
      path,
      data: sales,
      sheet_name: "Bob's Sales",
      chart: { type: 'bar', x: 'month', y: ['revenue_usd', 'units'] },
    },
    call(),
  )
  const { "Bob's Sales": sheet } = await readByOpenpyxl(path)
  expect(sheet!.cells[0]!.map(({ value }) => value)).toEqual(Object.keys(sales[0]!))
  expect(sheet!.cells[0]!.every(({ bold, fill }) => bold && fill === 'FF1F4E78')).toBe(true)
  expect(sheet!.cells[3]!.map(shown)).toEqual([
    ['March', 's', 'General'],
    ['2025-03-15T00:00:00', 'd', 'yyyy-mm-dd'],
    ['2025-03-15T08:30:00', 'd', 'yyyy-mm-dd hh:mm'],
    [1820.5, 'n', '"$"#,##0.00'],
    [1014, 'n', '#,##0'],
    [0.05, 'n', '0.0%'],
    [0.045, 'n', '0.0%'],
    ['01002', 's', 'General'],
    [true, 'b', '"TRUE";"TRUE";"FALSE"'],
    ['=HYPERLINK("http://evil.example","x")', 's', 'General'],
  ])
  expect(sheet!.cells[3]![9]).toMatchObject({ quoted: true })
  expect(sheet).toMatchObject({ freeze: 'A2', filter: 'A1:J7', conditions: ['A2:J7'] })
  expect(Object.keys(sheet!.widths)).toHaveLength(10)
  expect(sheet!.charts).toEqual([
    {
      type: 'BarChart',
      direction: 'col',
      title: 'Revenue usd and units by month',
      column: 11,
      row: 1,
      series: ['D', 'E'].map((column, index) => ({
        categories: "'Bob''s Sales'!$A$2:$A$7",
        values: `'Bob''s Sales'!$${column}$2:$${column}$7`,
        cached: sales.map((row) => (index === 0 ? row.revenue_usd : row.units)),
        name: `'Bob''s Sales'!$${column}$1`,
      })),
    },
  ])
})

test('all eight themes colour the header as they should', async (ctx) => {
  await needsOpenpyxl(ctx)
  const files = themeNames.map((theme) => join(folder, `${theme}.xlsx`))
  for (const [index, theme] of themeNames.entries()) {
    await writeXlsx.run({ path: files[index]!, data: sales, theme }, call())
  }
  const books = await readAllByOpenpyxl(files)
  for (const [index, theme] of themeNames.entries()) {
    const { Sheet1: sheet } = books[index]!
    const fill = themes[theme].header?.fill
    expect(sheet!.cells[0]![0]).toMatchObject({ bold: true, fill: fill === undefined ? null : `FF${fill}` })
    expect(sheet!.conditions).toEqual(theme === 'none' ? [] : ['A2:J7'])
  }
})

const chartKinds = [
  { type: 'bar', name: 'BarChart', pixels: 500 },
  { type: 'line', name: 'LineChart', pixels: 20 },
  { type: 'area', name: 'AreaChart', pixels: 500 },
  { type: 'pie', name: 'PieChart', pixels: 500 },
  { type: 'doughnut', name: 'DoughnutChart', pixels: 500 },
  { type: 'scatter', name: 'ScatterChart', pixels: 20 },
]

test('charts of every kind are native for openpyxl and drawn in their colours by LibreOffice', async (ctx) => {
  needsPrograms(ctx, 'soffice')
  await needsOpenpyxl(ctx)
  const files = chartKinds.map(({ type }) => join(folder, `${type}.xlsx`))
  for (const [index, { type }] of chartKinds.entries()) {
    const chart = {
      type,
      x: type === 'scatter' ? 'units' : 'month',
      y: 'revenue_usd',
      title: `A ${type} chart`,
    }
    await writeXlsx.run({ path: files[index]!, data: sales, theme: 'rose', chart }, call())
  }
  const books = await readAllByOpenpyxl(files)
  const pictures = await convertByOffice(files, { to: 'png', folder })
  for (const [index, { type, name, pixels }] of chartKinds.entries()) {
    const values = { values: "'Sheet1'!$D$2:$D$7", cached: sales.map((row) => row.revenue_usd) }
    expect(books[index]!['Sheet1']!.charts).toMatchObject([
      { type: name, title: `A ${type} chart`, series: [values] },
    ])
    expect(await pixelsOf(pictures[index]!, themes.rose.palette[0])).toBeGreaterThan(pixels)
  }
})

test('formulas that LibreOffice calculates come to the values that were written beside them', async (ctx) => {
  needsPrograms(ctx, 'soffice')
  await needsOpenpyxl(ctx)
  const formulas: { formula: string; value: string | number | boolean }[] = [
    { formula: 'SUM(A1:A3)', value: 60 },
    { formula: 'AVERAGE(A1:A3)', value: 20 },
    { formula: 'NPV(0.1,A1:A3)', value: 10 / 1.1 + 20 / 1.1 ** 2 + 30 / 1.1 ** 3 },
    { formula: 'IF(A1<A2,"less","more")', value: 'less' },
    { formula: 'A1=10', value: true },
    { formula: 'A1&" & "&A2', value: '10 & 20' },
    { formula: "SUM('In & out'!B2:C2)", value: 12 },
    { formula: 'MEDIAN(A1:A3)*Rate', value: 10 },
  ]
  const sheetOf = (cell: (formula: (typeof formulas)[number]) => Cell) => ({
    sheets: [
      {
        name: 'Model',
        columns: [],
        rows: [[10], [20], [30], ...formulas.map((formula): Row => [cell(formula)])],
      },
      { name: 'In & out', columns: [], rows: [[], ['rate', 5, 7], [null, 0.5]] },
    ],
    names: [
      { name: 'Rate', sheet: 'In & out', range: { firstRow: 2, lastRow: 2, firstColumn: 1, lastColumn: 1 } },
    ],
  })
  await writeWorkbook(
    path,
    sheetOf((cell) => cell),
  )
  const written = await readByOpenpyxl(path, { values: true })
  expect(written['Model']!.cells.slice(3).map(([cell]) => cell!.value)).toEqual(
    formulas.map(({ value }) => value),
  )
  // Without values in the file, LibreOffice has to calculate them all.
  const bare = join(folder, 'bare.xlsx')
  await writeWorkbook(
    bare,
    sheetOf(({ formula }) => ({ formula })),
  )
  const saved = await convertOne(bare, { to: 'xlsx', folder: join(folder, 'saved') })
  const calculated = await readByOpenpyxl(saved, { values: true })
  const results = calculated['Model']!.cells.slice(3).map(([cell]) => rounded(cell!.value))
  expect(results).toEqual(formulas.map(({ value }) => rounded(value)))
})

async function convertOne(file: string, options: { to: string; folder: string }): Promise<string> {
  const [converted] = await convertByOffice([file], options)
  return converted!
}

/** The last digits of a calculation differ between programs. */
function rounded(value: unknown): unknown {
  return typeof value === 'number' ? Number(value.toPrecision(12)) : value
}

test('styles, merged cells and several sheets of a free layout are read as written', async (ctx) => {
  await needsOpenpyxl(ctx)
  await writeWorkbook(path, {
    sheets: [
      {
        name: 'Model',
        columns: [{ width: 30 }, { width: 12, format: '#,##0.00' }],
        rows: [
          { cells: [{ value: 'Title', style: 'title' }], height: 30 },
          ['Input', { value: 5, style: 'input' }],
          ['Total', { formula: 'B2*2', value: 10, style: 'total' }],
        ],
        merges: [{ firstRow: 0, lastRow: 0, firstColumn: 0, lastColumn: 1 }],
        freeze: { rows: 1, columns: 1 },
      },
      { name: 'Second', columns: [{ header: 'x' }], rows: [[1]] },
    ],
    styles: {
      title: { bold: true, size: 16, align: 'center', fill: 'D9E1F2' },
      input: { color: '0000FF', fill: 'FFF2CC' },
      total: { bold: true, border: { top: 'thin', bottom: 'double' } },
    },
  })
  const { Model: model, Second: second } = await readByOpenpyxl(path)
  expect(model).toMatchObject({ freeze: 'B2', merges: ['A1:B1'], widths: { A: 30, B: 12 } })
  expect(model!.cells[0]![0]).toMatchObject({ value: 'Title', bold: true, fill: 'FFD9E1F2', align: 'center' })
  expect(model!.cells[1]![1]).toMatchObject({ value: 5, format: '#,##0.00', fill: 'FFFFF2CC' })
  expect(model!.cells[2]![1]).toMatchObject({ value: '=B2*2', type: 'f', format: '#,##0.00', bold: true })
  expect(second!.cells.map(([cell]) => cell!.value)).toEqual(['x', 1])
})

test('rows are added to a workbook of openpyxl, and openpyxl finds everything else where it was', async (ctx) => {
  await needsOpenpyxl(ctx)
  await makeByOpenpyxl(path)
  const before = await hashes(path)
  await appendXlsx.run(
    { path, data: [{ day: '2025-01-04', name: 'n3', amount: '4.5', done: false }] },
    call(),
  )
  const { Data: data, Other: other } = await readByOpenpyxl(path)
  expect(data!.cells[4]!.map(shown)).toEqual([
    ['2025-01-04T00:00:00', 'd', 'dd.mm.yyyy'],
    ['n3', 's', 'General'],
    [4.5, 'n', 'General'],
    [false, 'b', 'General'],
  ])
  expect(data).toMatchObject({ tables: { Sales: 'A1:D5' }, comments: ['a note'], validations: ['B2:B5'] })
  expect(data!.charts).toHaveLength(1)
  expect(
    other!.cells
      .flat()
      .map(({ value }) => value)
      .filter((value) => value !== null),
  ).toEqual(['untouched', '=SUM(Data!C2:C4)'])
  const after = await hashes(path)
  const changed = Object.keys(before).filter((name) => before[name] !== after[name])
  expect(changed.toSorted()).toEqual(['xl/tables/table1.xml', 'xl/worksheets/sheet1.xml'])
})

test('formulas that are meant are calculated by LibreOffice, texts that look like one are not', async (ctx) => {
  needsPrograms(ctx, 'soffice')
  const data = [
    { item: 'Tea', price: 2.5, count: 4, total: { formula: '=B2*C2' } },
    { item: 'Cake', price: 3, count: 2, total: { formula: 'B3*C3' } },
    { item: '=1+1', price: null, count: null, total: { formula: 'SUM(D2:D3)' } },
  ]
  const { message } = await writeXlsx.run({ path, data }, call())
  expect(message).toContain('1 cell starting with = was kept as text')
  const best = { item: 'Best', total: { formula: 'IFS(MAX(D2:D3)>9,"<a> & ""b""",TRUE,0)' } }
  await appendXlsx.run({ path, data: [best, ['=D5', null, null, { formula: 'D4/4' }]] }, call())
  const csv = await readFile(await convertOne(path, { to: 'csv', folder }), 'utf8')
  expect(csv.trimEnd().split('\n').slice(1)).toEqual([
    'Tea,2.5,4,10',
    'Cake,3,2,6',
    '=1+1,,,16',
    'Best,,,"<a> & ""b"""',
    '=D5,,,4',
  ])
  // In a file of another program too, which had no formula before.
  const saved = await convertOne(path, { to: 'xlsx', folder: join(folder, 'saved') })
  await appendXlsx.run({ path: saved, data: [{ item: 'Sum', total: { formula: 'D4+D6' } }] }, call())
  const again = await readFile(await convertOne(saved, { to: 'csv', folder }), 'utf8')
  expect(again).toContain('Sum,,,20')
})

test('rows are added to a workbook of LibreOffice, twice, and LibreOffice reads them', async (ctx) => {
  needsPrograms(ctx, 'soffice')
  await needsOpenpyxl(ctx)
  await writeXlsx.run({ path, data: sales, chart: { type: 'line', x: 'month', y: 'units' } }, call())
  const saved = join(folder, 'saved')
  const file = await convertOne(path, { to: 'xlsx', folder: saved })
  await appendXlsx.run(
    { path: file, data: [{ month: 'July', day: '2025-07-15', units: 2000 }], extend_charts: true },
    call(),
  )
  await appendXlsx.run(
    { path: file, data: [{ month: 'August', units: 3000, day: '2025-08-15' }], extend_charts: true },
    call(),
  )
  const { Sheet1: sheet } = await readByOpenpyxl(file)
  expect(sheet!.cells[8]!.slice(0, 2).map(({ value }) => value)).toEqual(['August', '2025-08-15T00:00:00'])
  expect(sheet!.charts[0]!.series[0]!.values).toMatch(/\$E\$2:\$E\$9$/)
  const csv = await readFile(await convertOne(file, { to: 'csv', folder }), 'utf8')
  expect(csv.trimEnd().split('\n')).toHaveLength(9)
  expect(csv).toContain('August,2025-08-15')
})

test.for(['xlsx', 'xls', 'ods'] as const)(
  '%s files of LibreOffice are read with the values that went in',
  async (format, ctx) => {
    needsPrograms(ctx, 'soffice')
    const data = sales.map((row) => ({ ...row, paid: undefined }))
    await writeXlsx.run({ path, data }, call())
    const file = await convertOne(path, { to: format, folder: join(folder, 'saved') })
    const read = await readXlsx.run({ path: file }, call())
    expect(read.data.format).toBe(format)
    expect(read.data.rows).toHaveLength(6)
    expect(read.data.rows[2]).toMatchObject({
      month: 'March',
      day: '2025-03-15',
      at: '2025-03-15T08:30:00',
      revenue_usd: 1820.5,
      units: 1014,
      share: expect.closeTo(0.045, 12),
      zip: '01002',
      note: '=HYPERLINK("http://evil.example","x")',
    })
  },
)

test('a workbook with a chart sheet in front is read and described', async (ctx) => {
  await needsOpenpyxl(ctx)
  await makeByOpenpyxl(path)
  const read = await readXlsx.run({ path }, call())
  expect(read.data).toMatchObject({ sheet: 'Data', sheets: ['Data', 'Other'] })
  expect(read.data.rows[0]).toEqual({ Day: '2025-01-01', Name: 'n0', Amount: 0, Done: true })
  const info = await xlsxInfo.run({ path }, call())
  expect(info.data).toMatchObject({
    chart_sheets: ['Big chart'],
    names: [{ name: 'Amounts', refers_to: 'Data!$C$2:$C$4' }],
    sheets: [
      { name: 'Data', charts: [{ type: 'column' }], tables: [{ name: 'Sales', range: 'A1:D4' }] },
      { name: 'Other' },
    ],
  })
})

test('a hundred thousand rows are all there for LibreOffice', async (ctx) => {
  needsPrograms(ctx, 'soffice')
  function* rows(): Generator<Row> {
    for (let index = 1; index <= 100_000; index++) yield [index, `row ${index}`, index / 4]
  }
  await writeWorkbook(path, {
    sheets: [{ name: 'S', columns: [{ header: 'a' }, { header: 'b' }, { header: 'c' }], rows: rows() }],
  })
  const csv = await readFile(await convertOne(path, { to: 'csv', folder }), 'utf8')
  const lines = csv.trimEnd().split('\n')
  expect(lines).toHaveLength(100_001)
  expect(lines.at(-1)).toBe('100000,row 100000,25000')
})

/** How many pixels of a picture have this colour, within what drawing on paper changes. */
async function pixelsOf(file: string, color: string): Promise<number> {
  const image = await loadImage(await readFile(file))
  const context = createCanvas(image.width, image.height).getContext('2d')
  context.drawImage(image, 0, 0)
  const { data } = context.getImageData(0, 0, image.width, image.height)
  const wanted = [0, 2, 4].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
  let count = 0
  for (let at = 0; at < data.length; at += 4) {
    if (wanted.every((value, channel) => Math.abs(data[at + channel]! - value) <= 8)) count++
  }
  return count
}
