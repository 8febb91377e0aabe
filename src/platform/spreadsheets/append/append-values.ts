import { AppError } from '../../../contract/errors.ts'
import { columnName } from '../cell-reference.ts'
import { dateToSerial } from '../date-serial.ts'
import { formulaText, isFormulaCell } from '../formula.ts'
import type { FormatKind } from '../read/number-format-kind.ts'
import type { TableRow } from '../write/table-sheet.ts'
import { readText } from '../text-value.ts'
import { cellTextXml, cutCellText, escapeXml } from '../xml-text.ts'

/** What a new row may be: an object by header, or the values from left to right. */
export type NewRow = TableRow | readonly unknown[]

/** The rows as values by column, for a sheet with these headers; `added` are the columns that it did not have. */
export function arrangeRows(
  rows: readonly NewRow[],
  { headers, addColumns, label }: { headers: readonly string[]; addColumns: boolean; label: string },
): { values: unknown[][]; added: string[] } {
  const places = new Map<string, number>()
  headers.forEach((header, index) => {
    for (const name of [header, plain(header)])
      if (header !== '' && !places.has(name)) places.set(name, index)
  })
  const added: string[] = []
  const placeOf = (key: string): number => {
    const known = places.get(key) ?? places.get(plain(key))
    if (known !== undefined) return known
    if (!addColumns) throw unknownColumn(key, { headers, label })
    added.push(key)
    places.set(key, headers.length + added.length - 1)
    return headers.length + added.length - 1
  }
  const values = rows.map((row) => {
    if (Array.isArray(row)) return fitting(row, { headers, label })
    const arranged: unknown[] = []
    for (const [key, value] of Object.entries(row)) arranged[placeOf(key)] = value
    return arranged
  })
  return { values, added }
}

export interface CellContext {
  /** The style that the cells above have. */
  readonly style: number | undefined
  /** What numbers mean in that style. */
  readonly kind: FormatKind
  /** Whether the cell above holds a number. */
  readonly isNumber: boolean
  /** How the sheet writes its elements, e.g. `x:`. */
  readonly prefix: string
}

/** One cell, or nothing for a value that is not there. Text stays text, whatever it looks like. */
export function appendedCell(reference: string, value: unknown, context: CellContext): string {
  const { prefix, style } = context
  const open = `<${prefix}c r="${reference}"${style === undefined ? '' : ` s="${style}"`}`
  if (isFormulaCell(value))
    return `${open}><${prefix}f>${escapeXml(formulaText(value))}</${prefix}f></${prefix}c>`
  const plainValue = valueFor(value, context)
  if (plainValue === null) return ''
  if (typeof plainValue === 'number') return `${open}><${prefix}v>${plainValue}</${prefix}v></${prefix}c>`
  if (typeof plainValue === 'boolean')
    return `${open} t="b"><${prefix}v>${plainValue ? 1 : 0}</${prefix}v></${prefix}c>`
  const text = cellTextXml(cutCellText(plainValue))
  return `${open} t="inlineStr"><${prefix}is><${prefix}t xml:space="preserve">${text}</${prefix}t></${prefix}is></${prefix}c>`
}

function valueFor(value: unknown, context: CellContext): string | number | boolean | null {
  if (typeof value === 'string') return value === '' ? null : valueOfText(value, context)
  if (typeof value === 'boolean') return value
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (value instanceof Date) return dateToSerial(value) ?? value.toISOString()
  if (typeof value === 'bigint') return String(value)
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : null
}

/** In a column of numbers or dates, text that says one becomes one; elsewhere it stays as it is. */
function valueOfText(value: string, { kind, isNumber }: CellContext): string | number {
  const read = readText(value)
  if (read.kind === 'date' || read.kind === 'datetime') {
    return kind === 'date' ? (dateToSerial(read.value) ?? value) : value
  }
  return 'decimals' in read && isNumber && kind === 'number' ? read.value : value
}

function fitting(
  row: readonly unknown[],
  { headers, label }: { headers: readonly string[]; label: string },
): unknown[] {
  if (headers.length === 0 || row.length <= headers.length) return [...row]
  throw new AppError(
    'invalid_request',
    `A new row has ${row.length} values, but ${label} has ${headers.length} columns: ${listed(headers)}.`,
  )
}

function unknownColumn(
  key: string,
  { headers, label }: { headers: readonly string[]; label: string },
): AppError {
  return new AppError(
    'invalid_request',
    `${label} has no column "${key.slice(0, 80)}". Its columns: ${listed(headers)}. Set add_columns to true to add it.`,
  )
}

function listed(headers: readonly string[]): string {
  const names = headers.map((header, index) => (header === '' ? columnName(index) : header))
  return names.length > 30
    ? `${names.slice(0, 30).join(', ')} and ${names.length - 30} more`
    : names.join(', ')
}

function plain(name: string): string {
  return name.trim().toLowerCase()
}
