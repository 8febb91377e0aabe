import { AppError } from '../../contract/errors.ts'

/** What a sheet can hold, in every program that reads the format. */
export const maxRows = 1_048_576
export const maxColumns = 16_384

/** A rectangle of cells; everything counts from 0, ends are inside. An open end reaches as far as the sheet does. */
export interface CellRange {
  readonly firstRow: number
  readonly firstColumn: number
  readonly lastRow: number
  readonly lastColumn: number
}

/** 0 is A, 25 is Z, 26 is AA. */
export function columnName(index: number): string {
  let name = ''
  for (let left = index + 1; left > 0; left = Math.floor((left - 1) / 26)) {
    name = String.fromCharCode(65 + ((left - 1) % 26)) + name
  }
  return name
}

/** The inverse of `columnName`; anything but letters is the caller's mistake. */
export function columnIndex(name: string): number {
  let index = 0
  for (let position = 0; position < name.length; position++) {
    index = index * 26 + (name.charCodeAt(position) & 0x1f)
  }
  return index - 1
}

/** `BC23` is column 54; -1 when there are no letters. Quick, because every cell of a sheet is asked. */
export function columnOfCell(reference: string): number {
  let column = 0
  for (let at = 0; at < reference.length; at++) {
    const code = reference.charCodeAt(at) | 0x20
    if (code < 0x61 || code > 0x7a) break
    column = column * 26 + code - 0x60
  }
  return column - 1
}

/** `B2:D9`, `B2`, `B:D` or `2:9`, with or without `$`. */
export function parseRange(text: string): CellRange {
  const [left = '', right, ...more] = text.replaceAll('$', '').trim().toUpperCase().split(':')
  const first = parseEnd(left)
  const last = right === undefined ? first : parseEnd(right)
  if (!first || !last || more.length > 0) throw notARange(text)
  // A letter or a number alone is no cell; with a colon it is a whole column or row.
  if (right === undefined && (first.row === undefined || first.column === undefined)) throw notARange(text)
  const rows = span(first.row, last.row, maxRows)
  const columns = span(first.column, last.column, maxColumns)
  if (rows.last >= maxRows || columns.last >= maxColumns) throw notARange(text)
  return { firstRow: rows.first, lastRow: rows.last, firstColumn: columns.first, lastColumn: columns.last }
}

function span(
  start: number | undefined,
  end: number | undefined,
  count: number,
): { first: number; last: number } {
  const [from, to] = [start ?? 0, end ?? count - 1]
  return { first: Math.min(from, to), last: Math.max(from, to) }
}

export function rangeText({ firstRow, firstColumn, lastRow, lastColumn }: CellRange): string {
  return `${columnName(firstColumn)}${firstRow + 1}:${columnName(lastColumn)}${lastRow + 1}`
}

/** `'My sheet'!$B$2:$D$9`, as charts and names point to cells. */
export function absoluteRange(sheet: string, range: CellRange): string {
  const first = `$${columnName(range.firstColumn)}$${range.firstRow + 1}`
  const last = `$${columnName(range.lastColumn)}$${range.lastRow + 1}`
  return `${quotedSheet(sheet)}!${first === last ? first : `${first}:${last}`}`
}

export function quotedSheet(name: string): string {
  return `'${name.replaceAll("'", "''")}'`
}

function parseEnd(text: string): { row: number | undefined; column: number | undefined } | undefined {
  const match = /^([A-Z]{1,3})?([1-9]\d{0,6})?$/.exec(text)
  if (!match || text === '') return undefined
  return {
    column: match[1] === undefined ? undefined : columnIndex(match[1]),
    row: match[2] === undefined ? undefined : Number(match[2]) - 1,
  }
}

function notARange(text: string): AppError {
  return new AppError('invalid_request', `"${text.slice(0, 60)}" is not a cell range. Write it like B2:D20.`)
}
