import { createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { AppError } from '../../contract/errors.ts'
import { countOf } from '../../contract/text/counts.ts'
import { defineTool } from '../../contract/tool.ts'
import { Type } from '../../contract/type.ts'
import { outputPath, reasonToAsk } from '../../platform/files/asked-paths.ts'
import { openInput } from '../../platform/files/input-file.ts'
import { linksResolved } from '../../platform/files/links.ts'
import { carryOrigin, readsFiles } from '../../platform/files/origins.ts'
import { writeOutput } from '../../platform/files/output-file.ts'
import type { SheetRow, SheetValue } from '../../platform/spreadsheets/spreadsheet.ts'
import { firstSheet } from '../../platform/spreadsheets/read/first-sheet.ts'
import { shownValue } from '../../platform/spreadsheets/read/shown-value.ts'

const pieceLength = 64 * 1024

const Params = Type.Object({
  path: Type.String({ minLength: 1, description: 'Absolute path of an .xlsx, .xls or .ods file' }),
  output_path: Type.Optional(
    Type.String({
      description: 'Absolute path of the .csv file; by default beside the spreadsheet, with its name',
    }),
  ),
  sheet: Type.Optional(Type.String({ description: 'Name of the sheet; the first visible one by default' })),
  delimiter: Type.Optional(
    Type.Enum([',', ';', '\t', '|'], { default: ',', description: 'Separator between values' }),
  ),
})

const Data = Type.Object({
  path: Type.String({ description: 'The file that was written' }),
  bytes: Type.Integer({ description: 'Its size' }),
  sheet: Type.String({ description: 'The exported sheet' }),
  rows: Type.Integer({ description: 'Lines written, including the header' }),
  columns: Type.Integer({ description: 'Columns of the widest line' }),
})

export const xlsxToCsv = defineTool({
  action: 'XLSX_TO_CSV',
  title: 'Convert a spreadsheet to CSV',
  description:
    'Exports one sheet of an Excel or LibreOffice spreadsheet as a CSV file. Text that looks like a formula gets a leading apostrophe, so it stays text.',
  params: Params,
  data: Data,
  risk: 'write',
  reads: readsFiles(({ path }) => [path]),
  idempotent: true,
  phrases: [
    'convert ~/report.xlsx to csv',
    'export the spreadsheet as csv',
    'save the excel sheet as a csv file',
  ],
  example: { args: { path: '{folder}/sales.xlsx', output_path: '{folder}/sales.csv' } },
  targets: { paths: ['path', 'output_path'] },
  needsApproval: (params, call) =>
    reasonToAsk(call, [
      { path: params.path, access: 'read' },
      { path: params.output_path ?? csvBeside(params.path), name: 'output_path', access: 'write' },
    ]),
  async run(params, call) {
    await using file = await openInput(params.path, call)
    const { path } = file
    const output = await outputPath(call, {
      path: params.output_path ?? csvBeside(params.path),
      name: 'output_path',
      extension: params.delimiter === '\t' && params.output_path?.endsWith('.tsv') ? '.tsv' : '.csv',
    })
    if (output === path) throw new AppError('invalid_request', 'output_path must differ from path.')
    const { openSpreadsheet } = await import('../../platform/spreadsheets/read/open-spreadsheet.ts')
    await using book = await openSpreadsheet(file.through)
    const sheet = params.sheet ?? firstSheet(book, path)
    const { signal } = call
    const lines = new CsvLines(book.rows(sheet, { signal }), params.delimiter ?? ',')
    const bytes = await writeOutput(
      output,
      async (temporaryPath) => {
        await pipeline(lines, createWriteStream(temporaryPath), { signal })
        return (await stat(temporaryPath)).size
      },
      { caller: call, signal },
    )
    await carryOrigin(file.held.path, await linksResolved(output), call)
    const { rows, columns } = lines
    return {
      message: `Wrote ${countOf(rows, 'line')} of "${sheet}" to ${output}.`,
      data: { path: output, bytes, sheet, rows, columns },
    }
  },
})

/** The text of the file, piece by piece; counts what went by. */
class CsvLines implements AsyncIterable<string> {
  rows = 0
  columns = 0
  readonly #source: AsyncIterable<SheetRow>
  readonly #delimiter: string

  constructor(source: AsyncIterable<SheetRow>, delimiter: string) {
    this.#source = source
    this.#delimiter = delimiter
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<string> {
    let piece = ''
    let width = 0
    for await (const { row, values } of this.#source) {
      if (width === 0) width = values.length
      // Rows that are not there are empty lines, so that line numbers are row numbers.
      for (; this.rows < row; this.rows++) piece += this.#line([], width)
      piece += this.#line(values, width)
      this.rows++
      this.columns = Math.max(this.columns, values.length)
      if (piece.length < pieceLength) continue
      yield piece
      piece = ''
    }
    yield piece
  }

  /** As many values as the first row has, at least. */
  #line(values: readonly SheetValue[], width: number): string {
    const missing = Array.from({ length: Math.max(0, width - values.length) }, () => null)
    return `${csvLine([...values, ...missing], this.#delimiter)}\n`
  }
}

function csvBeside(path: string): string {
  return `${path.replace(/\.[^./]*$/, '')}.csv`
}

/**
 * One line of CSV without its end. Text that a spreadsheet would take for a formula gets an apostrophe in front: whoever
 * opens the file must not run what a stranger wrote into a cell.
 */
function csvLine(values: readonly SheetValue[], delimiter: string): string {
  return values.map((value) => field(value, delimiter)).join(delimiter)
}

function field(value: SheetValue, delimiter: string): string {
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  if (typeof value !== 'string') return String(shownValue(value) ?? '')
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return text.includes(delimiter) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
