import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sampleCompanies, sampleProvider } from '../../../test/sample-companies.ts'
import { createTestCall, createTestFolders, type TestFolders } from '../../../test/tool-call.ts'
import { AppError } from '../../contract/errors.ts'
import type { AnyTool } from '../../contract/tool.ts'
import { statistics } from './comps-values.ts'
import { generateCompsTable } from './generate-comps-table.ts'
import { analystTools } from './plugin.ts'

let folders: TestFolders
let path: string

beforeEach(async () => {
  folders = await createTestFolders()
  path = join(folders.home, 'comps.xlsx')
})
afterEach(async () => {
  await folders[Symbol.asyncDispose]()
})

const tool = generateCompsTable(sampleProvider)

interface Company {
  readonly ticker: string
  readonly ev_revenue: number | null
  readonly ev_ebitda: number | null
  readonly pe: number | null
  readonly enterprise_value: number | null
}

interface Result {
  readonly bytes: number
  readonly companies: readonly Company[]
  readonly failed: readonly { readonly ticker: string; readonly reason: string }[]
}

async function run(tickers: string[], by: AnyTool = tool) {
  const call = createTestCall(folders)
  const { message, data } = await by.run({ tickers, output_path: path }, call)
  return { message, data: data as Result, progressed: call.progressed }
}

test('multiples are calculated from what is known, and only from that', async () => {
  const { data } = await run(['plain', 'LOSS', 'NODEBT', 'PLAIN'])
  const { companies } = data
  expect(companies.map(({ ticker }) => ticker)).toEqual(['PLAIN', 'LOSS', 'NODEBT'])
  expect(companies[0]).toMatchObject({ enterprise_value: 1150, ev_revenue: 2.3, ev_ebitda: 11.5, pe: 20 })
  expect(companies[1]).toMatchObject({ ev_ebitda: null, pe: null, ev_revenue: 1.5 })
  expect(companies[2]).toMatchObject({ enterprise_value: null, ev_revenue: null, ev_ebitda: null, pe: 25 })
  expect(data.failed).toEqual([])
  expect(data.bytes).toBe((await readFile(path)).length)
})

test('two currencies meet only at a rate', async () => {
  const { data } = await run(['RATE', 'NORATE', 'PLAIN'])
  const { companies } = data
  expect(companies[0]).toMatchObject({ enterprise_value: 1150, pe: 20 })
  expect(companies[1]).toMatchObject({ enterprise_value: null, ev_revenue: null, ev_ebitda: null, pe: null })
  expect(sampleCompanies['NORATE']).toMatchObject({
    marketCurrency: 'USD',
    reportingCurrency: 'CNY',
    exchangeRate: null,
  })
})

test('a company that nobody knows stands in the table without numbers', async () => {
  const { data, message } = await run(['PLAIN', 'NOBODY'])
  expect(data.failed).toEqual([{ ticker: 'NOBODY', reason: 'No company has the ticker NOBODY.' }])
  expect(data.companies).toHaveLength(2)
  expect(message).toContain('Without numbers: NOBODY.')
})

test('a table of nobody is refused with the reason, and nothing is written', async () => {
  await expect(run(['NOBODY', 'NEITHER'])).rejects.toMatchObject({ code: 'not_found' })
  const shipped = analystTools.tools.find(({ action }) => action === 'GENERATE_COMPS_TABLE')!
  await expect(
    shipped.run({ tickers: ['AAPL'], output_path: path }, createTestCall(folders)),
  ).rejects.toMatchObject({
    code: 'unavailable',
    message: "Live company data isn't available in this version yet.",
  })
  expect(await readdir(folders.home)).toEqual(['.local'])
})

test('a bug of the provider is a bug, and at most four companies are asked about at a time', async () => {
  const broken = generateCompsTable(async () => {
    throw new TypeError('broken')
  })
  await expect(broken.run({ tickers: ['A'], output_path: path }, createTestCall(folders))).rejects.toThrow(
    TypeError,
  )
  let [running, most] = [0, 0]
  const counting = generateCompsTable(async (ticker, options) => {
    most = Math.max(most, ++running)
    await Promise.resolve()
    running--
    if (ticker === 'T0') throw new AppError('upstream_timeout', 'Nobody answered in time.')
    return sampleProvider('PLAIN', options)
  })
  const tickers = Array.from({ length: 12 }, (_, index) => `T${index}`)
  const { data, progressed } = await run(tickers, counting)
  expect(most).toBe(4)
  expect(data.companies).toHaveLength(12)
  expect(progressed.at(-1)).toEqual({ fraction: 1 })
})

test('statistics are those of a spreadsheet, over numbers only', () => {
  expect(statistics([1, 'n/a', 4, 2, 'n/m', 10])).toEqual({
    maximum: 10,
    upper_quartile: 5.5,
    mean: 4.25,
    median: 3,
    lower_quartile: 1.75,
    minimum: 1,
  })
  expect(new Set(Object.values(statistics(['n/a', 'n/m'])))).toEqual(new Set(['n/a']))
})
