import type { Component } from '../../../../../contract/component-schema.ts'
import { CsvRecords } from '../../../../../platform/tables/csv-records.ts'

const MAX_COLUMNS = 50
const MAX_ROWS = 200
const MAX_CELL_LENGTH = 500

type Cell = string | number | boolean | null

interface Sheet {
  readonly caption: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly unknown[])[]
  /** Whether these are not all. */
  readonly more?: boolean
}

export function tableOf({ caption, columns, rows, more = false }: Sheet): Component {
  const shown = columns.slice(0, MAX_COLUMNS)
  const cells = rows.slice(0, MAX_ROWS).map((row) => shown.map((_, index) => cellOf(row[index])))
  return {
    type: 'table',
    caption: `${caption}${more || rows.length > MAX_ROWS ? ` (the first ${cells.length} rows)` : ''}`.slice(
      0,
      300,
    ),
    // Columns of the same name are told apart by their place.
    columns: shown.map((label, index) => ({
      key: `c${index}`,
      label: label.slice(0, 200) || `Column ${index + 1}`,
      ...(isNumbers(cells, index) && { type: 'number' }),
    })),
    rows: cells.map((row) => Object.fromEntries(row.map((cell, index) => [`c${index}`, cell]))),
    empty_text: 'No rows.',
  }
}

/** The records of a CSV file with its first line as their head; undefined when it is not a table. */
export function sheetOfCsv(text: string): Pick<Sheet, 'columns' | 'rows'> | undefined {
  const records = new CsvRecords(delimiterOf(text))
  const [columns, ...rows] = [...records.add(text.replace(/^\uFEFF/, '')), ...records.end()]
  if (!columns || (columns.length < 2 && rows.length < 1)) return undefined
  const width = Math.max(columns.length, ...rows.slice(0, MAX_ROWS).map((row) => row.length))
  return {
    columns: Array.from({ length: width }, (_, index) => columns[index] ?? ''),
    rows: rows.map((row) => row.map(numberOrText)),
  }
}

function delimiterOf(text: string): string {
  const first = text.split('\n', 1)[0] ?? ''
  const counts = [',', ';', '\t', '|'].map((sign) => [sign, first.split(sign).length] as const)
  return counts.toSorted((a, b) => b[1] - a[1])[0]![0]
}

/** Numbers that were written as people write them stay text: 007 and 1e5 may be codes. */
function numberOrText(cell: string): string | number {
  return /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,10})?$/.test(cell) ? Number(cell) : cell
}

function cellOf(value: unknown): Cell {
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return value
  if (value === undefined) return null
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.slice(0, MAX_CELL_LENGTH)
}

function isNumbers(rows: readonly (readonly Cell[])[], index: number): boolean {
  const cells = rows.map((row) => row[index]).filter((cell) => cell !== null && cell !== '')
  if (cells.length === 0 || !cells.every((cell) => typeof cell === 'number')) return false
  // Years are not counted: 2,026 would be wrong.
  return !cells.every((cell) => Number.isInteger(cell) && cell >= 1_900 && cell <= 2_100)
}
