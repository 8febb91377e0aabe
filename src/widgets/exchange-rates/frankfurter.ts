import type { RatesReading } from './contract.ts'
import { AppError } from '../../contract/errors.ts'
import { refusedBy, UnreadableAnswer } from '../../platform/upstream/faults.ts'
import { fieldsOf, numberOf, textOf } from '../../platform/upstream/fields.ts'
import { defineLookup, type Provider } from '../../platform/upstream/provider.ts'
import { DAY, MINUTE } from '../kit/durations.ts'

const provider: Provider = {
  name: 'FRANKFURTER',
  title: 'Frankfurter',
  origin: 'https://api.frankfurter.dev',
  caps: [{ calls: 60, perSeconds: 60 }],
}

/** Reference rates are fixed at about 16:00 in Frankfurt on working days. */
const FIXING_HOUR_UTC = 15

export interface RatesQuestion {
  readonly base: string
}

/** All currencies at once: one unknown name among the wanted ones would fail the whole question. */
export const referenceRates = defineLookup<RatesQuestion, RatesReading>({
  name: 'frankfurter.rates',
  provider,
  keepMs: untilNextFixing,
  example: { base: 'EUR' },
  request: ({ base }) => ({ path: '/v2/rates', query: { base } }),
  read(answer, { base }) {
    const body = answer.json()
    if (answer.status === 404 || isUnknownCurrency(body)) throw unknownCurrency(base)
    if (answer.status !== 200) throw refusedBy(provider.title, answer.status)
    const { date, rates } = Array.isArray(body) ? ratesOfRows(body, base) : ratesOfTable(body, base)
    if (date === null || Object.keys(rates).length === 0) throw new UnreadableAnswer('rates without a number')
    return {
      base,
      date,
      rates,
      source: { name: 'Frankfurter', url: 'https://frankfurter.dev/', attribution: 'Rates by Frankfurter' },
    }
  },
})

export function unknownCurrency(base: string): AppError {
  return new AppError(
    'not_found',
    `No rates for "${base}". Use a three-letter currency code, e.g. USD, EUR or JPY.`,
  )
}

function isUnknownCurrency(body: unknown): boolean {
  return /invalid currency/i.test(textOf(fieldsOf(body)['message']) ?? '')
}

interface Rates {
  readonly date: string | null
  readonly rates: Record<string, number>
}

function ratesOfRows(rows: readonly unknown[], base: string): Rates {
  const rates: Record<string, number> = {}
  let date: string | null = null
  for (const row of rows) {
    const fields = fieldsOf(row)
    const quote = textOf(fields['quote'])
    const rate = numberOf(fields['rate'])
    if (fields['base'] !== base || quote === null || quote === base || !rate || rate <= 0) continue
    rates[quote] = rate
    const day = textOf(fields['date'])
    // Central banks do not all fix on the same day: the newest one dates the table.
    if (day !== null && (date === null || day > date)) date = day
  }
  return { date, rates }
}

/** The older interface, which mirrors still speak. */
function ratesOfTable(body: unknown, base: string): Rates {
  const fields = fieldsOf(body)
  if (fields['base'] !== base) throw new UnreadableAnswer('rates of another currency')
  const amount = numberOf(fields['amount']) ?? 1
  const rates: Record<string, number> = {}
  for (const [quote, value] of Object.entries(fieldsOf(fields['rates']))) {
    const rate = numberOf(value)
    if (quote !== base && rate !== null && rate > 0) rates[quote] = rate / amount
  }
  return { date: textOf(fields['date']), rates }
}

function untilNextFixing({ date }: RatesReading, now: Date): number {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), FIXING_HOUR_UTC)
  let last = today <= now.getTime() ? today : today - DAY
  while (isWeekend(last)) last -= DAY
  // The fixing is late: look again soon.
  if (date < new Date(last).toISOString().slice(0, 10)) return 30 * MINUTE
  let next = last + DAY
  while (isWeekend(next)) next += DAY
  return next - now.getTime()
}

function isWeekend(moment: number): boolean {
  return [0, 6].includes(new Date(moment).getUTCDay())
}
