import type { StockReading } from './contract.ts'
import { AppError } from '../../contract/errors.ts'
import type { UpstreamAnswer } from '../../platform/upstream/answer.ts'
import { refusedBy, Throttled, UnreadableAnswer } from '../../platform/upstream/faults.ts'
import { fieldsOf, numberOf, textOf, type Fields } from '../../platform/upstream/fields.ts'
import { defineLookup, type Provider } from '../../platform/upstream/provider.ts'
import { DAY, HOUR } from '../kit/durations.ts'
import { momentInZone } from '../kit/local-time.ts'
import type { StockQuestion } from './yahoo-chart.ts'

const provider: Provider = {
  name: 'ALPHA_VANTAGE',
  title: 'Alpha Vantage',
  origin: 'https://www.alphavantage.co',
  caps: [
    { calls: 5, perSeconds: 60 },
    { calls: 25, perSeconds: 86_400 },
  ],
  needs: 'ALPHA_VANTAGE_API_KEY',
}

/** How far back each range goes; a day's worth of days is nothing to draw, so the shortest is a week. */
const days: Readonly<Record<StockQuestion['range'], number>> = {
  '1d': 7,
  '5d': 7,
  '1mo': 31,
  '3mo': 92,
  '6mo': 184,
  '1y': 366,
  '5y': 1827,
}

export const priceSeries = defineLookup<StockQuestion, StockReading>({
  name: 'alpha-vantage.prices',
  provider,
  // 25 questions a day are soon gone.
  keepMs: HOUR,
  example: { symbol: 'IBM', range: '1mo' },
  request: ({ symbol, range }, setting) => ({
    path: '/query',
    query: {
      function: isLong(range) ? 'TIME_SERIES_WEEKLY' : 'TIME_SERIES_DAILY',
      symbol,
      ...(!isLong(range) && { outputsize: 'compact' }),
      apikey: setting('ALPHA_VANTAGE_API_KEY') ?? '',
    },
  }),
  read: readSeries,
})

function readSeries(answer: UpstreamAnswer, { symbol, range }: StockQuestion): StockReading {
  const root = fieldsOf(answer.json())
  assertAnswered(root, { status: answer.status, symbol })
  const meta = fieldsOf(root['Meta Data'])
  const zone = member(meta, 'Time Zone') ?? 'US/Eastern'
  const series = seriesOf(root, zone)
  const last = series.at(-1)
  if (!last) throw new UnreadableAnswer('a series without a price')
  const oldest = Date.parse(last.time) - days[range] * DAY
  const interval = member(meta, 'Interval') ?? (isLong(range) ? '1wk' : '1d')
  return {
    symbol: member(meta, 'Symbol') ?? symbol,
    name: null,
    // Prices come without their currency; only a symbol without a suffix is sure to be of the United States.
    currency: symbol.includes('.') ? null : 'USD',
    exchange: null,
    timezone: zone,
    price: last.close,
    price_at: last.time,
    ...changeOf(last.close, interval === '1d' ? series.at(-2)?.close : undefined),
    range: range === '1d' ? '5d' : range,
    interval,
    series: series.filter(({ time }) => Date.parse(time) > oldest),
    source: {
      name: 'Alpha Vantage',
      url: 'https://www.alphavantage.co/',
      attribution: 'Data: Alpha Vantage, end of day',
    },
  }
}

/** Every answer is a 200; what it is, its members tell. */
function assertAnswered(root: Fields, { status, symbol }: { status: number; symbol: string }): void {
  if ('Information' in root || 'Note' in root) throw new Throttled('its limit was reached', 6 * HOUR)
  if ('Error Message' in root) throw new AppError('not_found', `Unknown symbol "${symbol}".`)
  if (status !== 200) throw refusedBy(provider.title, status)
}

/** A table by local date, the newest first. */
function seriesOf(root: Fields, zone: string): StockReading['series'] {
  const table = fieldsOf(root[Object.keys(root).find((name) => name.includes('Time Series')) ?? ''])
  const points = Object.entries(table).flatMap(([local, bar]) => {
    const time = momentInZone(local, zone)
    const close = numberOf(member(fieldsOf(bar), 'close'))
    return time === null || close === null ? [] : { time, close }
  })
  return points.toSorted((a, b) => a.time.localeCompare(b.time))
}

function changeOf(price: number, previous: number | undefined) {
  if (!previous) return { previous_close: null, change: null, change_percent: null }
  const change = Number((price - previous).toFixed(6))
  return {
    previous_close: previous,
    change,
    change_percent: Number(((change / previous) * 100).toFixed(6)),
  }
}

/** Members are numbered: `4. close`, `2. Symbol`. */
function member(fields: Fields, name: string): string | null {
  return textOf(fields[Object.keys(fields).find((key) => key.endsWith(`. ${name}`)) ?? ''])
}

function isLong(range: StockQuestion['range']): boolean {
  return days[range] > 92
}
