import { AppError } from '../../contract/errors.ts'
import { nullable } from '../../contract/schema.ts'
import { countOf } from '../../contract/text/counts.ts'
import { defineTool, type AnyTool } from '../../contract/tool.ts'
import { Type } from '../../contract/type.ts'
import { outputPath, reasonToAsk } from '../../platform/files/asked-paths.ts'
import { writeOutput } from '../../platform/files/output-file.ts'
import { companyFigures, multiples, statisticNames, statistics, type Figure } from './comps-values.ts'
import type { Fundamentals, FundamentalsProvider } from './fundamentals.ts'

const Params = Type.Object({
  tickers: Type.Array(
    Type.String({ minLength: 1, maxLength: 20, pattern: String.raw`^\s*[A-Za-z0-9.^=-]+\s*$` }),
    { minItems: 1, maxItems: 50, description: 'Stock tickers of the companies, e.g. AAPL or SAP.DE' },
  ),
  output_path: Type.String({ minLength: 1, description: 'Absolute path of the new .xlsx file' }),
})

const Multiple = nullable(Type.Number(), { description: 'null if missing or not meaningful' })

const Data = Type.Object({
  path: Type.String({ description: 'The workbook that was written' }),
  bytes: Type.Integer({ description: 'Its size' }),
  companies: Type.Array(
    Type.Object({
      ticker: Type.String(),
      name: nullable(Type.String()),
      currency: nullable(Type.String(), { description: "The company's reporting currency" }),
      enterprise_value: Multiple,
      ev_revenue: Multiple,
      ev_ebitda: Multiple,
      pe: Multiple,
    }),
    { description: 'In ticker order' },
  ),
  statistics: Type.Array(
    Type.Object({
      name: Type.String({ description: 'median, mean, quartiles, minimum and maximum' }),
      ev_revenue: Multiple,
      ev_ebitda: Multiple,
      pe: Multiple,
    }),
  ),
  failed: Type.Array(
    Type.Object({ ticker: Type.String(), reason: Type.String({ description: 'Why there are no numbers' }) }),
    { description: 'Companies without numbers' },
  ),
})

/** How many companies are asked about at a time. */
const atATime = 4

export function generateCompsTable(fundamentals: FundamentalsProvider): AnyTool {
  return defineTool({
    action: 'GENERATE_COMPS_TABLE',
    title: 'Compare companies',
    description:
      'Writes a comparable-company analysis as an Excel workbook: live equity and debt data of the companies, EV/EBITDA, EV/Revenue and P/E as formulas, with medians and quartiles. Missing data shows as missing.',
    params: Params,
    data: Data,
    risk: 'write',
    reads: [],
    idempotent: true,
    phrases: [
      'compare AAPL, MSFT and GOOG',
      'make a comps table for the big carmakers',
      'comparable company analysis of SAP and its peers',
      'ev/ebitda multiples of these companies',
    ],
    example: { args: { tickers: ['AAPL', 'MSFT', 'GOOG'], output_path: '{folder}/comps.xlsx' } },
    targets: { paths: ['output_path'] },
    needsApproval: (params, call) =>
      reasonToAsk(call, [{ path: params.output_path, name: 'output_path', access: 'write' }]),
    async run(params, call) {
      const path = await outputPath(call, {
        path: params.output_path,
        name: 'output_path',
        extension: '.xlsx',
      })
      const tickers = [...new Set(params.tickers.map((ticker) => ticker.trim().toUpperCase()))]
      const { signal } = call
      const progress = (fraction: number) => call.progress({ fraction })
      const found = await lookUpAll(tickers, { fundamentals, signal, progress })
      const companies = found.map((one) => one.company)
      const [{ compsWorkbook }, { writeWorkbook }] = await Promise.all([
        import('./comps-workbook.ts'),
        import('../../platform/spreadsheets/write/write-workbook.ts'),
      ])
      const workbook = compsWorkbook(companies, call.now().toISOString().slice(0, 10))
      const { bytes } = await writeOutput(
        path,
        (temporaryPath) => writeWorkbook(temporaryPath, workbook, { signal }),
        { caller: call, signal },
      )
      const failed = found.flatMap(({ company, reason }) =>
        reason === undefined ? [] : [{ ticker: company.ticker, reason }],
      )
      return {
        message: messageOf(path, { companies, failed }),
        data: {
          path,
          bytes,
          companies: companies.map(companyData),
          statistics: statisticsData(companies),
          failed,
        },
      }
    },
  })
}

