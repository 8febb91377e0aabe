import { useId } from 'react'
import { sparkScale } from './spark-scale.ts'

interface SparkProps {
  readonly values: readonly (number | null)[]
  /** When each was, where they do not follow each other evenly. */
  readonly times?: readonly number[] | undefined
  /** The lowest and the highest that can be, where that is known. */
  readonly range?: readonly [low: number, high: number]
  readonly color?: string
  readonly height?: number
  /** Read to who cannot see it. Without one it is decoration. */
  readonly label?: string
}

const WIDTH = 100

/** A small line without axes, as wide as its place. */
export function Spark({ values, times, range, color = 'var(--accent)', height = 32, label }: SparkProps) {
  const gradient = useId()
  const numbers = values.filter((value) => value !== null)
  const places = times ?? values.map((_, index) => index)
  const [first = 0, last = 0] = [places[0], places.at(-1)]
  const x = (index: number) => ((places[index]! - first) / (last - first || 1)) * WIDTH
  const y = sparkScale(numbers, height, range)
  const runs = runsOf(values).map((run) =>
    run.map(([index, value]) => `${x(index).toFixed(2)},${y(value).toFixed(2)}`),
  )
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${height}`}
      preserveAspectRatio="none"
      className="block w-full overflow-visible"
      style={{ height }}
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
    >
      <linearGradient id={gradient} x1="0" x2="0" y1="0" y2="1">
        <stop offset="0" stopColor={color} stopOpacity="0.22" />
        <stop offset="1" stopColor={color} stopOpacity="0" />
      </linearGradient>
      {runs.map((points) => (
        <g key={points[0]}>
          <polygon
            points={`${xOf(points[0]!)},${height} ${points.join(' ')} ${xOf(points.at(-1)!)},${height}`}
            fill={`url(#${gradient})`}
          />
          <polyline
            points={points.join(' ')}
            fill="none"
            stroke={color}
            strokeWidth="1.75"
            vectorEffect="non-scaling-stroke"
            strokeLinejoin="round"
            strokeLinecap="round"
          />
        </g>
      ))}
    </svg>
  )
}

function xOf(point: string): string {
  return point.split(',')[0]!
}

/** A gap in the values is a gap in the line. */
function runsOf(values: readonly (number | null)[]): [number, number][][] {
  const runs: [number, number][][] = [[]]
  for (const [index, value] of values.entries()) {
    if (value === null) runs.push([])
    else runs.at(-1)!.push([index, value])
  }
  return runs.filter((run) => run.length > 0)
}
