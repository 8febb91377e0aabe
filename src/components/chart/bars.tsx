import type { Series } from './chart-data.ts'
import type { Layout } from './layout.ts'

interface BarsProps {
  readonly series: readonly (Series & { readonly floor?: readonly number[] })[]
  readonly layout: Layout
  readonly stacked: boolean
}

/** Standing bars: side by side, or on top of each other. */
export function Bars({ series, layout: { x, y, base, band }, stacked }: BarsProps) {
  const room = Math.min(band * 0.72, stacked ? 48 : 40 * series.length)
  const width = Math.max(1, stacked ? room : room / series.length - 2)
  return series.map(({ name, color, points, floor }, place) => (
    <g key={name} fill={color}>
      {points.map(({ x: at, y: value }, index) => {
        if (value === null) return null
        const from = floor ? y(floor[index] ?? 0) : base
        const to = y(value)
        const left = x(at) - room / 2 + (stacked ? 0 : place * (room / series.length) + 1)
        return (
          <rect
            key={index}
            x={left}
            y={Math.min(from, to)}
            width={width}
            height={Math.max(1, Math.abs(from - to))}
            rx={Math.min(4, width / 3)}
          />
        )
      })}
    </g>
  ))
}
