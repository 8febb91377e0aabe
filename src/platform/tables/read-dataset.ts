import { open } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import { AppError } from '../../contract/errors.ts'
import { fileError } from '../files/file-error.ts'
import type { SheetSummary, Spreadsheet } from '../spreadsheets/spreadsheet.ts'
import { ColumnBuilder, type RawValue } from './column-builder.ts'
import { CsvRecords } from './csv-records.ts'
import { NotUtf8, openDelimited, type DelimitedText } from './csv-source.ts'
import type { Dataset } from './dataset.ts'
import { tableStart } from './table-header.ts'
import { namedPath } from '../files/held.ts'

/** Rows from which the sample is taken that decides what the columns are. */
const sampleRows = 500
const sampleCells = 400
const maxCells = 60_000_000
const [lineFeed, carriageReturn, quote] = [0x0a, 0x0d, 0x22]

type Rows = AsyncIterable<readonly (readonly RawValue[])[]>

/** Reads a table from CSV, TSV, Excel (.xlsx, .xls) or OpenDocument; what it is shows in its content. */
export async function readDataset(
  path: string,
  options: { readonly signal?: AbortSignal } = {},
): Promise<Dataset> {
  const label = `"${basename(namedPath(path))}"`
  if (await isSpreadsheet(path)) {
    const { openSpreadsheet } = await import('../spreadsheets/read/open-spreadsheet.ts')
    await using spreadsheet = await openSpreadsheet(path)
    return await readSheet(spreadsheet, { label, signal: options.signal })
  }
  try {
    return await readDelimited(await openDelimited(path, options), label)
  } catch (error) {
    if (!(error instanceof NotUtf8)) throw error
    return readDelimited(await openDelimited(path, { ...options, encoding: 'windows-1252' }), label)
  }
}

/** The first records decide what the columns are; the bytes of others go into them without ever being records. */
async function readDelimited({ delimiter, chunks }: DelimitedText, label: string): Promise<Dataset> {
  const records = new CsvRecords(delimiter)
  let waiting: string[][] = []
  let table: TableBuilder | undefined
  for await (const chunk of chunks) {
    if (table && !records.isOpen && !chunk.includes(quote)) {
      table.addLines(chunk, delimiter.charCodeAt(0))
      continue
    }
    const found = records.add(chunk.toString('utf8'))
    if (table) table.add(found)
    else waiting = waiting.concat(found)
    if (!table && waiting.length >= sampleRows) table = new TableBuilder(waiting, label)
  }
  const last = records.end()
  if (table) table.add(last)
  else table = new TableBuilder(waiting.concat(last), label)
  if (table.rows === 0) throw noRows(label)
  return table.build([])
}

/** The first sheet that is not hidden and has something in it. */
async function readSheet(
  spreadsheet: Spreadsheet,
  { label, signal }: { label: string; signal: AbortSignal | undefined },
): Promise<Dataset> {
  const visible = spreadsheet.sheets.filter((sheet) => !sheet.hidden)
  for (const sheet of visible.length > 0 ? visible : spreadsheet.sheets) {
    const table = await collected(sheetRows(spreadsheet, sheet, signal), label)
    const notes = visible.length > 1 ? [`Data from the sheet "${sheet.name}".`] : []
    if (table.rows > 0) return table.build(notes)
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

async function collected(batches: Rows, label: string): Promise<TableBuilder> {
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
  return table ?? new TableBuilder(waiting, label)
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
    this.#countRows(rows.length)
    for (const row of rows) {
      for (let index = 0; index < length; index++) this.#builders[index]!.add(row[index])
    }
  }

  /** Takes whole lines without quotes as they stand. */
  addLines(bytes: Buffer, delimiter: number): void {
    for (let start = 0; start < bytes.length;) {
      const end = bytes.indexOf(lineFeed, start)
      const last = bytes[end - 1] === carriageReturn ? end - 1 : end
      if (last > start) this.#addLine(bytes, { start, end: last, delimiter })
      start = end + 1
    }
  }

  #addLine(
    bytes: Buffer,
    { start, end, delimiter }: { start: number; end: number; delimiter: number },
  ): void {
    this.#countRows(1)
    let from = start
    for (const builder of this.#builders) {
      let to = from
      while (to < end && bytes[to] !== delimiter) to++
      if (from < to) builder.addBytes(bytes, from, to)
      else builder.add(null)
      from = Math.min(to + 1, end)
    }
  }

  #countRows(count: number): void {
    this.rows += count
    if (this.rows * this.#builders.length > maxCells) throw tooManyCells(this.#label)
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
    return (
      start === '504b0304' ||
      start === 'd0cf11e0' ||
      /^\.(xlsx|xlsm|xls|ods)$/i.test(extname(namedPath(path)))
    )
  } catch (error) {
    throw fileError(error, path)
  }
}

function noRows(label: string): AppError {
  return new AppError(
    'invalid_request',
    `${label} has no data rows. It needs a line with column names and at least one row below it.`,
  )
}

function tooManyCells(label: string): AppError {
  return new AppError(
    'too_large',
    `${label} has more than ${maxCells.toLocaleString('en')} cells, too many to draw. Make an extract with the columns you need.`,
  )
}
