import { AppError } from '../../contract/errors.ts'
import { firstAnswer } from '../../platform/upstream/first-answer.ts'
import { defineWidget, mapped } from '../kit/widget.ts'
import { exchangeRatesContract, type RatesReading } from './contract.ts'
import { referenceRates } from './frankfurter.ts'
import { dailyRates } from './open-er-api.ts'

const MAX_RATES = 6

export const exchangeRates = defineWidget(exchangeRatesContract, {
  lookups: [referenceRates, dailyRates],

  async answer(wish, { hub, setting, turn }) {
    const base = (wish.base ?? setting('BASE_CURRENCY') ?? 'USD').toUpperCase()
    const answered = await firstAnswer<RatesReading>(
      [(part) => hub.ask(referenceRates, { base }, part), (part) => hub.ask(dailyRates, { base }, part)],
      turn,
    )
    return mapped(answered, (value) => onlyWanted(value, wish.symbols))
  },

  summary({ base, rates }) {
    const some = Object.entries(rates).slice(0, MAX_RATES)
    return `1 ${base} is ${some.map(([code, rate]) => `${rate} ${code}`).join(', ')}.`
  },

  wishOf: ({ from, to }) => ({ ...(from && { base: from }), ...(to && { symbols: to }) }),
})

function onlyWanted({ base, date, rates, source }: RatesReading, symbols: string | undefined): RatesReading {
  if (symbols === undefined) return { base, date, rates, source }
  const wanted = [...new Set(symbols.split(',').map((symbol) => symbol.trim().toUpperCase()))]
  const known: Readonly<Record<string, number>> = { ...rates, [base]: 1 }
  const missing = wanted.filter((symbol) => known[symbol] === undefined)
  if (missing.length > 0)
    throw new AppError(
      'not_found',
      `No rate from ${base} to ${missing.join(', ')}. Leave out symbols to get all available currencies.`,
    )
  return { base, date, rates: Object.fromEntries(wanted.map((symbol) => [symbol, known[symbol]!])), source }
}
