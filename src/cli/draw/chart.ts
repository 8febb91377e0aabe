import type { ChartBlock, Series } from '../../contract/text/blocks.ts'
import { valueText } from '../../contract/text/numbers.ts'
import { cut, displayWidth, padEnd, padStart, printable } from '../terminal/text-width.ts'
import { filledBar, squeezed } from './bars.ts'
import { toneStyles, type Ink, type Lines } from './ink.ts'
import { drawPlot, type PlottedSeries } from './plot.ts'

const seriesStyles = ['cyan', 'yellow', 'magenta', 'green', 'blue', 'red'] as const
const MAX_LABEL_LENGTH = 18

export function drawChart(chart: ChartBlock, ink: Ink): Lines {
  return bodies[chart.look](chart, ink)
}

const bodies: Readonly<Record<ChartBlock['look'], (chart: ChartBlock, ink: Ink) => Lines>> = {
  bar: bars,
  pie: slices,
  line: lines,
  area: lines,
  scatter: lines,
}

/** Bars go from left to right, whatever was asked for: names have room there. */
function bars({ labels, series, format }: ChartBlock, ink: Ink): Lines {
  const all = series.flatMap((one) => valuesOf(one).map((value) => value ?? 0))
  const [least, most] = [Math.min(0, ...all), Math.max(0, ...all)]
  const count = Math.max(0, ...series.map((one) => valuesOf(one).length))
  const names = Array.from({ length: count }, (_, index) => labelOf(labels[index], index))
  const widest = Math.max(0, ...names.map(displayWidth))
  const called = series.length < 2 ? [] : series.map(({ name }) => cut(printable(name), MAX_LABEL_LENGTH))
  const beside = Math.max(0, ...called.map((name) => displayWidth(name) + 1))
  const room = Math.max(8, Math.min(50, ink.width - widest - beside - 14))
  const bar = barFor({ least, most, room })
  return names.flatMap((name, index) =>
    series.map((one, at) => {
      const value = valuesOf(one)[index] ?? null
      const figure = valueText(value, format)
      // Named beside it as well: not every terminal has colours.
      const whose = called[at] === undefined ? '' : ` ${ink.style('gray', called[at])}`
      const drawn = ink.style(styleOf(one, at), bar(value ?? 0))
      return `${padEnd(at === 0 ? name : '', widest)} ${drawn} ${figure}${whose}`
    }),
  )
}

/** Draws one bar. What is below zero goes to the left of it, where anything is. */
function barFor({ least, most, room }: { least: number; most: number; room: number }) {
  const span = most - least || 1
  const left = least < 0 ? Math.max(1, Math.round((room * -least) / span)) : 0
  return (value: number): string => {
    if (left === 0) return filledBar(value / span, room)
    if (value < 0) return `${padStart('█'.repeat(Math.round((value / least) * left)), left)}│`
    return `${' '.repeat(left)}│${filledBar(value / (most || 1), room - left)}`
  }
}

function slices({ labels, series, format }: ChartBlock, ink: Ink): Lines {
  const values = valuesOf(series[0]!).map((value) => Math.max(0, value ?? 0))
  const total = values.reduce((sum, value) => sum + value, 0) || 1
  const names = values.map((_, index) => labelOf(labels[index], index))
  const widest = Math.max(0, ...names.map(displayWidth))
  const room = Math.max(8, Math.min(40, ink.width - widest - 24))
  return values.map((value, index) => {
    const share = value / total
    const percent = padStart(`${Math.round(share * 100)} %`, 5)
    const bar = ink.style(seriesStyles[index % seriesStyles.length]!, filledBar(share, room))
    return `${padEnd(names[index]!, widest)} ${percent} ${bar} ${valueText(value, format)}`
  })
}

function lines(chart: ChartBlock, ink: Ink): Lines {
  const { look, series, labels, format, least, most } = chart
  const room = Math.max(20, Math.min(72, ink.width - 14))
  const plotted = series.map((one, index): PlottedSeries => ({
    values: one.points ? placed(one.points, series, room * 2) : squeezed(one.values ?? [], room * 2),
    paint: (text) => ink.style(styleOf(one, index), text),
  }))
  const ends = series[0]?.points ? endsOfPoints(series) : [labels[0], labels.at(-1)]
  return [
    ...drawPlot(plotted, {
      columns: room,
      area: look === 'area',
      joined: look !== 'scatter',
      least,
      most,
      label: (value) => valueText(value, format),
      ends: ends.map((end) => (end === undefined ? '' : cut(printable(String(end)), MAX_LABEL_LENGTH))),
      quiet: (text) => ink.style('gray', text),
    }),
    ...legend(series, ink),
  ]
}

type Point = NonNullable<Series['points']>[number]

function xOf({ x }: Point): number {
  return typeof x === 'number' ? x : Date.parse(x)
}

function endsOfPoints(series: readonly Series[]): (string | number | undefined)[] {
  const points = series.flatMap(({ points = [] }) => points).toSorted((one, other) => xOf(one) - xOf(other))
  return [points[0]?.x, points.at(-1)?.x]
}

/** Points at their place on the x axis, as values with gaps between them. */
function placed(points: readonly Point[], series: readonly Series[], columns: number): (number | null)[] {
  const places = series.flatMap(({ points: all = [] }) => all.map(xOf))
  const [least, most] = [Math.min(...places), Math.max(...places)]
  const values = Array.from<number | null>({ length: columns }).fill(null)
  for (const point of points) {
    const share = most === least ? 0.5 : (xOf(point) - least) / (most - least)
    if (Number.isFinite(share)) values[Math.round(share * (columns - 1))] = point.y
  }
  return values
}

function valuesOf({ values, points }: Series): readonly (number | null)[] {
  return values ?? points?.map(({ y }) => y) ?? []
}

function labelOf(label: string | number | undefined, index: number): string {
  return cut(printable(valueText(label ?? index + 1)), MAX_LABEL_LENGTH)
}

function styleOf({ tone = 'neutral' }: Series, index: number) {
  return tone === 'neutral' ? seriesStyles[index % seriesStyles.length]! : toneStyles[tone]
}

function legend(series: readonly Series[], ink: Ink): Lines {
  if (series.length < 2) return []
  return [series.map((one, index) => ink.style(styleOf(one, index), `■ ${printable(one.name)}`)).join('  ')]
}
