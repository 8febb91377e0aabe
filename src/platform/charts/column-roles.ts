import { readHeader } from '../spreadsheets/read/header-words.ts'
import type { DatasetColumn, NumberColumn } from '../tables/dataset.ts'

/** Numbers that nobody adds up or compares: customer ids, postcodes, row numbers. */
export function isIdentifier(column: DatasetColumn): boolean {
  if (column.kind !== 'number') return false
  if (readHeader(column.name).isName) return true
  return /^(index|row|unnamed: \d+|#|nr|no|column 1)$/i.test(column.name) && countsUp(column)
}

export function isYear(column: DatasetColumn): boolean {
  if (column.kind !== 'number' || !readHeader(column.name).isYear) return false
  return column.values.every(
    (value) => Number.isNaN(value) || (Number.isInteger(value) && value >= 1000 && value < 3000),
  )
}

export function isMeasure(column: DatasetColumn): column is NumberColumn {
  return column.kind === 'number' && !isIdentifier(column) && !isYear(column)
}

/** Amounts are added up where rows fall together; rates, prices and temperatures are not. */
export function isAddedUp(column: NumberColumn): boolean {
  const header = readHeader(column.name)
  if (column.unit === '%' || header.isPercent || header.isCoordinate) return false
  return !column.name
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .some((word) => averagedWords.has(word))
}

const averagedWords = new Set(
  'avg average mean median min max rate ratio share score rating grade gpa price prices temperature temp age index yield height weight bmi speed velocity humidity pressure density duration latency ph level per multiple probability close open high low'.split(
    ' ',
  ),
)

function countsUp({ values }: NumberColumn): boolean {
  return values.every((value, row) => row === 0 || value === values[row - 1]! + 1)
}

/** How many different values there are, as far as it matters. */
export function distinctCount(column: DatasetColumn, most = 1_000): number {
  if (column.kind === 'empty') return 0
  if (column.kind === 'text') return column.texts.length - 1
  const seen = new Set<number>()
  for (const value of column.values) {
    if (!Number.isNaN(value)) seen.add(value)
    if (seen.size > most) break
  }
  return seen.size
}
