import { basename } from 'node:path'
import { AppError } from '../../contract/errors.ts'
import { ZipEditor } from '../archives/zip-editor.ts'
import { AppendScan } from './append-scan.ts'
import { appendedCell, arrangeRows, type NewRow } from './append-values.ts'
import { columnName, mostColumns, mostRows } from './cell-reference.ts'
import { growReferences } from './grow-parts.ts'
import type { Growth } from './grown-references.ts'
import { sheetNamed } from './sheet-named.ts'
import { splicedSheet } from './splice-sheet.ts'
import type { SheetValue } from './spreadsheet.ts'
import {
  readSharedStrings,
  readStyleKinds,
  readWorkbookFacts,
  type PackageSheet,
  type WorkbookFacts,
} from './xlsx-package.ts'
import { XlsxRowReader } from './xlsx-rows.ts'
import { scanPieces, spreadsheetLimits, type PartSource } from './zip-part.ts'
import type { FormatKind } from './number-format-kind.ts'

export interface AppendRequest {
  readonly rows: readonly NewRow[]
  /** The first visible sheet when left out. */
  readonly sheet?: string
  /** Counts from 1; the first row with something in it when left out. */
  readonly headerRow?: number
  readonly addColumns: boolean
  readonly extendCharts: boolean
}

export interface AppendResult {
  readonly bytes: number
  readonly sheet: string
  /** Rows count from 1. */
  readonly firstRow: number
  readonly lastRow: number
  readonly columns: string[]
  readonly addedColumns: string[]
}

/** Reads the workbook at `path` and writes it to `target` with the rows added. All other parts are copied as they are. */
export async function appendRows(
  path: string,
  target: string,
  { signal, ...request }: AppendRequest & { signal: AbortSignal },
): Promise<AppendResult> {
  const label = `"${basename(path)}"`
  await using zip = await ZipEditor.open(path, {
    limits: spreadsheetLimits,
    kind: 'an Excel workbook (.xlsx)',
  })
  const source = { zip, label }
  const facts = await readWorkbookFacts(source)
  const sheet = chosenSheet(facts, { name: request.sheet, label })
  const plan = await planAppend(source, { facts, sheet, request, signal })
  zip.write(sheet.part, () => splicedSheet(zip.readChunks(sheet.part), { ...plan, label, signal }))
  if (plan.growth.from > 0) {
    await growReferences(source, { facts, sheet, ...plan, extendCharts: request.extendCharts })
  }
  const { bytes } = await zip.save(target, { signal })
  return { bytes, sheet: sheet.name, ...plan.summary }
}

interface PlanOptions {
  readonly facts: WorkbookFacts
  readonly sheet: PackageSheet
  readonly request: AppendRequest
  readonly signal: AbortSignal
}

async function planAppend(source: PartSource, { facts, sheet, request, signal }: PlanOptions) {
  const styles = await readStyleKinds(source, facts.stylesPart)
  const header = await findHeader(source, { facts, sheet, styles, wanted: request.headerRow })
  const scan = new AppendScan(source.label)
  for await (const piece of pieces(source, sheet.part, signal)) scan.scanner.write(piece)
  scan.scanner.end()
  if (scan.dataStart < 0) throw noData(source.label)
  const headers = header?.values.map((value) => (value === null ? '' : String(value))) ?? []
  const isNew = headers.length === 0
  const arranged = arrangeRows(request.rows, {
    headers,
    addColumns: isNew || request.addColumns,
    label: source.label,
  })
  const columns = [...headers, ...arranged.added]
  // A sheet with nothing in it gets its header first, unless the rows have no names for their values.
  const values = isNew && arranged.added.length > 0 ? [arranged.added, ...arranged.values] : arranged.values
  const lastRow = scan.lastRow + values.length
  const lastColumn = values.reduce((most, row) => Math.max(most, row.length), columns.length) - 1
  if (lastRow > mostRows || lastColumn >= mostColumns) throw full(source.label)
  const summary = {
    firstRow: lastRow - arranged.values.length + 1,
    lastRow,
    columns,
    addedColumns: isNew ? [] : arranged.added,
  }
  const growth: Growth = { from: scan.lastRow, to: lastRow, column: lastColumn }
  const newHeader =
    isNew || arranged.added.length === 0
      ? undefined
      : { row: header!.row, first: headers.length, names: arranged.added }
  const rowsXml = (prefix: string) => newRows(values, { scan, styles, prefix })
  return { scan, growth, newHeader, rowsXml, summary }
}

