import { formatNumber } from '../../contract/text/numbers.ts'
import { chartColor } from '../view-kit/tone.ts'
import { chartData, type ChartProps } from './chart-data.ts'

const CENTER = 100
const OUTER = 92

/** Shares of a whole, with their values beside them: no slice has to be guessed. */
export function Pie(props: ChartProps) {
  const { series } = chartData(props)
  const slices = slicesOf(
    series.length === 1
      ? series[0]!.points.map(({ label, y }) => ({ label, value: y ?? 0 }))
      : series.map(({ name, points }) => ({ label: name, value: points[0]?.y ?? 0 })),
  )
  const total = slices.reduce((sum, { value }) => sum + value, 0)
  const inner = props.chart_type === 'donut' ? 58 : 0
  return (
    <div className="flex flex-wrap items-center gap-6">
      <svg
        viewBox="0 0 200 200"
        className="w-48 max-w-full shrink-0"
        role="img"
        aria-label={props.caption ?? props.title ?? slices.map(({ label }) => label).join(', ')}
      >
        {slices.map(({ label, from, to }, index) => (
          <path
            key={index}
            d={slicePath(from, to, inner)}
            fill={chartColor(index)}
            stroke="var(--surface-1)"
            strokeWidth="2"
          >
            <title>{label}</title>
          </path>
        ))}
        {inner > 0 && (
          <text
            x={CENTER}
            y={CENTER}
            dy="0.35em"
            textAnchor="middle"
            className="fill-ink text-xl font-semibold tabular-nums"
          >
            {formatNumber(total, { unit: props.unit })}
          </text>
        )}
      </svg>
      <ul className="flex min-w-40 flex-1 flex-col gap-1.5 text-sm">
        {slices.map(({ label, value }, index) => (
          <li key={index} className="flex items-center gap-2">
            <span
              aria-hidden
              className="size-2.5 shrink-0 rounded-full"
              style={{ background: chartColor(index) }}
            />
            <span className="clip flex-1">{label}</span>
            <span className="tabular-nums">{formatNumber(value, { unit: props.unit })}</span>
            <span className="w-12 text-end text-ink-3 tabular-nums">
              {formatNumber((value / (total || 1)) * 100, { format: 'percent', decimals: 0 })}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

function slicesOf(values: readonly { label: string; value: number }[]) {
  const total = values.reduce((sum, { value }) => sum + Math.max(0, value), 0) || 1
  let at = 0
  return values.map(({ label, value }) => {
    const from = at
    at += Math.max(0, value) / total
    return { label, value: Math.max(0, value), from, to: at }
  })
}

function slicePath(from: number, to: number, inner: number): string {
  // A whole circle has no two ends for an arc to go between.
  const end = to - from >= 1 ? from + 0.99999 : to
  const large = end - from > 0.5 ? 1 : 0
  const outer = `M${at(from, OUTER)}A${OUTER} ${OUTER} 0 ${large} 1 ${at(end, OUTER)}`
  return inner === 0
    ? `${outer}L${CENTER} ${CENTER}Z`
    : `${outer}L${at(end, inner)}A${inner} ${inner} 0 ${large} 0 ${at(from, inner)}Z`
}

function at(share: number, radius: number): string {
  const angle = share * 2 * Math.PI - Math.PI / 2
  return `${(CENTER + radius * Math.cos(angle)).toFixed(3)} ${(CENTER + radius * Math.sin(angle)).toFixed(3)}`
}
