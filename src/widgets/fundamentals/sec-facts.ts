import { AppError } from '../../contract/errors.ts'
import type { UpstreamAnswer } from '../../platform/upstream/answer.ts'
import { refusedBy, UnreadableAnswer } from '../../platform/upstream/faults.ts'
import { fieldsOf, numberOf, textOf } from '../../platform/upstream/fields.ts'
import { defineLookup, type Provider } from '../../platform/upstream/provider.ts'
import { DAY } from '../kit/durations.ts'
import { lastTwelveMonths, latestBalance, latestShares, reportingCurrencyOf } from './sec-periods.ts'

const provider: Provider = {
  name: 'SEC',
  title: 'SEC EDGAR',
  origin: 'https://data.sec.gov',
  caps: [{ calls: 8, perSeconds: 1 }],
  introduction: 'with-contact',
}

/** The number of every company that files in the United States, by its ticker. */
export const secTickers = defineLookup<Record<string, never>, Readonly<Record<string, number>>>({
  name: 'sec.tickers',
  provider,
  keepMs: 7 * DAY,
  example: {},
  request: () => ({ origin: 'https://www.sec.gov', path: '/files/company_tickers.json' }),
  read(answer) {
    assertAnswered(answer)
    const entries = Object.values(fieldsOf(answer.json())).flatMap((row) => {
      const ticker = textOf(fieldsOf(row)['ticker'])
      const number = numberOf(fieldsOf(row)['cik_str'])
      return ticker === null || number === null ? [] : [[ticker.toUpperCase(), number] as const]
    })
    if (entries.length === 0) throw new UnreadableAnswer('no tickers')
    return Object.fromEntries(entries)
  },
})

export interface ReportedFacts {
  readonly name: string | null
  readonly currency: string | null
  readonly shares: number | null
  readonly totalDebt: number | null
  readonly cash: number | null
  readonly revenue: number | null
  readonly ebitda: number | null
  readonly netIncome: number | null
}

/** What a company reported, as far as a comparison needs it. */
export const companyFacts = defineLookup<{ readonly number: number }, ReportedFacts>({
  name: 'sec.facts',
  provider,
  keepMs: DAY,
  example: { number: 320_193 },
  request: ({ number }) => ({ path: `/api/xbrl/companyfacts/CIK${String(number).padStart(10, '0')}.json` }),
  read(answer) {
    if (answer.status === 404)
      throw new AppError('not_found', 'The SEC has no reported figures for this company.')
    assertAnswered(answer)
    const root = fieldsOf(answer.json())
    const facts = fieldsOf(root['facts'])
    const books = fieldsOf(facts['us-gaap'])
    const currency = reportingCurrencyOf(books)
    if (currency === null) throw new AppError('not_found', "This company doesn't report under US rules.")
    return {
      name: textOf(root['entityName']),
      currency,
      shares: latestShares(fieldsOf(facts['dei'])),
      ...latestBalance(books, currency),
      ...lastTwelveMonths(books, currency),
    }
  },
})

function assertAnswered({ status }: UpstreamAnswer): void {
  if (status === 403)
    throw new AppError(
      'not_configured',
      'The SEC requires a contact address: set USER_EMAIL, which is sent to it.',
    )
  if (status !== 200) throw refusedBy(provider.title, status)
}
