import type { Description } from '../description.ts'

export const describe: Description<'progress'> = ({ value, max = 100, label, text, tone = 'info' }) => {
  const share = value === undefined ? undefined : value / max
  const said = text ?? (share === undefined ? 'in progress' : `${Math.round(share * 100)} %`)
  const look = tone === 'neutral' ? 'info' : tone
  return [{ kind: 'figure', label, value: said, spans: [{ bar: share ?? 0, tone: look }, ` ${said}`] }]
}
