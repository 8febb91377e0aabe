import type { Description } from '../description.ts'

export const describe: Description<'sparkline'> = ({ values, label, unit, tone = 'info' }, { figure }) => {
  const last = figure(
    values.findLast((value) => value !== null),
    { unit },
  )
  const look = tone === 'neutral' ? 'info' : tone
  return [
    { kind: 'figure', label, value: last, spans: [{ trend: values, columns: 60, tone: look }, ` ${last}`] },
  ]
}
