import type { NumberColumn } from '../tables/dataset.ts'

/** Pearson's correlation of each pair of columns, over the rows that have both; NaN where a column never changes. */
export function correlations(columns: readonly NumberColumn[]): number[][] {
  const whole = columns.map(({ values, present }) =>
    present === values.length ? centered(values) : undefined,
  )
  const result = columns.map(() => columns.map(() => 1))
  for (let first = 0; first < columns.length; first++) {
    for (let second = first; second < columns.length; second++) {
      const [a, b] = [whole[first], whole[second]]
      const value = a && b ? ofCentered(a, b) : ofCommonRows(columns[first]!, columns[second]!)
      result[first]![second] = value
      result[second]![first] = value
    }
  }
  return result
}

function ofCommonRows(first: NumberColumn, second: NumberColumn): number {
  const rows: number[] = []
  for (let row = 0; row < first.values.length; row++) {
    if (!Number.isNaN(first.values[row]) && !Number.isNaN(second.values[row])) rows.push(row)
  }
  const common = (column: NumberColumn) => centered(Float64Array.from(rows, (row) => column.values[row]!))
  return ofCentered(common(first), common(second))
}

interface Centered {
  readonly values: Float64Array
  readonly squares: number
}

/** Less the mean first, because sums of squares of large numbers lose what tells them apart. */
function centered(values: Float64Array): Centered {
  let sum = 0
  for (const value of values) sum += value
  const mean = sum / values.length
  const off = new Float64Array(values.length)
  let squares = 0
  for (let row = 0; row < values.length; row++) {
    off[row] = values[row]! - mean
    squares += off[row]! * off[row]!
  }
  return { values: off, squares }
}

function ofCentered(a: Centered, b: Centered): number {
  let products = 0
  for (let row = 0; row < a.values.length; row++) products += a.values[row]! * b.values[row]!
  const size = Math.sqrt(a.squares) * Math.sqrt(b.squares)
  return size > 0 ? Math.max(-1, Math.min(1, products / size)) : Number.NaN
}
