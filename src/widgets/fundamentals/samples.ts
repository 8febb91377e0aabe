import type { SampleRoutes } from '../kit/sample-routes.ts'

/** Small answers of our own making, in the shape of the providers'. */
export const samples = {
  companySummary: {
    quoteSummary: {
      result: [
        {
          price: {
            symbol: 'ACME.L',
            longName: 'Acme plc',
            currency: 'GBp',
            regularMarketPrice: 250,
            regularMarketTime: 1_772_226_000,
            marketCap: 5_000_000,
          },
          defaultKeyStatistics: { netIncomeToCommon: 300_000 },
          financialData: {
            financialCurrency: 'EUR',
            totalDebt: 1_000_000,
            totalCash: 500_000,
            totalRevenue: 4_000_000,
            ebitda: 900_000,
          },
        },
      ],
      error: null,
    },
  },
  tickers: { 0: { cik_str: 77, ticker: 'ACME', title: 'Acme Corporation' } },
  facts: {
    cik: 77,
    entityName: 'ACME CORP',
    facts: {
      dei: { EntityCommonStockSharesOutstanding: factsIn('shares', [['', '2026-02-01', 1000]]) },
      'us-gaap': {
        Assets: factsIn('USD', [
          ['', '2025-09-30', 900],
          ['', '2025-12-31', 1000],
        ]),
        LongTermDebt: factsIn('USD', [['', '2025-12-31', 200]]),
        CashAndCashEquivalentsAtCarryingValue: factsIn('USD', [['', '2025-12-31', 50]]),
        Revenues: factsIn('USD', [
          ['2024-10-01', '2024-12-31', 90],
          ['2024-10-01', '2025-09-30', 400],
          ['2025-10-01', '2025-12-31', 120],
        ]),
        NetIncomeLoss: factsIn('USD', [['2024-10-01', '2025-09-30', 40]]),
        OperatingIncomeLoss: factsIn('USD', [['2024-10-01', '2025-09-30', 60]]),
        DepreciationDepletionAndAmortization: factsIn('USD', [['2024-10-01', '2025-09-30', 15]]),
      },
    },
  },
}

export const routes: SampleRoutes = {
  SEC: (url) => ({ body: url.pathname.endsWith('company_tickers.json') ? samples.tickers : samples.facts }),
}

function factsIn(
  unit: string,
  rows: readonly (readonly [start: string, end: string, value: number])[],
): object {
  return {
    units: {
      [unit]: rows.map(([start, end, val]) => ({
        ...(start && { start }),
        end,
        val,
        filed: end,
        form: '10-K',
      })),
    },
  }
}
