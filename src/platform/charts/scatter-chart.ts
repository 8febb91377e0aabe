import type { Axis, Mark, Scale, Spec } from 'vega'
import { AppError } from '../../contract/errors.ts'
import { countOf } from '../../contract/text/counts.ts'
import type { DatasetColumn, NumberColumn, TextColumn } from '../tables/dataset.ts'
import { categoriesOf } from './categories.ts'
import {
  capitalised,
  colorLegend,
  keyed,
  keyOf,
  lookSignal,
  numberAxis,
  spoken,
  timeAxis,
  titleText,
  type ChartPlan,
} from './chart-frame.ts'
import { pointColumns, type Asked } from './choose-columns.ts'
import type { ChartColors } from './colors.ts'
import { distinctCount, isYear } from './column-roles.ts'
import { densityBody, type Points, type ScatterAxes } from './density.ts'
import { maxSeries } from './group-values.ts'

/** Beyond this, points only cover each other: how many lie where is shown instead. */
const maxPoints = 8_000
const maxTexts = 24

/** A point a row, coloured by a column of few texts; cells coloured by their number of points when there are too many. */
export function scatterChart(asked: Asked, colors: ChartColors): ChartPlan {
  const { x, y } = pointColumns(asked)
  const labels = x.kind === 'text' ? textLabels(x) : undefined
  const points = pointsOf(x, y)
  const count = points.x.length
  if (count === 0) throw noPoints(asked.label)
  const isDense = count > maxPoints && labels === undefined
  const by = isDense || labels ? undefined : colorColumn(asked, [x, y])
  const axes = axesOf({ x, y, points, labels })
  const notes = [
    ...(isDense ? [`${countOf(count, 'point')}; the colour shows how many overlap.`] : []),
    ...(count < asked.dataset.rows
      ? [`${countOf(asked.dataset.rows - count, 'row')} without both values left out.`]
      : []),
  ]
  const body = isDense
    ? densityBody(points, { axes, colors })
    : pointBody(points, { axes, colors, by, isText: labels !== undefined })
  return {
    title: capitalised(`${spoken(y.name)} by ${spoken(x.name)}`),
    ...(notes.length > 0 && { subtitle: notes.join(' ') }),
    body,
    facts: { x: x.name, y: y.name, ...(by && { series: by.name }), drawn: count },
    notes,
  }
}

function textLabels(column: TextColumn): readonly string[] {
  if (column.texts.length - 1 <= maxTexts) return categoriesOf(column, maxTexts).labels
  throw new AppError(
    'invalid_request',
    `x_column "${column.name}" has ${countOf(column.texts.length - 1, 'different text')}, too many for a scatter chart, which needs numbers. Name a numeric column, or use a bar chart.`,
  )
}

function pointsOf(x: DatasetColumn, y: NumberColumn): Points {
  const across =
    x.kind === 'text'
      ? jittered(categoriesOf(x, maxTexts).places)
      : x.kind === 'empty'
        ? new Float64Array(0)
        : x.values
  const rows = new Uint32Array(across.length)
  let count = 0
  for (let row = 0; row < across.length; row++) {
    if (!Number.isNaN(across[row]) && !Number.isNaN(y.values[row])) rows[count++] = row
  }
  const present = rows.subarray(0, count)
  return {
    x: Float64Array.from(present, (row) => across[row]!),
    y: Float64Array.from(present, (row) => y.values[row]!),
    rows: present,
  }
}

/** Points over one text are spread a little, always in the same way, so that they do not hide each other. */
function jittered(places: Int32Array): Float64Array {
  return Float64Array.from(places, (place, row) =>
    place < 0 ? Number.NaN : place + (((row * 0.618_034) % 1) - 0.5) * 0.5,
  )
}

/** A column of two to eight texts that repeat, the first one that there is. */
function colorColumn({ dataset }: Asked, except: readonly DatasetColumn[]): TextColumn | undefined {
  return dataset.columns.find(
    (column): column is TextColumn =>
      column.kind === 'text' &&
      !except.includes(column) &&
      distinctCount(column) >= 2 &&
      distinctCount(column) <= maxSeries &&
      column.present >= distinctCount(column) * 2,
  )
}

interface AxisColumns {
  readonly x: DatasetColumn
  readonly y: NumberColumn
  readonly points: Points
  readonly labels: readonly string[] | undefined
}

