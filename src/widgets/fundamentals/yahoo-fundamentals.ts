import { AppError } from '../../contract/errors.ts'
import { refusedBy, UnreadableAnswer } from '../../platform/upstream/faults.ts'
import { fieldsOf, listOf, numberOf, textOf, timeOf } from '../../platform/upstream/fields.ts'
import { defineLookup } from '../../platform/upstream/provider.ts'
import type { Fundamentals } from '../../plugins/analyst-tools/fundamentals.ts'
import { HOUR } from '../kit/durations.ts'
import { wholeCurrency } from '../stock/minor-currency.ts'
import { pathSegment } from '../kit/path-segment.ts'
import { yahoo } from '../stock/yahoo.ts'

/** Fundamentals are only for visitors with a cookie, and with the crumb that belongs to it. */
export const yahooCookie = defineLookup<Record<string, never>, string>({
  name: 'yahoo.cookie',
  provider: yahoo,
  keepMs: 12 * HOUR,
  staleMs: 0,
  memoryOnly: true,
  example: {},
  request: () => ({ origin: 'https://fc.yahoo.com', path: '/', headers: { accept: 'text/html' } }),
  read({ cookies }) {
    // The page itself is a 404; all that matters is what it sets.
    if (cookies.length === 0) throw new UnreadableAnswer('no cookie')
    return cookies.join('; ')
  },
})

export const yahooCrumb = defineLookup<{ readonly cookie: string }, string>({
  name: 'yahoo.crumb',
  provider: yahoo,
  keepMs: 12 * HOUR,
  staleMs: 0,
  memoryOnly: true,
  example: { cookie: 'A3=example' },
  request: ({ cookie }) => ({ path: '/v1/test/getcrumb', headers: { cookie, accept: 'text/plain' } }),
  read(answer) {
    const crumb = answer.text().trim()
    if (answer.status !== 200) throw refusedBy(yahoo.title, answer.status)
    if (crumb === '' || crumb.length > 64 || /[\s<{]/.test(crumb)) throw new UnreadableAnswer('no crumb')
    return crumb
  },
})

export interface SummaryQuestion {
  readonly symbol: string
  readonly cookie: string
  readonly crumb: string
}

export const companySummary = defineLookup<SummaryQuestion, Fundamentals>({
  name: 'yahoo.summary',
  provider: yahoo,
  keepMs: HOUR,
  example: { symbol: 'AAPL', cookie: 'A3=example', crumb: 'example' },
  key: ({ symbol }) => symbol,
  request: ({ symbol, cookie, crumb }) => ({
    origin: 'https://query2.finance.yahoo.com',
    path: `/v10/finance/quoteSummary/${pathSegment(symbol)}`,
    query: {
      modules: 'price,summaryDetail,defaultKeyStatistics,financialData',
      formatted: 'false',
      crumb,
    },
    headers: { cookie },
  }),
  read(answer, { symbol }) {
    if (answer.status === 401) throw new AppError('unauthorized', 'Yahoo Finance needs a new crumb.')
    const root = fieldsOf(fieldsOf(answer.json())['quoteSummary'])
    const result = listOf(root['result'])[0]
    if (answer.status === 404 || fieldsOf(root['error'])['code'] === 'Not Found')
      throw new AppError('not_found', `No company with the ticker "${symbol}".`)
    if (answer.status !== 200) throw refusedBy(yahoo.title, answer.status)
    const modules = fieldsOf(result)
    const price = fieldsOf(modules['price'])
    if (textOf(price['symbol']) === null) throw new UnreadableAnswer('a summary without a price')
    return fundamentalsOf(symbol, modules)
  },
})

/**
 * The market's numbers are in the currency of the price, the company's in the one it reports in: for a Chinese company in
 * New York those differ. A price in pence stands beside a market value in pounds.
 */
function fundamentalsOf(symbol: string, modules: Readonly<Record<string, unknown>>): Fundamentals {
  const price = fieldsOf(modules['price'])
  const statistics = fieldsOf(modules['defaultKeyStatistics'])
  const financial = fieldsOf(modules['financialData'])
  const { currency, whole } = wholeCurrency(textOf(price['currency']))
  const last = numberOf(price['regularMarketPrice'])
  return {
    ticker: textOf(price['symbol']) ?? symbol,
    name: textOf(price['longName']) ?? textOf(price['shortName']),
    marketCurrency: currency,
    price: last === null ? null : whole(last),
    marketCap: numberOf(price['marketCap']),
    reportingCurrency: textOf(financial['financialCurrency']),
    exchangeRate: null,
    totalDebt: numberOf(financial['totalDebt']),
    cash: numberOf(financial['totalCash']),
    revenue: numberOf(financial['totalRevenue']),
    ebitda: numberOf(financial['ebitda']),
    netIncome: numberOf(statistics['netIncomeToCommon']),
    asOf: timeOf(numberOf(price['regularMarketTime']))?.slice(0, 10) ?? null,
    source: 'Yahoo Finance, delayed',
  }
}
