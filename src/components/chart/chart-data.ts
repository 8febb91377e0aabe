import { formatDay } from '../../contract/text/moments.ts'
import { formatNumber } from '../../contract/text/numbers.ts'
import type { ViewProps } from '../view-kit/view-entry.ts'

export type ChartProps = ViewProps<'chart'>

export interface Point {
  /** Place on the x axis: the number of the label, a time in milliseconds, or the number itself. */
  readonly x: number
  readonly y: number | null
  readonly label: string
}

export interface Series {
  readonly name: string
  readonly color: string
  readonly points: readonly Point[]
}

export interface ChartData {
  readonly series: readonly Series[]
  readonly labels: readonly string[]
  /** Whether x is a place among labels rather than a measure. */
  readonly isBanded: boolean
}

const TONES = {
  neutral: undefined,
  info: 'var(--accent)',
  success: 'var(--good)',
  warning: 'var(--warn)',
  danger: 'var(--bad)',
}

/** The series of a chart as points, whichever way they were written. */
export function chartData({ series, labels, x_type = 'category' }: ChartProps): ChartData {
  const count = Math.max(0, ...series.map(({ values }) => values?.length ?? 0))
  const names = (labels ?? Array.from({ length: count }, (_, index) => index + 1)).map(String)
  const isBanded = x_type === 'category' && series.every(({ points }) => !points)
  const position = (raw: string | number, index: number): number => {
    if (x_type === 'time') return Date.parse(String(raw))
    return x_type === 'number' || typeof raw === 'number' ? Number(raw) : index
  }
  return {
    isBanded,
    labels: names,
    series: series.map(({ name, values, points, tone }, place) => ({
      name,
      color: (tone && TONES[tone]) ?? `var(--chart-${(place % 8) + 1})`,
      points: points
        ? points.map(({ x, y, label }, index) => ({ x: position(x, index), y, label: label ?? String(x) }))
        : (values ?? []).map((y, index) => ({
            x: isBanded ? index : position(labels?.[index] ?? index, index),
            y,
            label: names[index] ?? String(index + 1),
          })),
    })),
  }
}

/** Each series on top of the ones before it. */
export function stackedSeries(series: readonly Series[]): (Series & { readonly floor: readonly number[] })[] {
  const heights: number[] = []
  return series.map((one) => {
    const floor = one.points.map((_, index) => heights[index] ?? 0)
    const points = one.points.map((point, index) => {
      const y = (heights[index] ?? 0) + (point.y ?? 0)
      heights[index] = y
      return { ...point, y }
    })
    return { ...one, points, floor }
  })
}

export function xLabel(value: number, { x_type }: Pick<ChartProps, 'x_type'>): string {
  return x_type === 'time' ? formatDay(new Date(value)) : formatNumber(value)
}
