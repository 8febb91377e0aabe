import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestCall } from '../../../test/tool-call.ts'
import { ZipEditor } from '../../platform/archives/zip-editor.ts'
import { themeNames } from '../../platform/spreadsheets/write/themes.ts'
import { readXlsx } from './read-xlsx.ts'
import { writeXlsx } from './write-xlsx.ts'

let folder: string
let path: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'write-xlsx-'))
  path = join(folder, 'book.xlsx')
})
afterEach(async () => {
  await rm(folder, { recursive: true, force: true })
})

function call(signal?: AbortSignal) {
  return createTestCall({ home: folder, dataFolder: join(folder, 'data'), ...(signal && { signal }) })
}

function write(args: Partial<Parameters<typeof writeXlsx.run>[0]>) {
  return writeXlsx.run({ path, data: [], ...args }, call())
}

async function part(name: string): Promise<string> {
  await using zip = await ZipEditor.open(path)
  return await zip.readText(name)
}

const sales = [
  { month: 'January', revenue: 1250.5, cost: 900, city: 'Rome', when: '2025-01-31' },
  { month: 'February', revenue: 1410, cost: 950.25, city: 'Oslo', when: '2025-02-28' },
]

test('rows become a sheet, and the answer says what was made', async () => {
  const { message, data } = await write({
    data: sales,
    sheet_name: 'Sales 2025',
    theme: 'rose',
    chart: { type: 'bar', x: 'month', y: ['revenue', 'cost'] },
  })
  expect(message).toBe(`Wrote 2 rows and 5 columns with a bar chart to ${path}.`)
  expect(data).toEqual({
    path,
    bytes: (await readFile(path)).length,
    sheet: 'Sales 2025',
    rows: 2,
    columns: ['month', 'revenue', 'cost', 'city', 'when'],
    theme: 'rose',
    chart: { type: 'bar', title: 'Revenue and cost by month', x: 'month', y: ['revenue', 'cost'] },
  })
  const read = await readXlsx.run({ path }, call())
  expect(read.data.rows).toEqual(sales)
})

test('the defaults are Sheet1 and blue, and folders on the way are made', async () => {
  path = join(folder, 'a/b/c.xlsx')
  const { data } = await write({ path: '~/a/b/c.xlsx', data: [{ a: 1 }] })
  expect(data).toMatchObject({ path, sheet: 'Sheet1', theme: 'blue' })
  expect(data).not.toHaveProperty('chart')
  expect(await part('xl/styles.xml')).toContain('FF1F4E78')
})

test.for(themeNames)('the theme %s is written', async (theme) => {
  await write({ data: sales, theme, chart: {} })
  const styles = await part('xl/styles.xml')
  expect(styles.includes('<fgColor')).toBe(theme !== 'none')
  expect(await part('xl/theme/theme1.xml')).toMatch(/<a:accent1><a:srgbClr val="[0-9A-F]{6}"\/>/)
})

test('rows of different keys make the union of the columns, nested values are JSON', async () => {
  const { data } = await write({ data: [{ b: { c: [1] } }, { a: [1, 2], b: null }] })
  expect(data.columns).toEqual(['b', 'a'])
  const read = await readXlsx.run({ path }, call())
  expect(read.data.rows).toEqual([
    { b: '{"c":[1]}', a: null },
    { b: null, a: '[1,2]' },
  ])
})

test('what a caller writes as an object never becomes a formula', async () => {
  await write({ data: [{ a: { formula: '=1+1', value: 2 } }, { a: '=HYPERLINK("http://evil","x")' }] })
  expect(await part('xl/worksheets/sheet1.xml')).not.toContain('<f>')
})

test('a chart without columns takes the labels and the numbers that suit it', async () => {
  const { data } = await write({ data: sales, chart: { type: 'pie' } })
  expect(data.chart).toMatchObject({ x: 'month', y: ['revenue'] })
  const ids = [
    { customer_id: 1, year: 2024, visits: 10, spend: 3.5 },
    { customer_id: 2, year: 2025, visits: 20, spend: 4.5 },
  ]
  expect((await write({ data: ids, chart: { type: 'line' } })).data.chart).toMatchObject({
    x: 'year',
    y: ['visits'],
  })
  expect((await write({ data: ids, chart: { type: 'scatter' } })).data.chart).toMatchObject({
    x: 'visits',
    y: ['spend'],
  })
})

