import { quiet, heading, line, bold, toned, type Block } from '../../contract/text/blocks.ts'
import type { NumberFormat } from '../../contract/text/numbers.ts'
import type { Description } from '../description.ts'

export const describe: Description<'live_stock'> = (_component, context, stock) => {
  const { symbol, name, price, currency, change_percent, series, range, exchange } = stock
  const format: NumberFormat = currency === null ? { decimals: 2 } : { format: 'currency', currency }
  const tone = (change_percent ?? 0) >= 0 ? 'success' : 'danger'
  const change = context.figure(Math.abs(change_percent ?? 0), { decimals: 2 })
  const values = series.map(({ close }) => close)
  const chart: Block = {
    kind: 'chart',
    look: 'line',
    labels: series.map(({ time }) => time.slice(0, 10)),
    series: [{ name: symbol, values, tone }],
    format,
  }
  return [
    heading(name === null ? symbol : `${name} (${symbol})`),
    line(
      bold(context.figure(price, format)),
      ...(change_percent === null
        ? []
        : ['  ', toned(tone, `${tone === 'success' ? '▲' : '▼'} ${change} %`)]),
    ),
    values.length > 1 ? chart : undefined,
    quiet([range, exchange].filter(Boolean).join(', ')),
  ]
}
