import type { StockRangeName, StockReading } from './contract.ts'
import { AppError } from '../../contract/errors.ts'
import type { UpstreamAnswer } from '../../platform/upstream/answer.ts'
import { refusedBy, UnreadableAnswer } from '../../platform/upstream/faults.ts'
import { fieldsOf, listOf, numberOf, textOf, timeOf, type Fields } from '../../platform/upstream/fields.ts'
import { defineLookup } from '../../platform/upstream/provider.ts'
import { DAY, MINUTE } from '../kit/durations.ts'
import { wholeCurrency } from './minor-currency.ts'
import { pathSegment } from '../kit/path-segment.ts'
import { yahoo } from './yahoo.ts'

const intervals: Readonly<Record<StockRangeName, string>> = {
  '1d': '5m',
  '5d': '30m',
  '1mo': '1d',
  '3mo': '1d',
  '6mo': '1d',
  '1y': '1d',
  '5y': '1wk',
}

export interface StockQuestion {
  readonly symbol: string
  readonly range: StockRangeName
}

export const chart = defineLookup<StockQuestion, StockReading>({
  name: 'yahoo.chart',
  provider: yahoo,
  keepMs: MINUTE,
  example: { symbol: 'AAPL', range: '1mo' },
  request: ({ symbol, range }) => ({
    path: `/v8/finance/chart/${pathSegment(symbol)}`,
    query: { range, interval: intervals[range], includePrePost: 'false' },
  }),
  read: readChart,
})

export interface SymbolHit {
  readonly symbol: string
  readonly name: string | null
}

/** Symbols that a word may mean. */
export const findSymbols = defineLookup<{ readonly words: string }, readonly SymbolHit[]>({
  name: 'yahoo.symbols',
  provider: yahoo,
  keepMs: DAY,
  example: { words: 'Apple' },
  request: ({ words }) => ({
    path: '/v1/finance/search',
    query: { q: words, quotesCount: 6, newsCount: 0 },
  }),
  read(answer) {
    if (answer.status !== 200) throw refusedBy(yahoo.title, answer.status)
    return listOf(fieldsOf(answer.json())['quotes']).flatMap((quote) => {
      const fields = fieldsOf(quote)
      const symbol = textOf(fields['symbol'])
      return symbol === null
        ? []
        : { symbol, name: textOf(fields['longname']) ?? textOf(fields['shortname']) }
    })
  },
})

function readChart(answer: UpstreamAnswer, { symbol, range }: StockQuestion): StockReading {
  const root = fieldsOf(fieldsOf(answer.json())['chart'])
  const result = fieldsOf(listOf(root['result'])[0])
  const meta = fieldsOf(result['meta'])
  if (answer.status === 404 || fieldsOf(root['error'])['code'] === 'Not Found') throw unknownSymbol(symbol)
  if (answer.status !== 200) throw refusedBy(yahoo.title, answer.status)
  const price = numberOf(meta['regularMarketPrice'])
  if (price === null) throw new UnreadableAnswer('a chart without a price')
  const { currency, whole } = wholeCurrency(textOf(meta['currency']))
  const series = seriesOf(result, whole)
  const name = textOf(meta['symbol']) ?? symbol
  return {
    symbol: name,
    name: textOf(meta['longName']) ?? textOf(meta['shortName']),
    currency,
    exchange: textOf(meta['fullExchangeName']) ?? textOf(meta['exchangeName']),
    timezone: textOf(meta['exchangeTimezoneName']),
    price: whole(price),
    price_at: timeOf(numberOf(meta['regularMarketTime'])),
    ...changeOf(whole(price), previousClose(meta, { range, series, whole })),
    range: textOf(meta['range']) ?? range,
    interval: textOf(meta['dataGranularity']) ?? intervals[range],
    series,
    source: {
      name: 'Yahoo Finance',
      url: `https://finance.yahoo.com/quote/${encodeURIComponent(name)}`,
      attribution: 'Data: Yahoo Finance, delayed',
    },
  }
}

/** There are no times at all while a market is closed, and no price in an interval without a trade. */
function seriesOf(result: Fields, whole: (price: number) => number): StockReading['series'] {
  const closes = listOf(fieldsOf(listOf(fieldsOf(result['indicators'])['quote'])[0])['close'])
  return listOf(result['timestamp']).flatMap((stamp, index) => {
    const time = timeOf(stamp)
    const close = numberOf(closes[index])
    return time === null || close === null ? [] : { time, close: whole(close) }
  })
}

interface Chart {
  readonly range: StockRangeName
  readonly series: StockReading['series']
  readonly whole: (price: number) => number
}

/** `chartPreviousClose` is the close before the chart begins: only for a chart of one day is that the day before. */
function previousClose(meta: Fields, { range, series, whole }: Chart): number | null {
  const told = numberOf(meta['previousClose'] ?? (range === '1d' ? meta['chartPreviousClose'] : undefined))
  if (told !== null) return whole(told)
  const at = numberOf(meta['regularMarketTime'])
  if (at === null || intervals[range] === '1wk') return null
  const offset = numberOf(meta['gmtoffset']) ?? 0
  const dayOf = (seconds: number) => Math.floor((seconds + offset) / 86_400)
  const before = series.findLast(({ time }) => dayOf(Date.parse(time) / 1000) < dayOf(at))
  const isRecent = before && Date.parse(before.time) > (at - 7 * 86_400) * 1000
  return isRecent ? before.close : null
}

function changeOf(price: number, previous: number | null) {
  const change = previous === null ? null : rounded(price - previous)
  const change_percent = change === null || !previous ? null : rounded((change / previous) * 100)
  return { previous_close: previous, change, change_percent }
}

function unknownSymbol(symbol: string): AppError {
  return new AppError('not_found', `Unknown symbol "${symbol}".`)
}

/** Without the noise that a subtraction of decimal fractions leaves behind. */
function rounded(value: number): number {
  return Number(value.toFixed(6))
}
