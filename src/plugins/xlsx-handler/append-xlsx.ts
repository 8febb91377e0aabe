import { AppError } from '../../contract/errors.ts'
import { countOf } from '../../contract/text/counts.ts'
import { defineTool } from '../../contract/tool.ts'
import { Type } from '../../contract/type.ts'
import { editInTurn } from '../../platform/archives/edit-in-turn.ts'
import { reasonToAsk } from '../../platform/files/asked-paths.ts'
import { holdInput } from '../../platform/files/input-file.ts'
import { writeOutput } from '../../platform/files/output-file.ts'
import { allowedPath } from '../../platform/files/paths.ts'
import { countFormulaTexts, formulaNote } from '../../platform/spreadsheets/formula.ts'
import { reasonToAskAboutFormulas } from './asked-formulas.ts'

const Params = Type.Object({
  path: Type.String({ minLength: 1, description: 'Absolute path of an existing .xlsx or .xlsm file' }),
  data: Type.Array(Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Array(Type.Unknown())]), {
    description:
      'Rows to add: objects by column name, or lists of values from left to right. {"formula": "SUM(B2:B4)"} as a value is a formula; a text never is',
  }),
  sheet: Type.Optional(Type.String({ description: 'Name of the sheet; the first visible one by default' })),
  header_row: Type.Optional(
    Type.Integer({
      minimum: 1,
      description: 'Row with the column names; the first row with text by default',
    }),
  ),
  add_columns: Type.Optional(
    Type.Boolean({
      default: false,
      description: "Add columns the sheet doesn't have, instead of rejecting them",
    }),
  ),
  extend_charts: Type.Optional(
    Type.Boolean({
      default: false,
      description: "Extend the sheet's charts to the new rows",
    }),
  ),
})

const Data = Type.Object({
  path: Type.String({ description: 'The file that was changed' }),
  bytes: Type.Integer({ description: 'New file size' }),
  sheet: Type.String({ description: 'The sheet' }),
  rows: Type.Integer({ description: 'Rows added' }),
  first_row: Type.Integer({ description: 'Number of the first new row' }),
  last_row: Type.Integer({ description: 'Number of the last new row' }),
  columns: Type.Array(Type.String(), { description: 'Columns of the sheet now' }),
  added_columns: Type.Array(Type.String(), { description: 'New columns' }),
})

export const appendXlsx = defineTool({
  action: 'APPEND_XLSX',
  title: 'Add rows to an Excel file',
  description:
    'Adds rows below the data of an existing workbook, formatted like the rows above. Everything else in the file stays unchanged.',
  params: Params,
  data: Data,
  risk: 'write',
  reads: [],
  // Adding twice is not the same as adding once.
  idempotent: false,
  phrases: [
    'add a row to ~/sales.xlsx',
    'append these rows to the spreadsheet',
    "add today's numbers to the excel file",
    'put another line in the workbook',
  ],
  example: { args: { path: '{folder}/sales.xlsx', data: [{ month: 'March', revenue: 1630.25 }] } },
  targets: { paths: ['path'] },
  needsApproval: (params, call) =>
    reasonToAskAboutFormulas(params.data, call) ??
    reasonToAsk(call, [{ path: params.path, access: 'write' }]),
  async run(params, call) {
    const path = await allowedPath(params.path, call, { access: 'write' })
    if (params.data.length === 0)
      throw new AppError('invalid_request', 'data is empty. Give at least one row to add.')
    const { appendRows } = await import('../../platform/spreadsheets/append/append-rows.ts')
    const request = {
      rows: params.data,
      addColumns: params.add_columns ?? false,
      extendCharts: params.extend_charts ?? false,
      signal: call.signal,
      ...(params.sheet !== undefined && { sheet: params.sheet }),
      ...(params.header_row !== undefined && { headerRow: params.header_row }),
    }
    const { signal } = call
    const result = await editInTurn(path, async () => {
      await using file = await holdInput(path, call)
      return await writeOutput(path, (temporaryPath) => appendRows(file.through, temporaryPath, request), {
        caller: call,
        signal,
      })
    })
    const rows = params.data.length
    return {
      message: [
        `Added ${countOf(rows, 'row')} to "${result.sheet}" in ${path}.`,
        ...formulaNote(countFormulaTexts(params.data)),
      ].join(' '),
      data: {
        path,
        bytes: result.bytes,
        sheet: result.sheet,
        rows,
        first_row: result.firstRow,
        last_row: result.lastRow,
        columns: result.columns,
        added_columns: result.addedColumns,
      },
    }
  },
})