test('column names in a chart are found without regard to case, and others are answered with the list', async () => {
  expect((await write({ data: sales, chart: { x: 'MONTH', y: ' Revenue' } })).data.chart).toMatchObject({
    x: 'month',
    y: ['revenue'],
  })
  await expect(write({ data: sales, chart: { x: 'quarter', y: 'revenue' } })).rejects.toMatchObject({
    code: 'invalid_request',
    message:
      'The chart needs a column "quarter" that the data doesn\'t have. Its columns: month, revenue, cost, city, when.',
  })
  await expect(write({ data: sales, chart: { y: 'city' } })).rejects.toThrow(
    'Columns with numbers: revenue, cost.',
  )
  await expect(write({ data: sales, chart: { type: 'scatter', x: 'city', y: 'cost' } })).rejects.toThrow(
    '"city" has no numbers',
  )
  await expect(write({ data: [{ a: 'x' }], chart: {} })).rejects.toThrow('needs a column with numbers')
})

test('what a chart has no use for is mentioned', async () => {
  const { message } = await write({ data: sales, chart: { type: 'bar', sparkle: true } as object })
  expect(message).toContain('The chart ignores sparkle.')
})

test('cells that could not hold their text are counted', async () => {
  const { message, data } = await write({ data: [{ a: 'x'.repeat(40_000) }] })
  expect(data.shortened_cells).toBe(1)
  expect(message).toContain("1 text didn't fit")
})

test.for([
  [{ data: [] }, 'data is empty'],
  [{ data: [{}] }, 'have no keys'],
  [{ data: [{ a: 1 }], sheet_name: 'a/b' }, 'contains "/"'],
  [{ data: [{ a: 1 }], sheet_name: '' }, 'is empty'],
  [{ data: [{ a: 1 }], path: 'book.xlsx' }, 'absolute path'],
  [{ data: [{ a: 1 }], path: '/tmp/book.xls' }, 'must end in .xlsx'],
] as const)('%j is refused: %s', async ([args, reason]) => {
  await expect(write(structuredClone(args) as object)).rejects.toMatchObject({
    code: 'invalid_request',
    message: expect.stringContaining(reason),
  })
  expect(await readdir(folder)).toEqual([])
})

test('a failure leaves the file that was there, and nothing else', async () => {
  await writeFile(path, 'old')
  const aborted = writeXlsx.run({ path, data: sales }, call(AbortSignal.abort()))
  await expect(aborted).rejects.toThrow('aborted')
  await expect(write({ data: sales, chart: { y: 'nope' } })).rejects.toThrow('nope')
  expect(await readFile(path, 'utf8')).toBe('old')
  expect(await readdir(folder)).toEqual(['book.xlsx'])
})

test('protected places ask first, the data of the service is refused, links do not hide them', async () => {
  await mkdir(join(folder, '.ssh'))
  await symlink(join(folder, '.ssh'), join(folder, 'harmless'))
  const ask = (target: string) => writeXlsx.needsApproval?.({ path: target, data: [] }, call())
  expect(await ask('~/book.xlsx')).toBeUndefined()
  expect(await ask('~/.ssh/book.xlsx')).toContain('protected')
  expect(await ask('~/harmless/book.xlsx')).toContain('protected')
  await expect(ask('~/data/book.xlsx')).rejects.toThrow("service's own data")
  await expect(write({ path: '~/data/book.xlsx', data: sales })).rejects.toMatchObject({ code: 'forbidden' })
})

test('progress is told while a large sheet is written', async () => {
  const data = Array.from({ length: 20_000 }, (_, index) => ({ index, text: `row ${index}` }))
  const progressing = call()
  await writeXlsx.run({ path, data }, progressing)
  expect(progressing.progressed.length).toBeGreaterThan(3)
  expect(progressing.progressed.every(({ fraction }) => fraction! > 0 && fraction! <= 1)).toBe(true)
})
