import { AppError } from '../../contract/errors.ts'
import { countOf } from '../../contract/text/counts.ts'
import { defineTool } from '../../contract/tool.ts'
import { Type } from '../../contract/type.ts'
import { reasonToAsk } from '../../platform/files/asked-paths.ts'
import { openInput } from '../../platform/files/input-file.ts'
import { readsFiles } from '../../platform/files/origins.ts'
import { parseRange } from '../../platform/spreadsheets/cell-reference.ts'
import { firstSheet } from '../../platform/spreadsheets/read/first-sheet.ts'

const defaultLimit = 500

const Params = Type.Object({
  path: Type.String({ minLength: 1, description: 'Absolute path of an .xlsx, .xls or .ods file' }),
  sheet: Type.Optional(Type.String({ description: 'Name of the sheet; the first visible one by default' })),
  range: Type.Optional(
    Type.String({ description: 'Cells to read, e.g. B2:D20 or A:C', examples: ['A1:D20'] }),
  ),
  header_row: Type.Optional(
    Type.Integer({
      minimum: 0,
      description:
        'Row with the column names, counted from 1; 0 if there is none; the first row with text by default',
    }),
  ),
  offset: Type.Optional(
    Type.Integer({ default: 0, minimum: 0, description: 'Data rows to skip at the beginning' }),
  ),
  limit: Type.Optional(
    Type.Integer({
      default: defaultLimit,
      minimum: 1,
      maximum: 10_000,
      description: 'Maximum number of rows to return',
    }),
  ),
})

const Data = Type.Object({
  path: Type.String({ description: 'The file that was read' }),
  format: Type.Enum(['xlsx', 'xls', 'ods'], { description: 'The actual file type' }),
  sheet: Type.String({ description: 'The sheet that was read' }),
  sheets: Type.Array(Type.String(), { description: 'All sheets of the file' }),
  columns: Type.Array(Type.String(), { description: 'Columns, from left to right' }),
  rows: Type.Array(Type.Record(Type.String(), Type.Unknown()), {
    description: 'One object per row. Dates are text like 2025-03-01, formulas their results',
  }),
  offset: Type.Integer({ description: 'Data rows skipped at the beginning' }),
  more: Type.Boolean({ description: 'Whether there are more rows' }),
  next_offset: Type.Optional(Type.Integer({ description: 'The offset to continue with, if there is more' })),
})

export const readXlsx = defineTool({
  action: 'READ_XLSX',
  title: 'Read a spreadsheet',
  description: 'Reads rows of an Excel or LibreOffice spreadsheet as objects keyed by column, part by part.',
  params: Params,
  data: Data,
  risk: 'read',
  reads: readsFiles(({ path }) => [path]),
  idempotent: true,
  phrases: [
    'read the excel file ~/report.xlsx',
    'what is in this spreadsheet',
    'show me the rows of sales.xlsx',
    'open the second sheet of the workbook',
  ],
  example: { args: { path: '{folder}/sales.xlsx', limit: 10 } },
  targets: { paths: ['path'] },
  needsApproval: (params, call) => reasonToAsk(call, [{ path: params.path, access: 'read' }]),
  async run(params, call) {
    await using file = await openInput(params.path, call)
    const { path } = file
    const range = params.range === undefined ? undefined : parseRange(params.range)
    const { offset = 0, limit = defaultLimit, header_row: headerRow } = params
    if (range && headerRow !== undefined && headerRow > range.lastRow + 1) {
      throw new AppError('invalid_request', `header_row ${headerRow} is below the range ${params.range}.`)
    }
    const { openSpreadsheet } = await import('../../platform/spreadsheets/read/open-spreadsheet.ts')
    const { readWindow } = await import('../../platform/spreadsheets/read/sheet-window.ts')
    await using book = await openSpreadsheet(file.through)
    const sheet = params.sheet ?? firstSheet(book, path)
    const window = await readWindow(book.rows(sheet, { signal: call.signal }), {
      range,
      headerRow,
      offset,
      limit,
    })
    const { rows, columns, more } = window
    return {
      message: `Read ${countOf(rows.length, 'row')} of "${sheet}" in ${path}${more ? '; there are more' : ''}.`,
      data: {
        path,
        format: book.format,
        sheet,
        sheets: book.sheets.map(({ name }) => name),
        columns,
        rows,
        offset,
        more,
        ...(more && { next_offset: offset + rows.length }),
      },
    }
  },
})
