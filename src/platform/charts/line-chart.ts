import type { Axis, Legend, Mark, Scale, Spec } from 'vega'
import { AppError } from '../../contract/errors.ts'
import type { DatasetColumn, NumberColumn, TextColumn } from '../tables/dataset.ts'
import { categoriesOf } from './categories.ts'
import {
  capitalised,
  chartWidth,
  counted,
  lookSignal,
  numberAxis,
  shortened,
  spoken,
  timeAxis,
  type ChartPlan,
} from './chart-frame.ts'
import { runColumn, valueColumn, type Asked } from './choose-columns.ts'
import type { ChartColors } from './colors.ts'
import { isAddedUp, isMeasure, isYear } from './column-roles.ts'
import { measureName, mostSeries, seriesColumn } from './group-values.ts'
import { orderedLine, thinLine, type Line } from './thin-line.ts'

/** Where the line runs: along time, along numbers, or from one text to the next. */
interface Run {
  readonly kind: 'time' | 'number' | 'text'
  readonly name: string
  readonly values: Float64Array
  readonly labels: readonly string[]
  readonly isYear: boolean
  readonly unit: string
}

interface NamedLine extends Line {
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

interface Lines {
  readonly lines: readonly NamedLine[]
  readonly valueName: string
  readonly unit: string
  /** Whether each line is a column of its own. */
  readonly isByColumn?: true
  readonly series?: string
  readonly notes: readonly string[]
}

/** One line, or several: a column each, or a text each where rows share their place on the x axis. */
export function lineChart(asked: Asked, colors: ChartColors): ChartPlan {
  const x = runColumn(asked)
  const run = runOf(x, asked.dataset.rows)
  const ys = valueColumns(asked, x)
  const made = ys.length > 1 ? columnLines(run, ys) : singleColumn(asked, { run, x, y: ys[0]! })
  const total = made.lines.reduce((sum, { x: points }) => sum + points.length, 0)
  if (total === 0) throw noPoints(asked.label)
  const thin = made.lines.map((line) => ({ ...line, ...thinLine(line, chartWidth) }))
  const drawn = thin.reduce((sum, { x: points }) => sum + points.length, 0)
  const notes = [
    ...made.notes,
    ...(drawn < total ? [`${counted(total, 'point')}, drawn by the lowest and highest of each pixel.`] : []),
  ]
  return {
    title: capitalised(`${spoken(made.valueName)} by ${spoken(run.name)}`),
    ...(notes.length > 0 && { subtitle: notes.join(' ') }),
    body: bodyOf({ ...made, lines: thin }, run, colors),
    facts: {
      x: run.name,
      y: ys.map(({ name }) => name).join(', '),
      ...(made.series !== undefined && { series: made.series }),
      drawn,
    },
    notes,
  }
}

function runOf(column: DatasetColumn | undefined, rows: number): Run {
  const plain = { labels: [], isYear: false, unit: '' }
  if (!column || column.kind === 'empty') {
    return {
      ...plain,
      kind: 'number',
      name: 'row',
      values: Float64Array.from({ length: rows }, (_, row) => row + 1),
    }
  }
  const { name } = column
  if (column.kind === 'date') return { ...plain, kind: 'time', name, values: column.values }
  if (column.kind === 'number') {
    return {
      ...plain,
      kind: 'number',
      name,
      values: column.values,
      isYear: isYear(column),
      unit: column.unit,
    }
  }
  const { places, labels } = categoriesOf(column, Number.POSITIVE_INFINITY)
  const values = Float64Array.from(places, (place) => (place < 0 ? Number.NaN : place))
  return { ...plain, kind: 'text', name, values, labels }
}

/** All columns of amounts when none was named and they can share an axis, else one. */
function valueColumns(asked: Asked, x: DatasetColumn | undefined): NumberColumn[] {
  const one = valueColumn(asked, x)
  if (!one)
    throw new AppError(
      'invalid_request',
      `${asked.label} has no column of numbers for a line. Try a bar or pie chart, which can count rows.`,
    )
  if (asked.request.y !== undefined) return [one]
  const measures = asked.dataset.columns.filter((column) => column !== x).filter(isMeasure)
  const sizes = measures.map(({ values }) =>
    values.reduce((most, value) => Math.max(most, Math.abs(value) || 0), 0),
  )
  const areAlike = Math.max(...sizes) <= 20 * Math.min(...sizes)
  const sameUnit = measures.every(({ unit }) => unit === one.unit)
  return measures.length <= mostSeries && areAlike && sameUnit ? measures : [one]
}

function columnLines(run: Run, ys: readonly NumberColumn[]): Lines {
  const lines = ys.map((column) => ({
    name: column.name,
    ...orderedLine({ x: run.values, y: column.values }, isAddedUp(column) ? 'sum' : 'mean'),
  }))
  return {
    lines,
    valueName: ys.map(({ name }) => name).join(', '),
    unit: ys[0]!.unit,
    isByColumn: true,
    notes: [],
  }
}

function singleColumn(
  { dataset }: Asked,
  { run, x, y }: { run: Run; x: DatasetColumn | undefined; y: NumberColumn },
): Lines {
  const { unit } = y
  const points = orderedLine({ x: run.values, y: y.values }, 'none')
  if (!repeats(points)) return { lines: [{ name: y.name, ...points }], valueName: y.name, unit, notes: [] }
  const by = seriesColumn(dataset, { places: placesOf(run.values), except: [x] })
  if (by) return { lines: seriesLines(run, { y, by }), valueName: y.name, unit, series: by.name, notes: [] }
  // Measurements that happen to share a place are not parts of one amount.
  const isAmount = isAddedUp(y) && new Set(points.x).size * 1.5 <= points.x.length
  const how = isAmount ? 'sum' : 'mean'
  const valueName = measureName(how, y)
  const line = orderedLine({ x: run.values, y: y.values }, how)
  return {
    lines: [{ name: y.name, ...line }],
    valueName,
    unit,
    notes: [`${valueName} for each ${run.name}, from ${counted(points.x.length, 'row')}.`],
  }
}

function seriesLines(run: Run, { y, by }: { y: NumberColumn; by: TextColumn }): NamedLine[] {
  return by.texts.slice(1).map((name, index) => {
    const own = Float64Array.from(y.values, (value, row) => (by.ids[row] === index + 1 ? value : Number.NaN))
    return { name, ...orderedLine({ x: run.values, y: own }, 'none') }
  })
}

function repeats({ x }: Line): boolean {
  for (let at = 1; at < x.length; at++) if (x[at] === x[at - 1]) return true
  return false
}

function placesOf(values: Float64Array): Int32Array {
  const places = new Map<number, number>()
  return Int32Array.from(values, (value) => {
    if (Number.isNaN(value)) return -1
    if (!places.has(value)) places.set(value, places.size)
    return places.get(value)!
  })
}

function bodyOf(made: Lines, run: Run, colors: ChartColors): Spec {
  const { lines, series, unit, valueName } = made
  const names = lines.map(({ name }) => name)
  const points = lines.flatMap((line, number) => piecesOf(line, { number, labels: run.labels }))
  const [low, high] = extentOf(lines.map(({ y }) => y))
  const isSeveral = lines.length > 1
  return {
    signals: [
      lookSignal('values', { low, high, unit }),
      lookSignal('run', { ...rangeOf(lines.map(({ x }) => x)), unit: run.unit, isYear: run.isYear }),
    ],
    data: [{ name: 'points', values: points }],
    scales: [
      {
        name: 'color',
        type: 'ordinal',
        domain: names,
        range: isSeveral ? colors.categories(names.length) : [colors.main],
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
      runAxis(run),
    ],
    ...(isSeveral && { legends: [lineLegend(series ?? '')] }),
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
function piecesOf(
  { name, x, y }: NamedLine,
  { number, labels }: { number: number; labels: readonly string[] },
): LinePoint[] {
  const points: LinePoint[] = []
  for (let at = 0; at < x.length; at++) {
    const point = { x: labels[x[at]!] ?? x[at]!, y: y[at]!, name }
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
    return { name: 'x', type: 'point', domain: [...run.labels], range: 'width', padding: 0.3 }
  const domain = { data: 'points', field: 'x' }
  if (run.kind === 'time') return { name: 'x', type: 'utc', domain, range: 'width' }
  return { name: 'x', type: 'linear', domain, range: 'width', zero: false, nice: false }
}

function runAxis(run: Run): Axis {
  if (run.kind === 'time') return timeAxis({ scale: 'x', orient: 'bottom', title: run.name })
  if (run.kind === 'number') {
    const axis = numberAxis({ scale: 'x', orient: 'bottom', title: run.name, look: 'run', grid: false })
    return run.isYear ? { ...axis, tickMinStep: 1 } : axis
  }
  const isLong = run.labels.some((label) => label.length > 12) || run.labels.length > 10
  return {
    scale: 'x',
    orient: 'bottom',
    title: shortened(run.name, 80),
    labelOverlap: true,
    labelSeparation: 4,
    ...(isLong && { labelAngle: -35, labelAlign: 'right', labelLimit: 130 }),
  }
}

function lineLegend(title: string): Legend {
  return { stroke: 'color', title: shortened(title, 30), symbolType: 'stroke', symbolStrokeWidth: 3 }
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

function noPoints(label: string): AppError {
  return new AppError(
    'invalid_request',
    `The two columns have no row in ${label} in which both have a value: name other columns.`,
  )
}
