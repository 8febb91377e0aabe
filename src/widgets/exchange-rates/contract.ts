import { Type } from '../../contract/type.ts'
import { dictionary } from '../../contract/schema.ts'
import { defineLiveEndpoint, fresh, liveData, lookupErrors, type Reading } from '../kit/live-endpoint.ts'

const ExchangeRates = liveData(
  {
    base: Type.String({ description: 'Base currency, ISO 4217' }),
    date: Type.String({
      format: 'date',
      description: 'Date of the rates; weekends show the last ones before',
    }),
    rates: dictionary(Type.Number({ exclusiveMinimum: 0 }), {
      description: 'Value of one unit of base, by ISO 4217 code',
    }),
  },
  'Exchange rates against one currency',
)

export type RatesReading = Reading<typeof ExchangeRates>

export const exchangeRatesContract = defineLiveEndpoint({
  component: 'currency_converter',
  kind: 'exchange_rates',
  isFigures: true,
  providers: ['FRANKFURTER', 'OPEN_ER_API'],
  method: 'GET',
  path: '/api/widget/exchange_rates',
  summary: 'Exchange rates against a base currency',
  query: Type.Object({
    base: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z]{3}$',
        description: 'ISO 4217 code; BASE_CURRENCY by default',
      }),
    ),
    symbols: Type.Optional(
      Type.String({
        pattern: '^ *[A-Za-z]{3} *(, *[A-Za-z]{3} *)*$',
        maxLength: 1000,
        description: 'Only these currencies, separated by commas, e.g. EUR,GBP; all of them by default',
      }),
    ),
  }),
  result: ExchangeRates,
  errors: lookupErrors,
  example: {
    query: { base: 'USD', symbols: 'EUR,GBP' },
    result: {
      base: 'USD',
      date: '2026-02-27',
      rates: { EUR: 0.91, GBP: 0.78 },
      source: { name: 'Frankfurter', url: 'https://frankfurter.dev/', attribution: 'Rates by Frankfurter' },
      ...fresh,
    },
  },
})
