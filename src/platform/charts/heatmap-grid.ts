import type { Axis, Mark, Spec } from 'vega'
import {
  keyed,
  keyOf,
  lookSignal,
  middleShortened,
  textWidth,
  titleText,
  type ChartPlan,
} from './chart-frame.ts'
import { between, inkOn, type ChartColors } from './colors.ts'
import { numberText, type NumberLook } from './number-text.ts'

const missingFill = '#eef0f2'

export interface Grid {
  readonly columns: readonly string[]
  readonly rows: readonly string[]
  /** NaN for a cell without a value. */
  readonly value: (column: number, row: number) => number
  readonly columnTitle: string
  readonly rowTitle: string
  readonly valueTitle: string
  readonly unit: string
  /** The largest value in both directions, where values are about a middle of zero. */
  readonly signed?: number
}

interface GridCell {
  readonly column: string
  readonly row: string
  readonly fill: string
  readonly text: string
  readonly ink: string
}

/** A field of coloured cells with their numbers in them, as far as those fit. */
export function heatmapBody(grid: Grid, colors: ChartColors): Pick<ChartPlan, 'body' | 'height'> {
  const { low, high, isSigned } = extentOf(grid)
  const ramp = colors.ramp(isSigned ? 'signed' : 'amount')
  const look: NumberLook = { low, high, unit: grid.unit }
  const cells = cellsOf(grid, { low, high, ramp, look })
  const columns = keyed('columnNames', shortNames(grid.columns))
  const rows = keyed('rowNames', shortNames(grid.rows))
  const body: Spec = {
    signals: [lookSignal('values', look), columns.signal, rows.signal],
    data: [{ name: 'cells', values: cells }],
    scales: [
      { name: 'x', type: 'band', domain: columns.keys, range: 'width', padding: 0.03 },
      { name: 'y', type: 'band', domain: rows.keys, range: 'height', padding: 0.03 },
      { name: 'color', type: 'linear', domain: [low, high], range: { scheme: ramp } },
    ],
    axes: [
      { ...columnAxis(grid), encode: columns.encode },
      { ...rowAxis(grid), encode: rows.encode },
    ],
    legends: [
      {
        fill: 'color',
        type: 'gradient',
        title: titleText(grid.valueTitle, 30),
        encode: { labels: { update: { text: { signal: 'numberText(datum.value, values)' } } } },
      },
    ],
    marks: [cellMark, textMark],
  }
  return { body, height: Math.min(1000, Math.max(500, 150 + grid.rows.length * 19)) }
}

function shortNames(names: readonly string[]): string[] {
  return names.map((name) => middleShortened(name, 24))
}

function extentOf({ columns, rows, value, signed }: Grid): { low: number; high: number; isSigned: boolean } {
  if (signed !== undefined) return { low: -signed, high: signed, isSigned: true }
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (let row = 0; row < rows.length; row++) {
    for (let column = 0; column < columns.length; column++) {
      const one = value(column, row)
      if (one < low) low = one
      if (one > high) high = one
    }
  }
  if (low > high) return { low: 0, high: 1, isSigned: false }
  if (low < 0 && high > 0) {
    const most = Math.max(-low, high)
    return { low: -most, high: most, isSigned: true }
  }
  // One value alone is measured from zero, and zero alone from itself to one.
  if (low === high)
    return { low: Math.min(0, low), high: Math.max(0, high) || Number(low === 0), isSigned: false }
  return { low, high, isSigned: false }
}

function cellsOf(
  grid: Grid,
  { low, high, ramp, look }: { low: number; high: number; ramp: readonly string[]; look: NumberLook },
): GridCell[] {
  const cells = grid.rows.flatMap((_, row) =>
    grid.columns.map((__, column) => {
      const value = grid.value(column, row)
      const fill = Number.isNaN(value) ? missingFill : between(ramp, (value - low) / (high - low))
      const text = grid.signed === undefined ? numberText(value, look) : coefficientText(value)
      return { column: keyOf(column), row: keyOf(row), fill, text, ink: inkOn(fill) }
    }),
  )
  // Numbers in some cells only would look as if the others had none.
  const widest = Math.max(...cells.map(({ text }) => text.length))
  const fits = widest * 6.6 + 6 <= 620 / grid.columns.length && grid.rows.length <= 32
  return fits ? cells : cells.map((cell) => ({ ...cell, text: '' }))
}

function coefficientText(value: number): string {
  if (Number.isNaN(value)) return ''
  return value
    .toFixed(2)
    .replace(/^-0\.00$/, '0.00')
    .replace('-', '−')
}

function columnAxis({ columns, columnTitle }: Grid): Axis {
  const room = 620 / columns.length
  const isTight = Math.max(...shortNames(columns).map(textWidth)) * 7 + 6 > room
  return {
    scale: 'x',
    orient: 'bottom',
    title: titleText(columnTitle, 80),
    ticks: false,
    domain: false,
    labelOverlap: columns.length > 30,
    ...(isTight && { labelAngle: -40, labelAlign: 'right', labelBaseline: 'middle', labelLimit: 190 }),
  }
}

function rowAxis({ rowTitle }: Grid): Axis {
  return {
    scale: 'y',
    orient: 'left',
    title: titleText(rowTitle, 60),
    ticks: false,
    domain: false,
    labelLimit: 200,
  }
}

const cellMark: Mark = {
  type: 'rect',
  from: { data: 'cells' },
  encode: {
    enter: {
      x: { scale: 'x', field: 'column' },
      y: { scale: 'y', field: 'row' },
      width: { scale: 'x', band: 1 },
      height: { scale: 'y', band: 1 },
      fill: { field: 'fill' },
    },
  },
}

const textMark: Mark = {
  type: 'text',
  from: { data: 'cells' },
  encode: {
    enter: {
      x: { scale: 'x', field: 'column', band: 0.5 },
      y: { scale: 'y', field: 'row', band: 0.5 },
      text: { field: 'text' },
      fill: { field: 'ink' },
      fontSize: { value: 10.5 },
      align: { value: 'center' },
      baseline: { value: 'middle' },
    },
  },
}