interface Found {
  readonly company: Fundamentals
  readonly reason?: string
}

interface LookUp {
  readonly fundamentals: FundamentalsProvider
  readonly signal: AbortSignal
  readonly progress: (fraction: number) => void
}

/** A company that nobody knows stands in the table without numbers; when that is all of them, there is no table. */
async function lookUpAll(
  tickers: readonly string[],
  { fundamentals, signal, progress }: LookUp,
): Promise<Found[]> {
  const found = new Map<string, Found>()
  const waiting = [...tickers]
  let firstFailure: AppError | undefined
  const worker = async (): Promise<void> => {
    for (let ticker = waiting.shift(); ticker !== undefined; ticker = waiting.shift()) {
      signal.throwIfAborted()
      try {
        found.set(ticker, { company: { ...(await fundamentals(ticker, { signal })), ticker } })
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        firstFailure ??= error
        found.set(ticker, { company: unknownCompany(ticker), reason: error.message })
      }
      progress(found.size / tickers.length)
    }
  }
  await Promise.all(Array.from({ length: Math.min(atATime, tickers.length) }, worker))
  const all = tickers.map((ticker) => found.get(ticker)!)
  if (firstFailure && all.every(({ reason }) => reason !== undefined)) throw firstFailure
  return all
}

function unknownCompany(ticker: string): Fundamentals {
  return {
    ticker,
    name: null,
    marketCurrency: null,
    price: null,
    marketCap: null,
    reportingCurrency: null,
    exchangeRate: null,
    totalDebt: null,
    cash: null,
    revenue: null,
    ebitda: null,
    netIncome: null,
    asOf: null,
    source: 'not found',
  }
}

function companyData(company: Fundamentals) {
  const figures = companyFigures(company)
  return {
    ticker: company.ticker,
    name: company.name,
    currency: company.reportingCurrency,
    enterprise_value: numberOrNull(figures.enterpriseValue),
    ev_revenue: numberOrNull(figures.evToRevenue),
    ev_ebitda: numberOrNull(figures.evToEbitda),
    pe: numberOrNull(figures.priceToEarnings),
  }
}

function statisticsData(companies: readonly Fundamentals[]) {
  const figures = companies.map(companyFigures)
  const [revenue, ebitda, earnings] = multiples.map((name) => statistics(figures.map((one) => one[name])))
  return statisticNames.map((name) => ({
    name,
    ev_revenue: numberOrNull(revenue![name]),
    ev_ebitda: numberOrNull(ebitda![name]),
    pe: numberOrNull(earnings![name]),
  }))
}

function numberOrNull(figure: Figure): number | null {
  return typeof figure === 'number' ? figure : null
}

interface Told {
  readonly companies: readonly Fundamentals[]
  readonly failed: readonly { readonly ticker: string }[]
}

function messageOf(path: string, { companies, failed }: Told): string {
  const median = statisticsData(companies).find(({ name }) => name === 'median')!
  const shown = (value: number | null) => (value === null ? 'n/a' : `${value.toFixed(1)}x`)
  return [
    `Compared ${countOf(companies.length, 'company')}: median EV/EBITDA ${shown(median.ev_ebitda)}, EV/Revenue ${shown(median.ev_revenue)}, P/E ${shown(median.pe)}.`,
    `The table is in ${path}.`,
    ...(failed.length > 0 ? [`Without numbers: ${failed.map(({ ticker }) => ticker).join(', ')}.`] : []),
  ].join(' ')
}