function axesOf({ x, y, points, labels }: AxisColumns): ScatterAxes {
  const [across, up] = [padded(points.x), padded(points.y)]
  return {
    signals: [
      lookSignal('across', { ...across, unit: x.kind === 'number' ? x.unit : '', isYear: isYear(x) }),
      lookSignal('up', { ...up, unit: y.unit, isYear: isYear(y) }),
      { name: 'texts', value: labels ?? [] },
    ],
    scales: [
      acrossScale({ x, labels, ...across }),
      { name: 'y', type: 'linear', domain: [up.low, up.high], range: 'height', zero: false, nice: true },
    ],
    axes: [numberAxis({ scale: 'y', orient: 'left', title: y.name, look: 'up' }), acrossAxis(x, labels)],
  }
}

function acrossScale({
  x,
  labels,
  low,
  high,
}: {
  x: DatasetColumn
  labels: readonly string[] | undefined
  low: number
  high: number
}): Scale {
  if (labels)
    return { name: 'x', type: 'linear', domain: [-0.5, labels.length - 0.5], range: 'width', zero: false }
  const type = x.kind === 'date' ? 'utc' : 'linear'
  return type === 'utc'
    ? { name: 'x', type, domain: [low, high], range: 'width' }
    : { name: 'x', type, domain: [low, high], range: 'width', zero: false, nice: true }
}

function acrossAxis(x: DatasetColumn, labels: readonly string[] | undefined): Axis {
  if (x.kind === 'date') return { ...timeAxis({ scale: 'x', orient: 'bottom', title: x.name }), grid: true }
  if (!labels) return numberAxis({ scale: 'x', orient: 'bottom', title: x.name, look: 'across' })
  return {
    scale: 'x',
    orient: 'bottom',
    title: titleText(x.name, 80),
    values: labels.map((_, place) => place),
    ticks: false,
    labelOverlap: false,
    ...(labels.length > 8 && { labelAngle: -35, labelAlign: 'right' }),
    labelLimit: 140,
    encode: { labels: { update: { text: { signal: 'texts[datum.value]' } } } },
  }
}

/** A little room around the points, so that none is cut by the edge. */
function padded(values: Float64Array): { low: number; high: number } {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const value of values) {
    if (value < low) low = value
    if (value > high) high = value
  }
  const room = (high - low) * 0.03 || Math.abs(high) * 0.1 || 1
  // Numbers that are never negative do not get an axis that is.
  return {
    low: low >= 0 && low - room < 0 ? 0 : low - room,
    high: high <= 0 && high + room > 0 ? 0 : high + room,
  }
}

interface PointLook {
  readonly axes: ScatterAxes
  readonly colors: ChartColors
  readonly by: TextColumn | undefined
  readonly isText: boolean
}

function pointBody(points: Points, { axes, colors, by, isText }: PointLook): Spec {
  const names = keyed('names', by ? by.texts.slice(1) : [])
  const values = Array.from(points.x, (x, at) => {
    const id = by ? by.ids[points.rows[at]!]! : 0
    return { x, y: points.y[at]!, name: id === 0 ? undefined : keyOf(id - 1) }
  })
  const size = Math.max(10, Math.min(60, 9_000 / Math.sqrt(values.length * 40)))
  const mark: Mark = {
    type: 'symbol',
    from: { data: 'points' },
    encode: {
      enter: {
        x: { scale: 'x', field: 'x' },
        y: { scale: 'y', field: 'y' },
        fill: by ? { scale: 'color', field: 'name' } : { value: colors.main },
        fillOpacity: { value: values.length > 2_000 || isText ? 0.45 : 0.7 },
        size: { value: size },
      },
    },
  }
  return {
    signals: [...axes.signals, names.signal],
    axes: axes.axes,
    data: [{ name: 'points', values }],
    scales: [
      ...axes.scales,
      { name: 'color', type: 'ordinal', domain: names.keys, range: colors.categories(names.keys.length) },
    ],
    ...(by && { legends: [colorLegend(by.name, names)] }),
    marks: [mark],
  }
}

function noPoints(label: string): AppError {
  return new AppError(
    'invalid_request',
    `No row in ${label} has a value in both columns. Name other columns.`,
  )
}
