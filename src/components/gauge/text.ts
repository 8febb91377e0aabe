import type { Description } from '../description.ts'

export const describe: Description<'gauge'> = (
  { label, value, min = 0, max = 100, unit, decimals, thresholds = [] },
  { figure },
) => {
  const tone = thresholds.findLast(({ from }) => value >= from)?.tone ?? 'info'
  const shown = figure(value, { unit, decimals })
  const bar = { bar: (value - min) / (max - min || 1), tone }
  return [{ kind: 'figure', label, value: shown, spans: [bar, ` ${shown}`] }]
}
