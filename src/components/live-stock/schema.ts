import { defineComponent } from '../../contract/component.ts'
import { closed } from '../../contract/schema.ts'
import { Type } from '../../contract/type.ts'
import { choice } from '../members.ts'

export const liveStock = defineComponent({
  type: 'live_stock',
  tier: 2,
  summary: 'Price and course of a share, index, fund or coin: always choose it for a question about a price.',
  props: closed({
    symbol: Type.String({
      pattern: '^[^\\s/]+$',
      maxLength: 32,
      description: 'Ticker, e.g. AAPL, ^GSPC or BTC-USD',
    }),
    range: choice(['1mo', '1d', '5d', '3mo', '6mo', '1y', '5y'], 'How far back the line goes'),
  }),
  example: { symbol: 'AAPL', range: '5d' },
  gallery: {
    group: 'News and facts',
    title: 'Stock',
    about: 'The price of a share, index, fund or coin',
    icon: 'chart-line',
    settings: ['symbol', 'range'],
  },
})
