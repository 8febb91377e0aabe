import { AppError } from '../src/contract/errors.ts'
import type { Fundamentals, FundamentalsProvider } from '../src/plugins/analyst-tools/fundamentals.ts'

const plain: Fundamentals = {
  ticker: 'PLAIN',
  name: 'Plain Corp',
  marketCurrency: 'USD',
  price: 10,
  marketCap: 1000,
  reportingCurrency: 'USD',
  exchangeRate: null,
  totalDebt: 200,
  cash: 50,
  revenue: 500,
  ebitda: 100,
  netIncome: 50,
  asOf: '2026-04-30',
  source: 'Sample',
}

/** Invented companies, each of another sort. */
export const sampleCompanies: Readonly<Record<string, Fundamentals>> = {
  PLAIN: plain,
  LARGE: {
    ...plain,
    name: '=Large & <Sons>',
    marketCap: 2.5e12,
    totalDebt: 1.1e11,
    cash: 6e10,
    revenue: 3.9e11,
    ebitda: 1.3e11,
    netIncome: 9.7e10,
  },
  LOSS: { ...plain, name: 'Loss plc', marketCap: 700, totalDebt: 100, ebitda: -20, netIncome: -60 },
  NODEBT: { ...plain, name: 'Silent AG', totalDebt: null, netIncome: 40 },
  RATE: {
    ...plain,
    name: 'Rate SE',
    marketCurrency: 'GBP',
    reportingCurrency: 'EUR',
    marketCap: 800,
    exchangeRate: 1.25,
  },
  NORATE: { ...plain, name: 'Far Ltd', marketCurrency: 'USD', reportingCurrency: 'CNY' },
}

/** Knows the invented companies and nobody else. */
export const sampleProvider: FundamentalsProvider = async (ticker) => {
  const found = sampleCompanies[ticker]
  if (!found) throw new AppError('not_found', `No company has the ticker ${ticker}.`)
  return found
}
