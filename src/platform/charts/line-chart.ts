import { AppError } from '../../contract/errors.ts'
import { countOf } from '../../contract/text/counts.ts'
import type { DatasetColumn, NumberColumn, TextColumn } from '../tables/dataset.ts'
import { categoriesOf } from './categories.ts'
import { capitalised, chartWidth, spoken, type ChartPlan } from './chart-frame.ts'
import { runColumn, valueColumn, type Asked } from './choose-columns.ts'
import type { ChartColors } from './colors.ts'
import { isAddedUp, isMeasure, isYear } from './column-roles.ts'
import { measureName, maxSeries, seriesColumn } from './group-values.ts'
import { lineBody, type Lines, type NamedLine, type Run } from './line-marks.ts'
import { orderedLine, thinLine, type Line } from './thin-line.ts'

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
    ...(drawn < total ? [`${countOf(total, 'point')}, drawn as the lowest and highest of each pixel.`] : []),
  ]
  return {
    title: capitalised(`${spoken(made.valueName)} by ${spoken(run.name)}`),
    ...(notes.length > 0 && { subtitle: notes.join(' ') }),
    body: lineBody({ ...made, lines: thin }, run, colors),
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
      `${asked.label} has no numeric column for a line. Try a bar or pie chart, which can count rows.`,
    )
  if (asked.request.y !== undefined) return [one]
  const measures = asked.dataset.columns.filter((column) => column !== x).filter(isMeasure)
  const sizes = measures.map(({ values }) =>
    values.reduce((most, value) => Math.max(most, Math.abs(value) || 0), 0),
  )
  const areAlike = Math.max(...sizes) <= 20 * Math.min(...sizes)
  const sameUnit = measures.every(({ unit }) => unit === one.unit)
  return measures.length <= maxSeries && areAlike && sameUnit ? measures : [one]
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
    notes: [`${valueName} for each ${run.name}, from ${countOf(points.x.length, 'row')}.`],
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

function noPoints(label: string): AppError {
  return new AppError(
    'invalid_request',
    `No row in ${label} has a value in both columns. Name other columns.`,
  )
}
