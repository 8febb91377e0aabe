import type { Axis, Legend, Mark, Scale, Spec } from 'vega'
import {
  keyed,
  keyOf,
  lookSignal,
  middleShortened,
  numberAxis,
  timeAxis,
  titleText,
  type Keyed,
} from './chart-frame.ts'
import type { ChartColors } from './colors.ts'
import type { Line } from './thin-line.ts'

/** Where the line runs: along time, along numbers, or from one text to the next. */
export interface Run {
  readonly kind: 'time' | 'number' | 'text'
  readonly name: string
  readonly values: Float64Array
  readonly labels: readonly string[]
  readonly isYear: boolean
  readonly unit: string
}

export interface NamedLine extends Line {
  readonly name: string
}

interface LinePoint {
  readonly x: number | string
  readonly y: number
  readonly name: string
  readonly piece: string
}

/** In points. */
const pieceLength = 100

export interface Lines {
  readonly lines: readonly NamedLine[]
  readonly valueName: string
  readonly unit: string
  /** Whether each line is a column of its own. */
  readonly isByColumn?: true
  readonly series?: string
  readonly notes: readonly string[]
}

export function lineBody(made: Lines, run: Run, colors: ChartColors): Spec {
  const { lines, series, unit, valueName } = made
  const names = keyed(
    'names',
    lines.map(({ name }) => name),
  )
  const stops = keyed(
    'stops',
    run.labels.map((label) => middleShortened(label, 24)),
  )
  const points = lines.flatMap((line, number) => piecesOf(line, { number, isText: run.kind === 'text' }))
  const [low, high] = extentOf(lines.map(({ y }) => y))
  const isSeveral = lines.length > 1
  return {
    signals: [
      names.signal,
      stops.signal,
      lookSignal('values', { low, high, unit }),
      lookSignal('run', { ...rangeOf(lines.map(({ x }) => x)), unit: run.unit, isYear: run.isYear }),
    ],
    data: [{ name: 'points', values: points }],
    scales: [
      {
        name: 'color',
        type: 'ordinal',
        domain: names.keys,
        range: isSeveral ? colors.categories(lines.length) : [colors.main],
      },
      runScale(run),
      {
        name: 'y',
        type: 'linear',
        domain: { data: 'points', field: 'y' },
        range: 'height',
        nice: true,
        zero: startsAtZero(low, high),
      },
    ],
    axes: [
      numberAxis({
        scale: 'y',
        orient: 'left',
        title: made.isByColumn ? '' : valueName,
        look: 'values',
      }),
      runAxis(run, stops),
    ],
    ...(isSeveral && { legends: [lineLegend(series ?? '', names)] }),
    marks: [
      lineMark(points.length / lines.length),
      ...(points.length <= 40 * lines.length ? [pointMark] : []),
    ],
  }
}

/**
 * The points of a line, in pieces that share their ends: drawing many short strokes takes a quarter of the time of one
 * that goes up and down thousands of times.
 */
function piecesOf({ x, y }: NamedLine, { number, isText }: { number: number; isText: boolean }): LinePoint[] {
  const points: LinePoint[] = []
  for (let at = 0; at < x.length; at++) {
    const point = { x: isText ? keyOf(x[at]!) : x[at]!, y: y[at]!, name: keyOf(number) }
    const piece = Math.floor(at / pieceLength)
    if (piece > 0 && at % pieceLength === 0) points.push({ ...point, piece: `${number} ${piece - 1}` })
    points.push({ ...point, piece: `${number} ${piece}` })
  }
  return points
}

/** A line shows change: it starts at zero only where that costs no more than half of the height. */
function startsAtZero(low: number, high: number): boolean {
  if (low === high) return true
  return low >= 0 ? low <= high / 2 : high <= 0 && high >= low / 2
}

function runScale(run: Run): Scale {
  if (run.kind === 'text')
    return {
      name: 'x',
      type: 'point',
      domain: run.labels.map((_, place) => keyOf(place)),
      range: 'width',
      padding: 0.3,
    }
  const domain = { data: 'points', field: 'x' }
  if (run.kind === 'time') return { name: 'x', type: 'utc', domain, range: 'width' }
  return { name: 'x', type: 'linear', domain, range: 'width', zero: false, nice: false }
}

function runAxis(run: Run, stops: Keyed): Axis {
  if (run.kind === 'time') return timeAxis({ scale: 'x', orient: 'bottom', title: run.name })
  if (run.kind === 'number') {
    const axis = numberAxis({ scale: 'x', orient: 'bottom', title: run.name, look: 'run', grid: false })
    return run.isYear ? { ...axis, tickMinStep: 1 } : axis
  }
  const isLong = run.labels.some((label) => label.length > 12) || run.labels.length > 10
  return {
    scale: 'x',
    orient: 'bottom',
    title: titleText(run.name, 80),
    encode: stops.encode,
    labelOverlap: true,
    labelSeparation: 4,
    ...(isLong && { labelAngle: -35, labelAlign: 'right', labelLimit: 130 }),
  }
}

function lineLegend(title: string, names: Keyed): Legend {
  return {
    stroke: 'color',
    title: titleText(title, 30),
    symbolType: 'stroke',
    symbolStrokeWidth: 3,
    encode: names.encode,
  }
}

function lineMark(pointsEach: number): Mark {
  return {
    type: 'group',
    from: { facet: { name: 'own', data: 'points', groupby: 'piece' } },
    marks: [
      {
        type: 'line',
        from: { data: 'own' },
        encode: {
          enter: {
            x: { scale: 'x', field: 'x' },
            y: { scale: 'y', field: 'y' },
            stroke: { scale: 'color', field: 'name' },
            strokeWidth: { value: pointsEach > 1_500 ? 1 : 2.2 },
            strokeJoin: { value: 'round' },
          },
        },
      },
    ],
  }
}

const pointMark: Mark = {
  type: 'symbol',
  from: { data: 'points' },
  encode: {
    enter: {
      x: { scale: 'x', field: 'x' },
      y: { scale: 'y', field: 'y' },
      fill: { scale: 'color', field: 'name' },
      stroke: { value: '#ffffff' },
      size: { value: 42 },
    },
  },
}

function rangeOf(lists: readonly Float64Array[]): { low: number; high: number } {
  const [low, high] = extentOf(lists)
  return { low, high }
}

function extentOf(lists: readonly Float64Array[]): [number, number] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const list of lists) {
    for (const value of list) {
      if (value < low) low = value
      if (value > high) high = value
    }
  }
  return [low, high]
}
