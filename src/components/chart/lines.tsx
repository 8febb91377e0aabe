import type { Series } from './chart-data.ts'
import type { Layout } from './layout.ts'

interface MarksProps {
  readonly series: readonly (Series & { readonly floor?: readonly number[] })[]
  readonly layout: Layout
  readonly chartType: string
}

const MAX_DOTS = 40

/** Lines, areas and the points of a scatter chart. A null is a gap. */
export function Lines({ series, layout: { x, y, base }, chartType }: MarksProps) {
  return series.map(({ name, color, points, floor }) => {
    const known = points.map((point, index) => ({ ...point, floor: floor ? y(floor[index] ?? 0) : base }))
    const runs = splitAtGaps(known)
    const dots = chartType === 'scatter' || points.length <= MAX_DOTS
    return (
      <g key={name}>
        {chartType === 'area' &&
          runs.map((run, index) => {
            const top = run.map((point) => `${x(point.x)},${y(point.y)}`)
            const bottom = run.toReversed().map((point) => `${x(point.x)},${point.floor}`)
            return (
              <polygon key={index} points={[...top, ...bottom].join(' ')} fill={color} fillOpacity="0.18" />
            )
          })}
        {chartType !== 'scatter' &&
          runs.map((run, index) => (
            <polyline
              key={index}
              points={run.map((point) => `${x(point.x)},${y(point.y)}`).join(' ')}
              fill="none"
              stroke={color}
              strokeWidth="2"
              strokeLinejoin="round"
              strokeLinecap="round"
            />
          ))}
        {dots &&
          runs
            .flat()
            .map((point, index) => (
              <circle
                key={index}
                cx={x(point.x)}
                cy={y(point.y)}
                r={chartType === 'scatter' ? 4 : 2.5}
                fill={color}
                fillOpacity={chartType === 'scatter' ? 0.7 : 1}
              />
            ))}
      </g>
    )
  })
}

function splitAtGaps<P extends { readonly y: number | null }>(
  points: readonly P[],
): (P & { readonly y: number })[][] {
  const runs: (P & { readonly y: number })[][] = [[]]
  for (const point of points) {
    if (point.y === null) runs.push([])
    else runs.at(-1)!.push(point as P & { readonly y: number })
  }
  return runs.filter((run) => run.length > 0)
}
