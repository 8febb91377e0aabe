import { Type, type Static } from '../../contract/type.ts'
import { literals, timestamp } from '../../contract/schema.ts'
import {
  defineLiveEndpoint,
  fresh,
  liveData,
  lookupErrors,
  optionalNumber,
  optionalText,
  optionalTime,
  type Reading,
} from '../kit/live-endpoint.ts'

const StockRange = literals(['1d', '5d', '1mo', '3mo', '6mo', '1y', '5y'], {
  default: '1mo',
  description: 'How far back the series goes',
})

const Stock = liveData(
  {
    symbol: Type.String({ description: 'Symbol as used by the exchange' }),
    name: optionalText('Name of the company, fund or index'),
    currency: optionalText(
      'ISO 4217 code of the prices, if the provider reports it; prices in pence are converted to pounds',
    ),
    exchange: optionalText('Name of the exchange'),
    timezone: optionalText('IANA time zone of the exchange'),
    price: Type.Number({ description: 'Last price' }),
    price_at: optionalTime('When that price was paid'),
    previous_close: optionalNumber("Previous day's close"),
    change: optionalNumber('Price minus previous close'),
    change_percent: optionalNumber('The same in percent'),
    range: Type.String({ description: 'How far back the series goes, e.g. 1mo' }),
    interval: Type.String({ description: 'Time between two points, e.g. 1d' }),
    series: Type.Array(
      Type.Object({
        time: timestamp('Start of the interval'),
        close: Type.Number({ description: 'Last price in it' }),
      }),
      { description: 'Prices, oldest first; intervals without a trade are left out' },
    ),
  },
  'Price of a stock, fund, index or coin, and its series',
)

export type StockReading = Reading<typeof Stock>
export type StockRangeName = Static<typeof StockRange>

export const stockContract = defineLiveEndpoint({
  component: 'live_stock',
  isFigures: true,
  providers: ['YAHOO', 'ALPHA_VANTAGE'],
  method: 'GET',
  path: '/api/widget/stock',
  summary: 'Price and price series of a stock',
  query: Type.Object({
    symbol: Type.String({
      pattern: '^[^\\s/]+$',
      maxLength: 32,
      description: 'Ticker, e.g. AAPL, ^GSPC or BTC-USD',
    }),
    range: Type.Optional(StockRange),
  }),
  result: Stock,
  errors: lookupErrors,
  example: {
    query: { symbol: 'AAPL', range: '5d' },
    result: {
      symbol: 'AAPL',
      name: 'Apple Inc.',
      currency: 'USD',
      exchange: 'NasdaqGS',
      timezone: 'America/New_York',
      price: 251.5,
      price_at: '2026-02-27T21:00:00Z',
      previous_close: 250,
      change: 1.5,
      change_percent: 0.6,
      range: '5d',
      interval: '1d',
      series: [
        { time: '2026-02-26T14:30:00Z', close: 250 },
        { time: '2026-02-27T14:30:00Z', close: 251.5 },
      ],
      source: {
        name: 'Yahoo Finance',
        url: 'https://finance.yahoo.com/quote/AAPL',
        attribution: 'Data: Yahoo Finance, delayed',
      },
      ...fresh,
    },
  },
})
