import { bold, faint, type Span } from '../../contract/text/blocks.ts'
import type { Description } from '../description.ts'

export const describe: Description<'metric'> = (component, { figure }) => {
  const { label, value, format, currency, decimals, unit, values = [] } = component
  const { change, change_unit, change_label, higher_is = 'neutral' } = component
  const shown = figure(value, { format, currency, decimals, unit })
  const trend: readonly Span[] = values.length > 1 ? ['  ', { trend: values }] : []
  if (change === undefined) return [{ kind: 'figure', label, value: shown, spans: [bold(shown), ...trend] }]
  const moved = figure(Math.abs(change), { unit: change_unit })
  const [arrow, sign] = change > 0 ? ['▲', '+'] : change < 0 ? ['▼', '-'] : ['■', '']
  const since = change_label === undefined ? '' : ` ${change_label}`
  const arrowed = { text: `${arrow} ${moved}`, look: lookOf(change, higher_is) }
  return [
    {
      kind: 'figure',
      label,
      value: `${shown} (${sign}${moved}${since})`,
      spans: [bold(shown), '  ', arrowed, faint(since), ...trend],
    },
  ]
}

function lookOf(change: number, higherIs: 'neutral' | 'good' | 'bad'): 'quiet' | 'success' | 'danger' {
  if (higherIs === 'neutral' || change === 0) return 'quiet'
  return change > 0 === (higherIs === 'good') ? 'success' : 'danger'
}
