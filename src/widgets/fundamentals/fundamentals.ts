import { AppError } from '../../contract/errors.ts'
import { firstAnswer } from '../../platform/upstream/first-answer.ts'
import type { Turn } from '../../platform/upstream/hub.ts'
import type { Answered } from '../../platform/upstream/provider.ts'
import type { Fundamentals, FundamentalsProvider } from '../../plugins/analyst-tools/fundamentals.ts'
import type { RatesReading } from '../exchange-rates/contract.ts'
import { referenceRates } from '../exchange-rates/frankfurter.ts'
import { dailyRates } from '../exchange-rates/open-er-api.ts'
import { mapped, type AnyWidget, type WidgetContext } from '../kit/widget.ts'
import { priceSeries } from '../stock/alpha-vantage.ts'
import type { StockReading } from '../stock/contract.ts'
import { chart } from '../stock/yahoo-chart.ts'
import { companyFacts, secTickers } from './sec-facts.ts'
import { companySummary, yahooCookie, yahooCrumb } from './yahoo-fundamentals.ts'

export const fundamentalsLookups: AnyWidget['lookups'] = [
  yahooCookie,
  yahooCrumb,
  companySummary,
  secTickers,
  companyFacts,
]

/** Two sessions, a report of megabytes, a price and a rate. */
const DEADLINE_MS = 30_000

/** Numbers of listed companies: Yahoo, and the reports to the SEC where Yahoo cannot be asked. */
export function createFundamentals(context: WidgetContext): FundamentalsProvider {
  const { hub } = context
  return async (ticker, caller) => {
    const turn = hub.turn(caller, DEADLINE_MS)
    const { value } = await firstAnswer<Fundamentals>(
      [(part) => bySummary(context, ticker, part), (part) => byReports(context, ticker, part)],
      turn,
    )
    return { ...value, exchangeRate: await rateOf(context, value, turn) }
  }
}

async function bySummary(
  context: WidgetContext,
  ticker: string,
  turn: Turn,
): Promise<Answered<Fundamentals>> {
  const { hub } = context
  const ask = async () => {
    const { value: cookie } = await hub.ask(yahooCookie, {}, turn)
    const { value: crumb } = await hub.ask(yahooCrumb, { cookie }, turn)
    return { cookie, summary: hub.ask(companySummary, { symbol: ticker, cookie, crumb }, turn) }
  }
  const { cookie, summary } = await ask()
  try {
    return await summary
  } catch (error) {
    if (!isUnauthorized(error)) throw error
    // The session has ended: one new one, and no more.
    hub.forget(yahooCookie, {})
    hub.forget(yahooCrumb, { cookie })
    try {
      return await (
        await ask()
      ).summary
    } catch (again) {
      throw isUnauthorized(again)
        ? new AppError('upstream_failed', 'Yahoo Finance rejects all requests right now.')
        : again
    }
  }
}

async function byReports(
  context: WidgetContext,
  ticker: string,
  turn: Turn,
): Promise<Answered<Fundamentals>> {
  const { hub } = context
  const { value: numbers } = await hub.ask(secTickers, {}, turn)
  const number = numbers[ticker.toUpperCase().replace('.', '-')]
  // Not an answer to the question: the company may well be listed elsewhere.
  if (number === undefined)
    throw new AppError('upstream_failed', `The SEC has no company with the ticker "${ticker}".`)
  const [found, stock] = await Promise.all([
    hub.ask(companyFacts, { number }, turn),
    priceOf(context, ticker, turn),
  ])
  return mapped(found, ({ name, currency, shares, ...reported }) => ({
    ticker,
    name,
    marketCurrency: stock?.currency ?? null,
    price: stock?.price ?? null,
    // A foreign company's paper in New York can stand for several shares: only one's own currency is safe.
    marketCap: stock && shares !== null && stock.currency === currency ? stock.price * shares : null,
    reportingCurrency: currency,
    exchangeRate: null,
    ...reported,
    asOf: stock?.price_at?.slice(0, 10) ?? null,
    source: `SEC EDGAR${stock ? `; price: ${stock.source.name}` : ''}`,
  }))
}

async function priceOf(
  { hub, setting }: WidgetContext,
  symbol: string,
  turn: Turn,
): Promise<StockReading | undefined> {
  const question = { symbol, range: '5d' as const }
  const byChart = (part: Turn) => hub.ask(chart, question, part)
  const bySeries = (part: Turn) => hub.ask(priceSeries, question, part)
  const hasKey = setting('ALPHA_VANTAGE_API_KEY') !== null
  const found = await orNothing(firstAnswer<StockReading>(hasKey ? [byChart, bySeries] : [byChart], turn))
  return found?.value
}

/** What one unit of the market's currency is in the company's; null when they are the same or nobody knows. */
async function rateOf(
  { hub }: WidgetContext,
  { marketCurrency, reportingCurrency }: Fundamentals,
  turn: Turn,
): Promise<number | null> {
  if (marketCurrency === null || reportingCurrency === null || marketCurrency === reportingCurrency)
    return null
  const question = { base: marketCurrency }
  const found = await orNothing(
    firstAnswer<RatesReading>(
      [(part) => hub.ask(referenceRates, question, part), (part) => hub.ask(dailyRates, question, part)],
      turn,
    ),
  )
  return found?.value.rates[reportingCurrency] ?? null
}

/** For what makes an answer better but is not needed for it. */
async function orNothing<Value>(asked: Promise<Value>): Promise<Value | undefined> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof AppError && error.code !== 'cancelled') return undefined
    throw error
  }
}

function isUnauthorized(error: unknown): boolean {
  return error instanceof AppError && error.code === 'unauthorized'
}
