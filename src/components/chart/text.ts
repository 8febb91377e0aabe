import { quiet, heading, sourceNote } from '../../contract/text/blocks.ts'
import type { Description } from '../description.ts'

export const describe: Description<'chart'> = (component, { figure }) => {
  const { chart_type = 'line', title, labels = [], series, unit, y_min, y_max } = component
  const { x_title, y_title, marks = [], caption, source } = component
  return [
    heading(title),
    {
      kind: 'chart',
      look: chart_type === 'donut' ? 'pie' : chart_type,
      labels,
      series,
      format: { unit },
      least: y_min,
      most: y_max,
    },
    quiet([x_title, y_title].filter(Boolean).join(' / ')),
    quiet(marks.map(({ label, value }) => `${label}: ${figure(value, { unit })}`).join(', ')),
    quiet(caption),
    sourceNote(source),
  ]
}
