import { bold, faint, type Span } from '../../contract/text/blocks.ts'
import type { Description } from '../description.ts'

export const describe: Description<'metric'> = (component, { figure }) => {
  const { label, value, format, currency, decimals, unit, values = [] } = component
  const { change, change_unit, change_label, higher_is = 'neutral' } = component
  const shown = figure(value, { format, currency, decimals, unit })
  const trend: readonly Span[] = values.length > 1 ? ['  ', { trend: values }] : []
  if (change === undefined) return [{ kind: 'figure', label, value: shown, spans: [bold(shown), ...trend] }]
  const arrow = change > 0 ? '▲' : change < 0 ? '▼' : '■'
  const moved = figure(Math.abs(change), { unit: change_unit })
  const sign = change > 0 ? '+' : change < 0 ? '-' : ''
  const isGood = change > 0 === (higher_is === 'good')
  const look = higher_is === 'neutral' || change === 0 ? 'quiet' : isGood ? 'success' : 'danger'
  const since = change_label === undefined ? '' : ` ${change_label}`
  return [
    {
      kind: 'figure',
      label,
      value: `${shown} (${sign}${moved}${since})`,
      spans: [bold(shown), '  ', { text: `${arrow} ${moved}`, look }, faint(since), ...trend],
    },
  ]
}
