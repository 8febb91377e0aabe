import type { NumberColumn } from '../tables/dataset.ts'

/** Pearson's correlation of each pair of columns, over the rows that have both; NaN where a column never changes. */
export function correlations(columns: readonly NumberColumn[]): number[][] {
  const result = columns.map(() => columns.map(() => 1))
  for (const [first, a] of columns.entries()) {
    for (let second = first; second < columns.length; second++) {
      const value = correlation(a.values, columns[second]!.values)
      result[first]![second] = value
      result[second]![first] = value
    }
  }
  return result
}

/** In two passes, because sums of squares of large numbers lose what tells them apart. */
function correlation(a: Float64Array, b: Float64Array): number {
  let [count, sumA, sumB] = [0, 0, 0]
  for (let row = 0; row < a.length; row++) {
    if (Number.isNaN(a[row]!) || Number.isNaN(b[row]!)) continue
    count++
    sumA += a[row]!
    sumB += b[row]!
  }
  if (count < 2) return Number.NaN
  const [meanA, meanB] = [sumA / count, sumB / count]
  let [squaresA, squaresB, products] = [0, 0, 0]
  for (let row = 0; row < a.length; row++) {
    const [offA, offB] = [a[row]! - meanA, b[row]! - meanB]
    if (Number.isNaN(offA) || Number.isNaN(offB)) continue
    squaresA += offA * offA
    squaresB += offB * offB
    products += offA * offB
  }
  const size = Math.sqrt(squaresA) * Math.sqrt(squaresB)
  return size === 0 ? Number.NaN : Math.max(-1, Math.min(1, products / size))
}
