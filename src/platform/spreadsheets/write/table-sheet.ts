import { AppError } from '../../../contract/errors.ts'
import { maxColumns, maxRows } from '../cell-reference.ts'
import { ColumnFacts } from '../read/column-facts.ts'
import { guessColumn, type ColumnGuess } from '../read/column-guess.ts'
import { formulaText, isFormulaCell } from '../formula.ts'
import type { Cell, Column, Row, Sheet } from './workbook.ts'

/** Longer texts are cut off by the edge of their cell, so that a table stays one. */
const maxLines = 12

/** One object per row; keys are the columns. */
export type TableRow = Readonly<Record<string, unknown>>

export interface TableColumn extends ColumnGuess {
  readonly key: string
}

/** The columns of loose objects, in order of first appearance, with a format for each. */
export function tableColumns(rows: readonly TableRow[]): TableColumn[] {
  if (rows.length >= maxRows) {
    throw new AppError(
      'too_large',
      `There are ${rows.length.toLocaleString('en')} rows, but a sheet can hold ${(maxRows - 1).toLocaleString('en')} below its header. Split them into several files.`,
    )
  }
  const keys = keysOf(rows)
  if (keys.length === 0) {
    throw new AppError('invalid_request', 'The rows have no keys, so there are no columns to write.')
  }
  if (keys.length > maxColumns) {
    throw new AppError(
      'too_large',
      `The rows have ${keys.length.toLocaleString('en')} different keys, but a sheet can hold ${maxColumns.toLocaleString('en')} columns.`,
    )
  }
  return keys.map((key) => {
    const facts = new ColumnFacts()
    const isInherited = key in Object.prototype
    for (const row of rows) {
      const value = isInherited ? ownValue(row, key) : row[key]
      // What a formula gives looks like its neighbours.
      if (!isFormulaCell(value)) facts.add(value)
    }
    return { key, ...guessColumn(key, facts) }
  })
}

/** A sheet with header, filter and stripes. */
export function tableSheet(
  name: string,
  table: { rows: readonly TableRow[]; columns: readonly TableColumn[] },
): Sheet {
  return {
    name,
    columns: table.columns.map((_, index) => placed(table.columns, index)),
    rows: cells(table.rows, table.columns),
    rowCount: table.rows.length,
    filter: true,
    banding: true,
  }
}

/** A column as it looks beside its neighbours. */
function placed(columns: readonly TableColumn[], index: number): Column {
  const { column, kind } = columns[index]!
  const before = columns[index - 1]?.kind
  const style = {
    ...column.style,
    // Where some cells have several lines, all the others stand at the top beside the first of them.
    ...(columns.some((other) => other.column.style?.wrap) && { vertical: 'top' as const }),
    // Text that begins where the numbers of the column before end reads as one word with them.
    ...(kind === 'text' &&
      (before === 'number' || before === 'date') && { align: 'left' as const, indent: 1 }),
  }
  return Object.keys(style).length === 0 ? column : { ...column, style }
}

function* cells(rows: readonly TableRow[], columns: readonly TableColumn[]): Generator<Row> {
  const readers = columns.map(({ key, convert }) => ({ key, convert, isInherited: key in Object.prototype }))
  const wrapped = columns.flatMap(({ column }, index) =>
    column.style?.wrap ? [{ index, width: (column.width ?? 12) - 1 }] : [],
  )
  for (const row of rows) {
    const values = readers.map(({ key, convert, isInherited }): Cell => {
      const value = isInherited ? ownValue(row, key) : row[key]
      return isFormulaCell(value) ? { formula: formulaText(value), value: null } : convert(value)
    })
    if (wrapped.length === 0) {
      yield values
      continue
    }
    const lines = Math.max(1, ...wrapped.map(({ index, width }) => linesOf(values[index], width)))
    // Excel fits the height to the text by itself, other programs only if they are told.
    yield lines === 1 ? values : { cells: values, height: Math.min(lines, maxLines) * 15, adapts: true }
  }
}

function linesOf(value: Cell, width: number): number {
  if (typeof value !== 'string') return 1
  let lines = 0
  for (const line of value.split('\n', maxLines)) lines += Math.max(1, Math.ceil(line.length / width))
  return lines
}

function keysOf(rows: readonly TableRow[]): string[] {
  const keys = new Set<string>()
  for (const row of rows) {
    // A list of the keys of every row would be as large as the table.
    for (const key in row) if (!keys.has(key) && Object.hasOwn(row, key)) keys.add(key)
  }
  return [...keys]
}

/** A key like `constructor` must not find what every object inherits. */
function ownValue(row: TableRow, key: string): unknown {
  return Object.hasOwn(row, key) ? row[key] : undefined
}
