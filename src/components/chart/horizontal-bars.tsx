import { formatNumber } from '../../contract/text/numbers.ts'
import { chartData, type ChartProps } from './chart-data.ts'

/** Bars from left to right, with their names in full: best for long names. */
export function HorizontalBars(props: ChartProps) {
  const { series, labels } = chartData(props)
  const sums = labels.map((_, index) =>
    series.reduce((sum, { points }) => sum + Math.max(0, points[index]?.y ?? 0), 0),
  )
  const single = series.flatMap(({ points }) => points.map(({ y }) => y ?? 0))
  const most = props.y_max ?? Math.max(1e-9, ...(props.stacked ? sums : single))
  return (
    <ul className="flex flex-col gap-3">
      {labels.map((label, index) => (
        <li key={index} className="text-sm">
          <p className="mb-1 clip text-ink-2">{label}</p>
          <div className={props.stacked ? 'flex' : 'flex flex-col gap-1'}>
            {series.map(({ name, color, points }) => {
              const value = points[index]?.y ?? 0
              return (
                <div
                  key={name}
                  className="flex min-w-0 items-center gap-2"
                  style={props.stacked ? { width: `${(Math.max(0, value) / most) * 85}%` } : undefined}
                >
                  <span
                    className="h-4 min-w-px rounded"
                    style={{
                      background: color,
                      width: props.stacked ? '100%' : `${(Math.max(0, value) / most) * 80}%`,
                    }}
                  />
                  {!props.stacked && (
                    <span className="text-xs text-ink-3 tabular-nums">
                      {formatNumber(value, { unit: props.unit })}
                    </span>
                  )}
                </div>
              )
            })}
          </div>
        </li>
      ))}
    </ul>
  )
}
