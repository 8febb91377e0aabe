/** A value of a table as it comes in. */
export type CellValue = string | number | boolean | null

export interface TableContent {
  readonly headers: readonly string[]
  readonly rows: readonly (readonly string[])[]
  /** Columns of numbers, which are read from the right. */
  readonly numeric: readonly boolean[]
}

export type RowInput = readonly CellValue[] | Readonly<Record<string, CellValue>>

/** Rows as lists or as objects by header, made equally long; no value is lost when a row is longer than the headers. */
export function tableContent(headers: readonly CellValue[], rows: readonly RowInput[]): TableContent {
  const names = headers.map(cellText)
  const lists = rows.map((row) => (isList(row) ? row.map(cellText) : listOf(row, names)))
  const columns = Math.max(names.length, ...lists.map((row) => row.length))
  const padded = lists.map((row) => Array.from({ length: columns }, (_, column) => row[column] ?? ''))
  return {
    headers: Array.from({ length: columns }, (_, column) => names[column] ?? ''),
    rows: padded,
    numeric: Array.from({ length: columns }, (_, column) => isNumericColumn(padded, column)),
  }
}

export function cellText(value: CellValue): string {
  if (value === null) return ''
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  // 0.1 + 0.2 is 0.3 to everyone but a computer.
  return typeof value === 'number' ? String(Number(value.toPrecision(15))) : value
}

function isList(row: RowInput): row is readonly CellValue[] {
  return Array.isArray(row)
}

function listOf(row: Readonly<Record<string, CellValue>>, names: readonly string[]): string[] {
  const known = names.map((name) => cellText(row[name] ?? null))
  const others = Object.keys(row).filter((name) => !names.includes(name))
  return [...known, ...others.map((name) => cellText(row[name] ?? null))]
}

const emptyMarks = new Set(['', '-', '–', '—', 'n/a', 'na', 'n.a.'])
/** A number as people write it, perhaps with currency, thousands, percent or in brackets when negative. */
const number =
  /^[(+\-−]?\s*(?:[$€£¥]|[A-Z]{3}\s)?\s*[+\-−]?\d[\d.,'’\u00a0\u202f ]*\s*(?:%|[kmbxKMB]|bn|[$€£¥])?\)?$/

function isNumericColumn(rows: readonly (readonly string[])[], column: number): boolean {
  const values = rows
    .map((row) => row[column]!.trim())
    .filter((value) => !emptyMarks.has(value.toLowerCase()))
  return values.length > 0 && values.every((value) => number.test(value))
}
