import { plain, heading, bold, type Span } from '../../contract/text/blocks.ts'
import { valueBlocks } from '../../contract/text/value-blocks.ts'
import type { Description } from '../description.ts'
import type { NewComponent } from '../schemas.ts'
import { asNumber, partOf, readable } from './bound-value.ts'

export const describe: Description<'data_bound'> = (component, { figure }, answer) => {
  const { display = 'text', path, label, source, format, unit } = component
  const value = partOf(answer, path)
  const name = label ?? (path === undefined ? source : readable(path))
  if (display === 'json') return [heading(name), plain(JSON.stringify(value, null, 2) ?? '–')]
  const number = asNumber(value)
  if (number === undefined || display === 'table' || display === 'key_value')
    return [heading(name), ...valueBlocks(value)]
  const shown = figure(number, { format, unit })
  const bar: readonly Span[] =
    display === 'gauge' ? [{ bar: shareOf(number, component), tone: 'info' }, ' '] : []
  return [{ kind: 'figure', label: name, value: shown, spans: [...bar, bold(shown)] }]
}

function shareOf(value: number, { min = 0, max = 100 }: NewComponent<'data_bound'>): number {
  return (value - min) / (max - min || 1)
}
