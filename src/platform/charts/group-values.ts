import type { NumberColumn, TextColumn, Dataset, DatasetColumn } from '../tables/dataset.ts'
import { isAddedUp } from './column-roles.ts'

export type Grouping = 'count' | 'sum' | 'mean' | 'single'

export interface GroupedValues {
  readonly how: Grouping
  readonly values: Float64Array
  /** Rows with a value in each group. */
  readonly counts: Uint32Array
}

/**
 * One number a group: the only one it has, else the sum or the mean of them, by what the column holds; without a column
 * the number of rows.
 */
export function groupValues(
  places: Int32Array,
  { count, column, addUp }: { count: number; column: NumberColumn | undefined; addUp?: boolean },
): GroupedValues {
  const sums = new Float64Array(count)
  const counts = new Uint32Array(count)
  for (let row = 0; row < places.length; row++) {
    const place = places[row]!
    const value = column ? column.values[row]! : 1
    if (place < 0 || Number.isNaN(value)) continue
    sums[place]! += value
    counts[place]!++
  }
  if (!column) return { how: 'count', values: sums, counts }
  const isSingle = counts.every((rows) => rows <= 1)
  const how = isSingle ? 'single' : (addUp ?? isAddedUp(column)) ? 'sum' : 'mean'
  for (let place = 0; place < count; place++) {
    if (counts[place] === 0) sums[place] = Number.NaN
    else if (how === 'mean') sums[place]! /= counts[place]!
  }
  return { how, values: sums, counts }
}

/** `Sum of revenue`, `Mean price`, `Rows`. */
export function measureName(how: Grouping, column: NumberColumn | undefined): string {
  if (!column) return 'Number of rows'
  if (how === 'sum') return `Sum of ${column.name}`
  return how === 'mean' ? `Mean of ${column.name}` : column.name
}

/**
 * The column that tells rows of one group apart: a few texts, each at most once in a group. With it several rows a date
 * become several lines instead of one that mixes them.
 */
export function seriesColumn(
  dataset: Dataset,
  { places, except }: { places: Int32Array; except: readonly (DatasetColumn | undefined)[] },
): TextColumn | undefined {
  const candidates = dataset.columns.filter(
    (column): column is TextColumn =>
      column.kind === 'text' &&
      !except.includes(column) &&
      column.texts.length > 2 &&
      column.texts.length <= maxSeries + 1,
  )
  return candidates.find((column) => {
    const seen = new Set<number>()
    for (let row = 0; row < places.length; row++) {
      const key = places[row]! * (maxSeries + 2) + column.ids[row]!
      if (places[row]! < 0) continue
      if (seen.has(key)) return false
      seen.add(key)
    }
    return true
  })
}

/** More lines than this cannot be told apart by colour. */
export const maxSeries = 8
