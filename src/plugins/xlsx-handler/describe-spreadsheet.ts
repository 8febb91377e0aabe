import { rangeText } from '../../platform/spreadsheets/cell-reference.ts'
import { openSpreadsheet } from '../../platform/spreadsheets/read/open-spreadsheet.ts'
import type { SheetRow, SheetValue } from '../../platform/spreadsheets/spreadsheet.ts'
import { readXlsxDetails } from '../../platform/spreadsheets/read/xlsx-details.ts'
import { columnNames } from '../../platform/spreadsheets/read/sheet-window.ts'

/** Enough rows to tell what is in a column. */
const sampledRows = 1_000

type ColumnType = 'text' | 'number' | 'date' | 'boolean' | 'mixed' | 'empty'

export async function describeSpreadsheet(path: string, signal: AbortSignal) {
  await using book = await openSpreadsheet(path)
  const details =
    book.format === 'xlsx' ? await readXlsxDetails(path) : { names: [], chartSheets: [], sheets: [] }
  const sheets = []
  for (const { name, hidden } of book.sheets) {
    const found = details.sheets.find((sheet) => sheet.name === name)
    sheets.push({
      name,
      hidden,
      ...(await measure(book.rows(name, { signal }))),
      charts: [...(found?.charts ?? [])],
      tables: [...(found?.tables ?? [])],
    })
  }
  return { format: book.format, sheets, chart_sheets: [...details.chartSheets], names: [...details.names] }
}

interface Measured {
  readonly rows: number
  readonly columns: number
  readonly range?: string
  readonly headers: { name: string; type: ColumnType }[]
}

async function measure(source: AsyncIterable<SheetRow>): Promise<Measured> {
  let header: readonly SheetValue[] | undefined
  let [firstRow, firstColumn, lastRow, lastColumn, sampled] = [-1, Number.POSITIVE_INFINITY, -1, -1, 0]
  const types: Set<ColumnType>[] = []
  for await (const { row, values } of source) {
    const first = values.findIndex(isFilled)
    if (first < 0) continue
    if (firstRow < 0) firstRow = row
    lastRow = row
    firstColumn = Math.min(firstColumn, first)
    lastColumn = Math.max(lastColumn, values.findLastIndex(isFilled))
    if (header === undefined) header = values
    else if (sampled++ < sampledRows) collectTypes(types, values)
  }
  if (!header) return { rows: 0, columns: 0, headers: [] }
  const names = columnNames(header, { width: lastColumn + 1, first: 0 })
  return {
    rows: lastRow + 1,
    columns: lastColumn + 1,
    range: rangeText({ firstRow, firstColumn, lastRow, lastColumn }),
    headers: names.map((name, index) => ({ name, type: typeOf(types[index]) })),
  }
}

function collectTypes(types: Set<ColumnType>[], values: readonly SheetValue[]): void {
  for (const [index, value] of values.entries()) {
    if (isFilled(value)) (types[index] ??= new Set()).add(typeOfValue(value))
  }
}

function typeOf(types: ReadonlySet<ColumnType> | undefined): ColumnType {
  if (!types) return 'empty'
  return types.size === 1 ? [...types][0]! : 'mixed'
}

function typeOfValue(value: SheetValue): ColumnType {
  if (value instanceof Date) return 'date'
  if (typeof value === 'number') return 'number'
  return typeof value === 'boolean' ? 'boolean' : 'text'
}

function isFilled(value: SheetValue): boolean {
  return value !== null && value !== ''
}
