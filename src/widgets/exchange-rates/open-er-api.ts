import type { RatesReading } from './contract.ts'
import { refusedBy, UnreadableAnswer } from '../../platform/upstream/faults.ts'
import { fieldsOf, numberOf, textOf } from '../../platform/upstream/fields.ts'
import { defineLookup, type Provider } from '../../platform/upstream/provider.ts'
import { DAY, MINUTE } from '../kit/durations.ts'
import { unknownCurrency, type RatesQuestion } from './frankfurter.ts'
import { pathSegment } from '../kit/path-segment.ts'

const provider: Provider = {
  name: 'OPEN_ER_API',
  title: 'ExchangeRate-API',
  origin: 'https://open.er-api.com',
  caps: [{ calls: 10, perSeconds: 60 }],
  pauseMs: 20 * MINUTE,
}

interface DailyRates extends RatesReading {
  /** When the next ones come, in milliseconds. */
  readonly next_at: number | null
}

export const dailyRates = defineLookup<RatesQuestion, DailyRates>({
  name: 'open-er-api.rates',
  provider,
  keepMs: ({ next_at }, now) =>
    Math.min(Math.max((next_at ?? 0) - now.getTime(), 30 * MINUTE), DAY + 10 * MINUTE),
  example: { base: 'EUR' },
  request: ({ base }) => ({ path: `/v6/latest/${pathSegment(base)}` }),
  read(answer, { base }) {
    const root = fieldsOf(answer.json())
    if (root['error-type'] === 'unsupported-code') throw unknownCurrency(base)
    if (root['result'] !== 'success') throw refusedBy(provider.title, answer.status)
    const updated = numberOf(root['time_last_update_unix'])
    const next = numberOf(root['time_next_update_unix'])
    if (textOf(root['base_code']) !== base || updated === null)
      throw new UnreadableAnswer('rates of another currency')
    const rates = Object.entries(fieldsOf(root['rates'])).flatMap(([quote, value]) => {
      const rate = numberOf(value)
      return quote === base || rate === null || rate <= 0 ? [] : [[quote, rate] as const]
    })
    if (rates.length === 0) throw new UnreadableAnswer('rates without a number')
    return {
      base,
      date: new Date(updated * 1000).toISOString().slice(0, 10),
      rates: Object.fromEntries(rates),
      next_at: next === null ? null : next * 1000,
      source: {
        name: 'ExchangeRate-API',
        url: 'https://www.exchangerate-api.com',
        attribution: 'Rates By Exchange Rate API',
      },
    }
  },
})
