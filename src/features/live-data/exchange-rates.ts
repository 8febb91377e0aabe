import { AppError } from '../../contract/errors.ts'
import { firstAnswer } from '../../platform/upstream/first-answer.ts'
import { mapped, withTiming, type Caller, type NeedContext } from './need.ts'
import type { RatesReading } from './readings.ts'

export interface RatesWish {
  readonly base?: string | undefined
  /** With commas between them. */
  readonly symbols?: string | undefined
}

export function createExchangeRates({ hub, widgets, setting, now }: NeedContext) {
  const { referenceRates, dailyRates } = widgets.rates

  return async (wish: RatesWish, caller: Caller) => {
    const base = (wish.base ?? setting('BASE_CURRENCY') ?? 'USD').toUpperCase()
    const answered = await firstAnswer<RatesReading>(
      [(turn) => hub.ask(referenceRates, { base }, turn), (turn) => hub.ask(dailyRates, { base }, turn)],
      hub.turn(caller),
    )
    return withTiming(
      mapped(answered, (value) => onlyWanted(value, wish.symbols)),
      now,
    )
  }
}

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
