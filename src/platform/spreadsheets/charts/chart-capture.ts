import type { CellValue, ChartRange } from '../write/workbook.ts'
import { dateToSerial } from '../date-serial.ts'

/** Charts over more points than this are drawn from the cells only; viewers that do not calculate show them empty. */
const maxPoints = 5_000

/** Remembers the values of a chart's cells while they are written, so that the chart can carry a copy of them. */
export class ChartCapture {
  readonly range: ChartRange
  readonly #points: (string | number | null)[] = []
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
    const point = pointOf(value)
    if (typeof point === 'string') this.#hasText = true
    if (typeof point === 'number') this.#hasNumbers = true
    if (place < maxPoints) this.#points[place] = point
  }

  get isNumeric(): boolean {
    return this.#hasNumbers && !this.#hasText
  }

  /** Of a range with this many cells; undefined when that is too many to carry along. */
  points(cells: number): readonly (string | number | null | undefined)[] | undefined {
    if (cells > maxPoints) return undefined
    this.#points.length = cells
    return this.#points
  }
}

function pointOf(value: CellValue): string | number | null {
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'boolean') return Number(value)
  if (value instanceof Date) return dateToSerial(value) ?? null
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  return value
}
