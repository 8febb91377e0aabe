import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestCall, createTestFolders, type TestFolders } from '../../../test/tool-call.ts'
import { createDcfModel } from './create-dcf-model.ts'
import { dcfAt, dcfValues, sensitivitySteps, type DcfInputs } from './dcf-values.ts'

let folders: TestFolders
let path: string

beforeEach(async () => {
  folders = await createTestFolders()
  path = join(folders.home, 'models', 'acme.xlsx')
})
afterEach(async () => {
  await folders[Symbol.asyncDispose]()
})

type Params = Parameters<typeof createDcfModel.run>[0]

function run(change: Partial<Params> = {}) {
  const args = { ...createDcfModel.example.args, output_path: path, ...change }
  return createDcfModel.run(args, createTestCall(folders))
}

test('the valuation is that of the textbook', async () => {
  const { data, message } = await run()
  const flows = [120, 135, 150, 162, 172]
  const present = flows.reduce((sum, flow, index) => sum + flow / 1.1 ** (index + 1), 0)
  const terminal = (172 * 1.025) / (0.1 - 0.025)
  expect(data).toMatchObject({
    path,
    years: 5,
    wacc: 0.1,
    terminal_growth_rate: 0.025,
    net_debt: 250,
    warnings: [],
  })
  expect(data.terminal_value).toBeCloseTo(terminal, 9)
  expect(data.enterprise_value).toBeCloseTo(present + terminal / 1.1 ** 5, 9)
  expect(data.equity_value).toBeCloseTo(data.enterprise_value - 400 + 150, 9)
  expect(data.implied_share_price).toBeCloseTo(data.equity_value / 100, 9)
  expect(data.bytes).toBe((await readFile(path)).length)
  expect(message).toContain('Acme Corp is worth')
})

test('what is left out has its default, and the result says which', async () => {
  const { data } = await createDcfModel.run(
    {
      output_path: path,
      company_name: 'Bare',
      wacc: 0.08,
      shares_outstanding: 10,
      projected_fcf: [1, 2, 3, 4, 5],
    },
    createTestCall(folders),
  )
  expect(data).toMatchObject({ terminal_growth_rate: 0.025, net_debt: 0, years: 5 })
  expect(data.equity_value).toBe(data.enterprise_value)
})

test.each<[string, Partial<Params>, string]>([
  [
    'growth at the discount rate',
    { terminal_growth_rate: 0.1 },
    'terminal_growth_rate (10%) must be below wacc (10%)',
  ],
  ['growth above the discount rate', { terminal_growth_rate: 0.3 }, 'must be below wacc'],
  ['too few years', { projected_fcf: [1, 2, 3] }, 'projected_fcf has 3 values, but years is 5'],
  ['too many years', { years: 2 }, 'projected_fcf has 5 values, but years is 2'],
  ['no shares', { shares_outstanding: 0 }, 'shares_outstanding must be above zero'],
  ['a percentage for a fraction', { wacc: 9.5 }, 'Did you mean 0.095?'],
  ['growth as a percentage', { wacc: 0.1, terminal_growth_rate: 2.5 }, 'Did you mean 0.025?'],
  [
    'numbers that overflow',
    { projected_fcf: [1, 1, 1, 1, 1e308], wacc: 0.0001, terminal_growth_rate: 0 },
    'too large',
  ],
  ['another kind of file', { output_path: '/tmp/model.csv' }, 'must end in .xlsx'],
  ['a relative path', { output_path: 'model.xlsx' }, 'absolute'],
])('%s is refused, and nothing is written', async (_, change, sentence) => {
  await expect(run(change)).rejects.toMatchObject({
    code: 'invalid_request',
    message: expect.stringContaining(sentence) as string,
  })
  await expect(readdir(join(folders.home, 'models'))).rejects.toThrow('ENOENT')
})

test('doubtful valuations are made, with a warning', async () => {
  const { data } = await run({ projected_fcf: [10, 5, 0, -5, -10], total_debt: 1e6 })
  expect(data.warnings).toHaveLength(2)
  expect((await run({ wacc: 0.03, terminal_growth_rate: 0.02 })).data.warnings.join(' ')).toContain(
    'close to WACC',
  )
})

test('an older model is replaced as a whole, and a cancelled call leaves it', async () => {
  await mkdir(join(folders.home, 'models'))
  await writeFile(path, 'old')
  const stop = new AbortController()
  stop.abort()
  await expect(
    createDcfModel.run(
      { ...createDcfModel.example.args, output_path: path },
      createTestCall({ ...folders, signal: stop.signal }),
    ),
  ).rejects.toThrow('aborted')
  expect(await readFile(path, 'utf8')).toBe('old')
  await run()
  expect((await readFile(path)).subarray(0, 2).toString()).toBe('PK')
  expect(await readdir(join(folders.home, 'models'))).toEqual(['acme.xlsx'])
})

test('the middle of the sensitivity table is the valuation, and no cell of it is without a value', () => {
  const rates = fc.record({
    wacc: fc.double({ min: 0.001, max: 0.5, noNaN: true }),
    share: fc.double({ min: -2, max: 0.999, noNaN: true }),
  })
  fc.assert(
    fc.property(
      rates,
      fc.array(fc.double({ min: -1e9, max: 1e9, noNaN: true }), { minLength: 1, maxLength: 12 }),
      ({ wacc, share }, flows) => {
        const inputs: DcfInputs = {
          company: 'x',
          wacc,
          growth: wacc * share,
          shares: 7,
          cash: 3,
          debt: 5,
          flows,
        }
        const { enterpriseValue, sharePrice } = dcfValues(inputs)
        const middle = dcfAt(inputs, inputs)!
        expect(middle.enterpriseValue).toBeCloseTo(enterpriseValue, -3)
        expect(middle.sharePrice).toBeCloseTo(sharePrice, -3)
        const step = sensitivitySteps(inputs)
        const corner = { wacc: wacc - 2 * step.wacc, growth: inputs.growth + 2 * step.growth }
        expect(corner.wacc).toBeGreaterThan(corner.growth)
      },
    ),
  )
})
