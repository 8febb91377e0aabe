import { AppError } from '../../contract/errors.ts'
import { firstAnswer, type Attempt } from '../../platform/upstream/first-answer.ts'
import type { Turn, UpstreamHub } from '../../platform/upstream/hub.ts'
import { defineWidget } from '../kit/widget.ts'
import { priceSeries } from './alpha-vantage.ts'
import { stockContract, type StockReading } from './contract.ts'
import { chart, findSymbols } from './yahoo-chart.ts'

export const stock = defineWidget(stockContract, {
  lookups: [chart, findSymbols, priceSeries],

  async answer({ symbol: given, range = '1mo' }, { hub, setting, turn }) {
    const symbol = given.trim().toUpperCase()
    const byChart: Attempt<StockReading> = (part) => hub.ask(chart, { symbol, range }, part)
    const bySeries: Attempt<StockReading> = (part) => hub.ask(priceSeries, { symbol, range }, part)
    const hasKey = setting('ALPHA_VANTAGE_API_KEY') !== null
    try {
      return await firstAnswer(hasKey ? [byChart, bySeries] : [byChart], turn)
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'not_found') throw error
      throw new AppError('not_found', `${error.message} ${await suggested(given.trim(), hub, turn)}`)
    }
  },

  summary({ symbol, name, price, currency, change_percent }) {
    const change =
      change_percent === null ? '' : ` (${change_percent > 0 ? '+' : ''}${change_percent.toFixed(2)} %)`
    return `${name ?? symbol}: ${price} ${currency ?? ''}${change}`.trim()
  },
})

async function suggested(words: string, hub: UpstreamHub, turn: Turn): Promise<string> {
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
