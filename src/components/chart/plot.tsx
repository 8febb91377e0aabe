import { useMemo, useState, type PointerEvent } from 'react'
import { formatNumber } from '../../contract/text/numbers.ts'
import { chartData, stackedSeries, xLabel, type ChartProps, type Point } from './chart-data.ts'
import { Bars } from './bars.tsx'
import { Lines } from './lines.tsx'
import { labelStride, linearScale, niceTicks } from './scale.ts'
import type { Layout } from './layout.ts'

const HEIGHT = 260
const MARGIN = { top: 10, right: 12, bottom: 28, left: 52 }

type Series = ReturnType<typeof chartData>['series']

/** Axes, lines across, and the marks of the series. The pointer finds the nearest place and shows its values. */
export function Plot({ width, ...props }: ChartProps & { width: number }) {
  const { chart_type = 'line', unit, marks = [], caption, title, stacked = false } = props
  const data = useMemo(() => chartData(props), [props])
  const series = useMemo(() => (stacked ? stackedSeries(data.series) : data.series), [data, stacked])
  const isBanded = data.isBanded || chart_type === 'bar'
  const layout = useMemo(
    () =>
      layoutOf(
        series.flatMap(({ points }) => points),
        { width, props, count: data.labels.length, isBanded },
      ),
    [series, width, props, data, isBanded],
  )
  const { at, find, leave } = usePlaceUnderPointer(series, layout)
  const Marks = chart_type === 'bar' ? Bars : Lines
  return (
    <div className="relative">
      <svg
        width={width}
        height={HEIGHT}
        role="img"
        aria-label={caption ?? title ?? describe(props)}
        onPointerMove={find}
        onPointerLeave={leave}
        className="block overflow-visible"
      >
        <YAxis layout={layout} width={width} unit={unit} />
        <XAxis layout={layout} width={width} props={props} labels={isBanded ? data.labels : undefined} />
        {at !== undefined && (
          <line
            x1={layout.x(at)}
            x2={layout.x(at)}
            y1={MARGIN.top}
            y2={HEIGHT - MARGIN.bottom}
            stroke="var(--line-strong)"
          />
        )}
        <Marks series={series} layout={layout} chartType={chart_type} stacked={stacked} />
        <LinesAcross marks={marks} layout={layout} width={width} />
      </svg>
      {at !== undefined && (
        <Tooltip
          left={layout.x(at)}
          width={width}
          title={titleAt(
            data.series.flatMap(({ points }) => points),
            at,
            props,
          )}
          rows={data.series.map(({ name, color, points }) => ({
            name,
            color,
            value: points.find(({ x }) => x === at)?.y,
          }))}
          unit={unit}
        />
      )}
    </div>
  )
}

/** The place of the data that is nearest to the pointer, while it is over the chart. */
function usePlaceUnderPointer(series: Series, layout: Layout) {
  const [at, setAt] = useState<number>()
  const places = useMemo(
    () => [...new Set(series.flatMap(({ points }) => points.map(({ x }) => x)))].toSorted((a, b) => a - b),
    [series],
  )
  const find = (event: PointerEvent<SVGSVGElement>) => {
    const offset = event.clientX - event.currentTarget.getBoundingClientRect().left
    setAt(
      places.reduce(
        (best, place) =>
          Math.abs(layout.x(place) - offset) < Math.abs(layout.x(best) - offset) ? place : best,
        places[0] ?? 0,
      ),
    )
  }
  return { at, find, leave: () => setAt(undefined) }
}

interface LayoutOptions {
  readonly width: number
  readonly props: ChartProps
  readonly count: number
  readonly isBanded: boolean
}

function layoutOf(points: readonly Point[], { width, props, count, isBanded }: LayoutOptions): Layout {
  const ys = points
    .flatMap(({ y }) => (y === null ? [] : [y]))
    .concat((props.marks ?? []).map(({ value }) => value))
  const fromZero = props.chart_type === 'bar' || props.chart_type === 'area' || props.stacked
  const low = props.y_min ?? Math.min(fromZero ? 0 : Infinity, ...ys)
  const high = props.y_max ?? Math.max(fromZero ? 0 : -Infinity, ...ys)
  const [left, right] = [MARGIN.left, width - MARGIN.right]
  const y = linearScale(niceTicks(Number.isFinite(low) ? low : 0, Number.isFinite(high) ? high : 1), [
    HEIGHT - MARGIN.bottom,
    MARGIN.top,
  ])
  const base = y(Math.max(y.ticks[0]!, Math.min(0, y.ticks.at(-1)!)))
  if (isBanded) {
    const band = (right - left) / Math.max(1, count)
    return { y, base, band, x: Object.assign((place: number) => left + band * (place + 0.5), { ticks: [] }) }
  }
  const xs = points.map(({ x }) => x)
  const ends = [Math.min(...xs), Math.max(...xs)] as const
  const ticks =
    props.x_type === 'time'
      ? evenTicks(ends, Math.max(2, Math.floor(width / 140)))
      : niceTicks(...ends, Math.floor(width / 90))
  return { y, base, band: 24, x: linearScale(ticks, [left, right]) }
}

