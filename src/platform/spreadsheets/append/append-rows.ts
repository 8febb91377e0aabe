import { AppError } from '../../../contract/errors.ts'
import { ZipEditor } from '../../archives/zip-editor.ts'
import { AppendScan } from './append-scan.ts'
import { appendedCell, arrangeRows, type NewRow } from './append-values.ts'
import { columnName, maxColumns, maxRows } from '../cell-reference.ts'
import { isFormulaCell } from '../formula.ts'
import { growReferences } from './grow-parts.ts'
import type { Growth } from './grown-references.ts'
import { sheetNamed } from '../sheet-named.ts'
import { splicedSheet } from './splice-sheet.ts'
import type { SheetValue } from '../spreadsheet.ts'
import {
  readSharedStrings,
  readStyleKinds,
  readWorkbookFacts,
  type PackageSheet,
  type WorkbookFacts,
} from '../read/xlsx-package.ts'
import { XlsxRowReader } from '../read/xlsx-rows.ts'
import { scanPieces } from '../read/scan-part.ts'
import { spreadsheetLimits, ZipParts } from '../zip-parts.ts'
import type { FormatKind } from '../read/number-format-kind.ts'

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
  const kind = 'an Excel workbook (.xlsx)'
  await using parts = await ZipParts.open(path, kind)
  const facts = await readWorkbookFacts(parts)
  const sheet = chosenSheet(facts, { name: request.sheet, label: parts.label })
  const plan = await planAppend(parts, { facts, sheet, request, signal })
  await using zip = await ZipEditor.open(path, { limits: spreadsheetLimits, kind })
  zip.write(sheet.part, () => splicedSheet(parts.chunks(sheet.part), { ...plan, label: parts.label, signal }))
  if (plan.growth.from > 0) {
    await growReferences(parts, { zip, facts, sheet, ...plan, extendCharts: request.extendCharts })
  }
  if (request.rows.some((row) => Object.values(row).some(isFormulaCell)))
    zip.write(facts.part, calculatedWhenOpened(await zip.readText(facts.part)))
  const { bytes } = await zip.save(target, { signal })
  return { bytes, sheet: sheet.name, ...plan.summary }
}

/** New formulas have no result yet: Excel shows one only if it is told to calculate. */
function calculatedWhenOpened(workbook: string): string {
  const known = /<((?:\w+:)?)calcPr\b([^>]*?)\/?>/.exec(workbook)
  if (known) {
    const [whole, , attributes = ''] = known
    if (/\bfullCalcOnLoad="(?:1|true)"/.test(attributes)) return workbook
    const changed = whole.replace(/\s*\bfullCalcOnLoad="[^"]*"/, '')
    return workbook.replace(whole, changed.replace(/(\s*\/?>)$/, ' fullCalcOnLoad="1"$1'))
  }
  // It stands after the names and the sheets, before whatever else there is.
  const place =
    /<\/((?:\w+:)?)(?:definedNames|externalReferences|functionGroups|sheets)>(?![\s\S]*<\/(?:\w+:)?(?:definedNames|externalReferences|functionGroups|sheets)>)/
  return workbook.replace(place, (end, prefix: string) => `${end}<${prefix}calcPr fullCalcOnLoad="1"/>`)
}

interface PlanOptions {
  readonly facts: WorkbookFacts
  readonly sheet: PackageSheet
  readonly request: AppendRequest
  readonly signal: AbortSignal
}

async function planAppend(parts: ZipParts, { facts, sheet, request, signal }: PlanOptions) {
  const styles = await readStyleKinds(parts, facts.stylesPart)
  const header = await findHeader(parts, { facts, sheet, styles, wanted: request.headerRow })
  const scan = new AppendScan(parts.label, {
    headerRow: header?.row ?? 0,
    newRows: request.rows.length + 1,
  })
  for await (const piece of pieces(parts, sheet.part, signal)) scan.scanner.write(piece)
  scan.scanner.end()
  if (scan.dataStart < 0) throw noData(parts.label)
  const headers = header ? header.values.map((value) => String(value ?? '')) : []
  const addColumns = !header || request.addColumns
  const { values, added } = arrangeRows(request.rows, { headers, addColumns, label: parts.label })
  // A sheet with nothing in it gets its header first, unless the rows have no names for their values.
  const written = !header && added.length > 0 ? [added, ...values] : values
  const growth = growthOf(written, { scan, headers: headers.length, label: parts.label })
  return {
    scan,
    growth,
    newHeader:
      header && added.length > 0 ? { row: header.row, first: headers.length, names: added } : undefined,
    rowsXml: (prefix: string) => newRows(written, { scan, styles, prefix }),
    summary: {
      firstRow: growth.to - values.length + 1,
      lastRow: growth.to,
      columns: [...headers, ...added],
      addedColumns: header ? added : [],
    },
  }
}

function growthOf(
  rows: readonly (readonly unknown[])[],
  { scan, headers, label }: { scan: AppendScan; headers: number; label: string },
): Growth {
  const to = scan.lastRow + rows.length
  const column = rows.reduce((most, row) => Math.max(most, row.length), headers) - 1
  if (to > maxRows || column >= maxColumns) throw full(label)
  return { from: scan.lastRow, to, column }
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
  parts: ZipParts,
  { facts, sheet, styles, wanted }: HeaderOptions,
): Promise<{ row: number; values: readonly SheetValue[] } | undefined> {
  const strings = await readSharedStrings(parts, facts.stringsPart)
  const handler = new XlsxRowReader({ strings, styles, epoch: facts.epoch, label: parts.label })
  for await (const _ of scanPieces(parts, sheet.part, { handler })) {
    for (const { row, values } of handler.take()) {
      const isHeader =
        wanted === undefined ? values.some((value) => value !== null && value !== '') : row + 1 === wanted
      if (isHeader) return { row: row + 1, values }
      if (wanted !== undefined && row + 1 > wanted) throw noHeader(parts.label, wanted)
    }
  }
  if (wanted !== undefined) throw noHeader(parts.label, wanted)
  return undefined
}

async function* pieces(parts: ZipParts, part: string, signal: AbortSignal): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  for await (const chunk of parts.chunks(part)) {
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
    `${label} has nothing in row ${row}. Set header_row to the row with the column names.`,
  )
}

function noData(label: string): AppError {
  return new AppError('invalid_request', `${label} has no sheet to add rows to.`)
}

function full(label: string): AppError {
  return new AppError(
    'too_large',
    `${label} would have more rows or columns than a sheet can hold (${maxRows.toLocaleString('en')} rows, ${maxColumns.toLocaleString('en')} columns).`,
  )
}