/** XML of the rows, a row at a time; each cell looks like the one above it. */
function* newRows(
  rows: readonly (readonly unknown[])[],
  { scan, styles, prefix }: { scan: AppendScan; styles: readonly FormatKind[]; prefix: string },
): Generator<string> {
  const contexts = new Map<number, Parameters<typeof appendedCell>[2]>()
  const contextOf = (column: number) => {
    const known = contexts.get(column)
    if (known) return known
    const above = scan.columns.get(column)
    const style =
      above?.style ?? scan.columnStyles.find(({ first, last }) => column >= first && column <= last)?.style
    const kind = style === undefined ? 'number' : (styles[style] ?? 'number')
    const context = { style, kind, isNumber: above?.isNumber ?? false, prefix }
    contexts.set(column, context)
    return context
  }
  let number = scan.lastRow
  for (const row of rows) {
    number++
    let xml = `<${prefix}row r="${number}">`
    for (let column = 0; column < row.length; column++) {
      xml += appendedCell(`${columnName(column)}${number}`, row[column], contextOf(column))
    }
    yield `${xml}</${prefix}row>`
  }
}

interface HeaderOptions {
  readonly facts: WorkbookFacts
  readonly sheet: PackageSheet
  readonly styles: readonly FormatKind[]
  readonly wanted: number | undefined
}

async function findHeader(
  source: PartSource,
  { facts, sheet, styles, wanted }: HeaderOptions,
): Promise<{ row: number; values: readonly SheetValue[] } | undefined> {
  const strings = await readSharedStrings(source, facts.stringsPart)
  const handler = new XlsxRowReader({ strings, styles, epoch: facts.epoch, label: source.label })
  for await (const _ of scanPieces(source, sheet.part, { handler })) {
    for (const { row, values } of handler.take()) {
      const isHeader =
        wanted === undefined ? values.some((value) => value !== null && value !== '') : row + 1 === wanted
      if (isHeader) return { row: row + 1, values }
      if (wanted !== undefined && row + 1 > wanted) throw noHeader(source.label, wanted)
    }
  }
  if (wanted !== undefined) throw noHeader(source.label, wanted)
  return undefined
}

async function* pieces(source: PartSource, part: string, signal: AbortSignal): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  for await (const chunk of source.zip.readChunks(part)) {
    signal.throwIfAborted()
    yield decoder.decode(chunk, { stream: true })
  }
}

function chosenSheet(
  { sheets }: WorkbookFacts,
  { name, label }: { name: string | undefined; label: string },
): PackageSheet {
  const worksheets = sheets.filter((sheet) => sheet.kind === 'worksheet')
  if (name !== undefined) return sheetNamed(name, { sheets: worksheets, label })
  const first = worksheets.find((sheet) => !sheet.hidden) ?? worksheets[0]
  if (!first) throw noData(label)
  return first
}

function noHeader(label: string, row: number): AppError {
  return new AppError(
    'invalid_request',
    `${label} has nothing in row ${row}: header_row names the row with the column names.`,
  )
}

function noData(label: string): AppError {
  return new AppError('invalid_request', `${label} has no sheet that rows could be added to.`)
}

function full(label: string): AppError {
  return new AppError(
    'too_large',
    `${label} would have more rows or columns than a sheet can hold (${mostRows.toLocaleString('en')} rows, ${mostColumns.toLocaleString('en')} columns).`,
  )
}
