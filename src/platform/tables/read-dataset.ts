import { open } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import { AppError } from '../../contract/errors.ts'
import { fileError } from '../files/file-error.ts'
import { openSpreadsheet } from '../spreadsheets/open-spreadsheet.ts'
import type { SheetSummary, Spreadsheet } from '../spreadsheets/spreadsheet.ts'
import { ColumnBuilder, type RawValue } from './column-builder.ts'
import { openDelimited } from './csv-source.ts'
import type { Dataset } from './dataset.ts'
import { tableStart } from './table-header.ts'

/** Rows from which the sample is taken that decides what the columns are. */
const sampleRows = 2_000
const sampleCells = 400
const mostCells = 60_000_000

type Rows = AsyncIterable<readonly (readonly RawValue[])[]>

/** Reads a table from CSV, TSV, Excel (.xlsx, .xls) or OpenDocument; what it is shows in its content. */
export async function readDataset(
  path: string,
  options: { readonly signal?: AbortSignal } = {},
): Promise<Dataset> {
  const label = `"${basename(path)}"`
  if (await isSpreadsheet(path)) {
    await using spreadsheet = await openSpreadsheet(path)
    return await readSheet(spreadsheet, { label, signal: options.signal })
  }
  const { records } = await openDelimited(path, options)
  return collected(records, { label, notes: [] })
}

/** The first sheet that is not hidden and has something in it. */
async function readSheet(
  spreadsheet: Spreadsheet,
  { label, signal }: { label: string; signal: AbortSignal | undefined },
): Promise<Dataset> {
  const visible = spreadsheet.sheets.filter((sheet) => !sheet.hidden)
  for (const sheet of visible.length > 0 ? visible : spreadsheet.sheets) {
    const rows = sheetRows(spreadsheet, sheet, signal)
    const notes = visible.length > 1 ? [`The data is that of the sheet "${sheet.name}".`] : []
    const dataset = await collected(rows, { label, notes, mayBeEmpty: true })
    if (dataset.columns.length > 0) return dataset
  }
  throw noRows(label)
}

async function* sheetRows(
  spreadsheet: Spreadsheet,
  sheet: SheetSummary,
  signal: AbortSignal | undefined,
): Rows {
  let batch: (readonly RawValue[])[] = []
  for await (const { values } of spreadsheet.rows(sheet.name, signal ? { signal } : {})) {
    if (values.every((value) => value === null || value === '')) continue
    batch.push(values)
    if (batch.length < sampleRows) continue
    yield batch
    batch = []
  }
  yield batch
}

interface Collecting {
  readonly label: string
  readonly notes: readonly string[]
  readonly mayBeEmpty?: boolean
}

async function collected(batches: Rows, { label, notes, mayBeEmpty }: Collecting): Promise<Dataset> {
  let waiting: (readonly RawValue[])[] = []
  let table: TableBuilder | undefined
  for await (const batch of batches) {
    if (table) {
      table.add(batch)
      continue
    }
    waiting = waiting.concat(batch)
    if (waiting.length >= sampleRows) table = new TableBuilder(waiting, label)
  }
  table ??= new TableBuilder(waiting, label)
  if (table.rows === 0) {
    if (mayBeEmpty) return { columns: [], rows: 0, notes: [] }
    throw noRows(label)
  }
  return table.build(notes)
}

class TableBuilder {
  readonly #builders: readonly ColumnBuilder[]
  readonly #notes: readonly string[]
  readonly #label: string
  rows = 0

  constructor(first: readonly (readonly RawValue[])[], label: string) {
    const { names, skip, note } = tableStart(first)
    const data = first.slice(skip)
    const sample = evenly(data, sampleCells)
    this.#label = label
    this.#notes = note === undefined ? [] : [note]
    this.#builders = names.map(
      (name, index) =>
        new ColumnBuilder(
          name,
          sample.map((row) => row[index]),
        ),
    )
    this.add(data)
  }

  add(rows: readonly (readonly RawValue[])[]): void {
    const { length } = this.#builders
    this.rows += rows.length
    if (this.rows * length > mostCells) throw tooManyCells(this.#label)
    for (const row of rows) {
      for (let index = 0; index < length; index++) this.#builders[index]!.add(row[index])
    }
  }

  build(notes: readonly string[]): Dataset {
    const columns = this.#builders.map((builder) => builder.build())
    // Cells without a name and without a value are the margin of a sheet.
    const named = columns.filter((column) => column.kind !== 'empty' || !/^Column \d+$/.test(column.name))
    return { columns: named, rows: this.rows, notes: [...notes, ...this.#notes] }
  }
}

function evenly<Item>(items: readonly Item[], most: number): Item[] {
  const step = Math.max(1, items.length / most)
  const picked: Item[] = []
  for (let at = 0; at < items.length; at += step) picked.push(items[Math.floor(at)]!)
  return picked
}

/** Workbooks are archives or compound files; text is neither. */
async function isSpreadsheet(path: string): Promise<boolean> {
  try {
    await using file = await open(path, 'r')
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0)
    const start = buffer.toString('hex', 0, bytesRead)
    return start === '504b0304' || start === 'd0cf11e0' || /^\.(xlsx|xlsm|xls|ods)$/i.test(extname(path))
  } catch (error) {
    throw fileError(error, path)
  }
}

function noRows(label: string): AppError {
  return new AppError(
    'invalid_request',
    `${label} has no rows of data: there must be a line with the names of the columns and at least one row below it.`,
  )
}

function tooManyCells(label: string): AppError {
  return new AppError(
    'too_large',
    `${label} has more than ${mostCells.toLocaleString('en')} cells, too many to draw: make an extract with the columns that matter.`,
  )
}
