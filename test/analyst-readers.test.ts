import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { ZipEditor } from '../src/platform/archives/zip-editor.ts'
import { createDcfModel } from '../src/plugins/analyst-tools/create-dcf-model.ts'
import { generateCompsTable } from '../src/plugins/analyst-tools/generate-comps-table.ts'
import { sampleCompanies, sampleProvider } from './sample-companies.ts'
import { needsPrograms } from './needs-programs.ts'
import { closeOffice, convertByOffice } from './office.ts'
import { createTestCall } from './tool-call.ts'
import { needsOpenpyxl, readAllByOpenpyxl, readByOpenpyxl, type CheckedWorkbook } from './xlsx-components.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'analyst-readers-'))
})
afterAll(closeOffice)
afterEach(async () => {
  await rm(folder, { recursive: true, force: true })
})

function call() {
  return createTestCall({ home: folder, dataFolder: join(folder, 'data') })
}

async function dcf(name: string, change: Partial<Parameters<typeof createDcfModel.run>[0]> = {}) {
  const output_path = join(folder, name)
  return createDcfModel.run({ ...createDcfModel.example.args, ...change, output_path }, call())
}

/** The same workbook without any value beside its formulas, so that a reader must calculate every one of them. */
async function withoutValues(path: string, to: string): Promise<number> {
  await using zip = await ZipEditor.open(path)
  let formulas = 0
  for (const name of zip.names().filter((part) => part.startsWith('xl/worksheets/sheet'))) {
    const xml = (await zip.readText(name)).replaceAll(
      /(<f>[^<]*<\/f>)<v>[^<]*<\/v>/g,
      (_, formula: string) => {
        formulas++
        return formula
      },
    )
    zip.write(name, xml)
  }
  await zip.save(to)
  return formulas
}

/** Every cell that LibreOffice calculates otherwise than the file says, and how many were compared. */
async function recalculated(paths: readonly string[]): Promise<{ formulas: number; differences: string[] }> {
  const [stripped, calculated] = [join(folder, 'stripped'), join(folder, 'calculated')]
  await Promise.all([stripped, calculated].map((path) => mkdir(path)))
  let formulas = 0
  const bare = paths.map((path) => path.replace(folder, stripped))
  for (const [index, path] of paths.entries()) formulas += await withoutValues(path, bare[index]!)
  const converted = await convertByOffice(bare, { to: 'xlsx', folder: calculated })
  const [saved, again] = [
    await readAllByOpenpyxl(paths, { values: true }),
    await readAllByOpenpyxl(converted, { values: true }),
  ]
  return { formulas, differences: saved.flatMap((book, index) => differences(book, again[index]!)) }
}

function differences(saved: CheckedWorkbook, again: CheckedWorkbook): string[] {
  return Object.entries(saved).flatMap(([sheet, { cells }]) =>
    cells.flatMap((row, rowIndex) =>
      row.flatMap(({ value }, column) => {
        const other = again[sheet]?.cells[rowIndex]?.[column]?.value ?? null
        return same(value, other)
          ? []
          : [`${sheet} ${rowIndex + 1}/${column + 1}: ${JSON.stringify(value)} is ${JSON.stringify(other)}`]
      }),
    ),
  )
}

function same(a: unknown, b: unknown): boolean {
  if (typeof a === 'number' && typeof b === 'number')
    return Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a))
  return a === b || ((a === null || a === '') && (b === null || b === ''))
}

test('LibreOffice calculates every formula of the models to the value that stands beside it', async (ctx) => {
  needsPrograms(ctx, 'soffice')
  await needsOpenpyxl(ctx)
  await dcf('usual.xlsx')
  await dcf('long.xlsx', {
    company_name: '=HYPERLINK("http://evil.example") & <Sons>',
    years: 12,
    wacc: 0.031,
    terminal_growth_rate: 0.029,
    projected_fcf: [1e9, 2e9, -5e8, 0, 1e9, 2e9, 3e9, 3e9, 3e9, 4e9, 4e9, 5.5e9],
    shares_outstanding: 1.5e9,
    total_debt: 2e10,
  })
  await dcf('single.xlsx', {
    years: 1,
    projected_fcf: [-3],
    terminal_growth_rate: -0.02,
    cash_equivalents: 0,
  })
  const comps = generateCompsTable(sampleProvider)
  await comps.run(
    { tickers: [...Object.keys(sampleCompanies), 'NOBODY'], output_path: join(folder, 'comps.xlsx') },
    call(),
  )
  await comps.run({ tickers: ['NORATE'], output_path: join(folder, 'none.xlsx') }, call())
  const names = ['usual', 'long', 'single', 'comps', 'none']
  const { formulas, differences: found } = await recalculated(
    names.map((name) => join(folder, `${name}.xlsx`)),
  )
  expect(found).toEqual([])
  expect(formulas).toBeGreaterThan(400)
}, 300_000)

