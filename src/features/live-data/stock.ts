import { AppError } from '../../contract/errors.ts'
import { firstAnswer, type Attempt } from '../../platform/upstream/first-answer.ts'
import type { Turn } from '../../platform/upstream/hub.ts'
import { withTiming, type Caller, type NeedContext } from './need.ts'
import type { StockRangeName, StockReading } from './readings.ts'

export interface StockWish {
  readonly symbol: string
  readonly range: StockRangeName
}

export function createStock({ hub, widgets, setting, now }: NeedContext) {
  const { chart, findSymbols, priceSeries } = widgets.stock

  const suggested = async (words: string, turn: Turn): Promise<string> => {
    try {
      const { value } = await hub.ask(findSymbols, { words }, turn)
      const names = value
        .slice(0, 4)
        .map(({ symbol, name }) => (name === null ? symbol : `${symbol} (${name})`))
      return names.length === 0 ? 'Check the spelling.' : `Did you mean ${names.join(', ')}?`
    } catch (error) {
      // That there is no such symbol is known already; a hint is only a kindness.
      if (error instanceof AppError) return 'Check the spelling.'
      throw error
    }
  }

  return async ({ symbol: given, range }: StockWish, caller: Caller) => {
    const symbol = given.trim().toUpperCase()
    const turn = hub.turn(caller)
    const byChart: Attempt<StockReading> = (part) => hub.ask(chart, { symbol, range }, part)
    const bySeries: Attempt<StockReading> = (part) => hub.ask(priceSeries, { symbol, range }, part)
    const hasKey = setting('ALPHA_VANTAGE_API_KEY') !== null
    try {
      return withTiming(await firstAnswer(hasKey ? [byChart, bySeries] : [byChart], turn), now)
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'not_found') throw error
      throw new AppError('not_found', `${error.message} ${await suggested(given.trim(), turn)}`)
    }
  }
}