function evenTicks([from, to]: readonly [number, number], count: number): number[] {
  return Array.from({ length: count + 1 }, (_, index) => from + ((to - from) * index) / count)
}

function YAxis({ layout: { y }, width, unit }: { layout: Layout; width: number; unit: string | undefined }) {
  return y.ticks.map((tick) => (
    <g key={tick}>
      <line x1={MARGIN.left} x2={width - MARGIN.right} y1={y(tick)} y2={y(tick)} stroke="var(--line)" />
      <text
        x={MARGIN.left - 8}
        y={y(tick)}
        dy="0.32em"
        textAnchor="end"
        className="fill-ink-3 text-xs tabular-nums"
      >
        {formatNumber(tick, unit === '%' || unit?.startsWith('°') ? { unit } : {})}
      </text>
    </g>
  ))
}

interface XAxisProps {
  readonly layout: Layout
  readonly width: number
  readonly props: ChartProps
  readonly labels: readonly string[] | undefined
}

function XAxis({ layout: { x }, width, props, labels }: XAxisProps) {
  const longest = Math.max(...(labels ?? ['']).map((label) => Math.min(label.length, 14)))
  const stride = labels ? labelStride(labels.length, width - MARGIN.left, longest * 7 + 10) : 1
  const ticks = labels
    ? labels.map((label, index) => [index, label] as const).filter((_, index) => index % stride === 0)
    : x.ticks.map((tick) => [tick, xLabel(tick, props)] as const)
  return ticks.map(([place, label]) => (
    <text
      key={place}
      x={x(place)}
      y={HEIGHT - 8}
      textAnchor={place === x.ticks.at(-1) ? 'end' : place === x.ticks[0] ? 'start' : 'middle'}
      className="fill-ink-3 text-xs tabular-nums"
    >
      {label.length > 14 ? `${label.slice(0, 13)}…` : label}
    </text>
  ))
}

interface LinesAcrossProps {
  readonly marks: NonNullable<ChartProps['marks']>
  readonly layout: Layout
  readonly width: number
}

function LinesAcross({ marks, layout: { y }, width }: LinesAcrossProps) {
  return marks.map(({ value, label }) => (
    <g key={label}>
      <line
        x1={MARGIN.left}
        x2={width - MARGIN.right}
        y1={y(value)}
        y2={y(value)}
        stroke="var(--text-3)"
        strokeDasharray="4 4"
      />
      <text x={width - MARGIN.right} y={y(value) - 5} textAnchor="end" className="fill-ink-3 text-xs">
        {label}
      </text>
    </g>
  ))
}

interface TooltipProps {
  readonly left: number
  readonly width: number
  readonly title: string
  readonly rows: readonly {
    readonly name: string
    readonly color: string
    readonly value: number | null | undefined
  }[]
  readonly unit: string | undefined
}

function Tooltip({ left, width, title, rows, unit }: TooltipProps) {
  const side = left > width / 2 ? { right: width - left + 12 } : { left: left + 12 }
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute top-2 z-2 max-w-56 rounded-lg border border-line bg-surface-1 px-3 py-2 text-xs shadow-high"
      style={side}
    >
      <p className="clip font-medium">{title}</p>
      {rows
        .filter(({ value }) => value !== undefined && value !== null)
        .map(({ name, color, value }) => (
          <p key={name} className="flex items-center gap-2 tabular-nums">
            <span className="size-2 shrink-0 rounded-full" style={{ background: color }} />
            <span className="clip flex-1 text-ink-3">{name}</span>
            {formatNumber(value!, { unit })}
          </p>
        ))}
    </div>
  )
}

function titleAt(points: readonly Point[], at: number, props: ChartProps): string {
  if (props.x_type === 'time') return xLabel(at, props)
  return points.find(({ x }) => x === at)?.label ?? xLabel(at, props)
}

function describe({ chart_type, series }: ChartProps): string {
  return `${chart_type} chart of ${series.map(({ name }) => name).join(', ')}`
}