test('openpyxl finds a model of formulas, with the inputs as its only numbers', async (ctx) => {
  await needsOpenpyxl(ctx)
  const { data } = await dcf('model.xlsx', { company_name: '=1+1' })
  const path = join(folder, 'model.xlsx')
  const formulas = await readByOpenpyxl(path)
  const values = await readByOpenpyxl(path, { values: true })
  expect(Object.keys(formulas)).toEqual(['Inputs', 'DCF', 'Sensitivity'])
  const numbers = Object.entries(formulas).flatMap(([sheet, { cells }]) =>
    cells
      .flat()
      .flatMap((cell) =>
        cell.type === 'n' && cell.value !== null
          ? [`${sheet} ${JSON.stringify(cell.value)} ${cell.fill}`]
          : [],
      ),
  )
  const yellow = 'FFFFF9E0'
  expect(numbers).toEqual(
    [0.1, 0.025, 150, 400, 100, 120, 135, 150, 162, 172]
      .map((value) => `Inputs ${value} ${yellow}`)
      .concat(`Sensitivity 0.01 ${yellow}`, `Sensitivity 0.005 ${yellow}`),
  )
  const label = (text: string) => formulas['DCF']!.cells.findIndex((row) => row[0]?.value === text)
  const price = label('Implied share price')
  expect(formulas['DCF']!.cells[price]![1]!.value).toBe('=B18/B19')
  expect(values['DCF']!.cells[price]![1]!.value).toBe(data.implied_share_price)
  expect(values['DCF']!.cells[label('Enterprise value')]![1]!.value).toBe(data.enterprise_value)
  const checks = values['DCF']!.cells.slice(label('Checks') + 1).map((row) => row[1]?.value)
  expect(checks).toEqual(['OK', 'OK', 'OK', 'OK', 'OK'])
  expect(formulas['Inputs']!.cells[0]![0]).toMatchObject({
    value: '=1+1 – discounted cash flow',
    type: 's',
    quoted: true,
  })
  expect(formulas['DCF']!.charts).toHaveLength(1)
  expect(formulas['DCF']!.charts[0]!.series.map(({ cached }) => cached)).toEqual([
    [120, 135, 150, 162, 172].map((flow) => expect.closeTo(flow, 9) as number),
    [120, 135, 150, 162, 172].map((flow, index) => expect.closeTo(flow / 1.1 ** (index + 1), 9) as number),
  ])
})

test('openpyxl finds missing numbers of a comparison as missing, outside of the statistics', async (ctx) => {
  await needsOpenpyxl(ctx)
  const path = join(folder, 'comps.xlsx')
  const tickers = ['PLAIN', 'LOSS', 'NODEBT', 'RATE', 'NORATE', 'NOBODY']
  await generateCompsTable(sampleProvider).run({ tickers, output_path: path }, call())
  const { Comparables: sheet } = await readByOpenpyxl(path, { values: true })
  const rows = sheet!.cells.map((row) => row.map(({ value }) => value))
  const row = (label: string) => rows.find(([first]) => first === label)!
  expect(row('Plain Corp').slice(2)).toEqual(['USD', 1000, 200, 50, 1150, 500, 100, 50, 2.3, 11.5, 20])
  expect(row('Loss plc').slice(-3)).toEqual([1.5, 'n/m', 'n/m'])
  expect(row('Silent AG').slice(-3)).toEqual(['n/a', 'n/a', 25])
  expect(row('Rate SE').slice(2, 4)).toEqual(['EUR', 1000])
  expect(row('Far Ltd').slice(2)).toEqual(['CNY', 'n/a', 200, 50, 'n/a', 500, 100, 50, 'n/a', 'n/a', 'n/a'])
  expect(new Set(row('NOBODY').slice(2))).toEqual(new Set(['n/a']))
  expect(row('Median').slice(-3)).toEqual([2.3, 11.5, 20])
  expect(row('Companies counted').slice(-3)).toEqual([3, 2, 3])
})
