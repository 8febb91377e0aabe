import type { CellValue, ChartRange } from './workbook.ts'
import { dateToSerial } from './date-serial.ts'

/** Charts over more points than this are drawn from the cells only; viewers that do not calculate show them empty. */
const mostPoints = 5_000

/** Remembers the values of a chart's cells while they are written, so that the chart can carry a copy of them. */
export class ChartCapture {
  readonly range: ChartRange
  readonly #points: (string | number | null)[] = []
  #count = 0
  #hasText = false
  #hasNumbers = false

  constructor(range: ChartRange) {
    this.range = range
  }

  /** `row` and `column` count from 0. Cells come row by row, from left to right. */
  record(row: number, column: number, value: CellValue): void {
    const { firstRow, lastRow, firstColumn, lastColumn } = this.range
    if (row < firstRow || (lastRow !== 'end' && row > lastRow)) return
    const place = (row - firstRow) * (lastColumn - firstColumn + 1) + (column - firstColumn)
    this.#count = place + 1
    const point = pointOf(value)
    if (typeof point === 'string') this.#hasText = true
    if (typeof point === 'number') this.#hasNumbers = true
    if (place < mostPoints) this.#points[place] = point
  }

  get isNumeric(): boolean {
    return this.#hasNumbers && !this.#hasText
  }

  get count(): number {
    return this.#count
  }

  /** Undefined when there are too many to carry along. */
  get points(): readonly (string | number | null | undefined)[] | undefined {
    return this.#count > mostPoints ? undefined : this.#points
  }
}

function pointOf(value: CellValue): string | number | null {
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'boolean') return Number(value)
  if (value instanceof Date) return dateToSerial(value) ?? null
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  return value
}
