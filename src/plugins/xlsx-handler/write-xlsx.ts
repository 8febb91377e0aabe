import { AppError } from '../../contract/errors.ts'
import { countOf } from '../../contract/text/counts.ts'
import { defineTool } from '../../contract/tool.ts'
import { Type } from '../../contract/type.ts'
import { outputPath, reasonToAsk } from '../../platform/files/asked-paths.ts'
import { writeOutput } from '../../platform/files/output-file.ts'
import { countFormulaTexts, formulaNote } from '../../platform/spreadsheets/formula.ts'
import { themeNames } from '../../platform/spreadsheets/write/themes.ts'
import { reasonToAskAboutFormulas } from './asked-formulas.ts'
import { ChartRequest, readChartRequest } from './chart-request.ts'

const Params = Type.Object({
  path: Type.String({
    minLength: 1,
    description: 'Absolute path of the new .xlsx file; ~ is your home folder',
  }),
  data: Type.Array(Type.Record(Type.String(), Type.Unknown()), {
    description: 'One object per row; keys are the columns and go in row 1. Text is never a formula',
  }),
  sheet_name: Type.Optional(Type.String({ default: 'Sheet1', description: 'At most 31 characters' })),
  theme: Type.Optional(
    Type.Enum([...themeNames], {
      default: 'blue',
      description: 'Colours of the header, the stripes and the chart',
    }),
  ),
  chart: Type.Optional(ChartRequest),
})

const Data = Type.Object({
  path: Type.String({ description: 'The file that was written' }),
  bytes: Type.Integer({ description: 'Its size' }),
  sheet: Type.String({ description: 'Name of the sheet' }),
  rows: Type.Integer({ description: 'Rows of data, without the header' }),
  columns: Type.Array(Type.String(), { description: 'The columns, from left to right' }),
  theme: Type.Enum([...themeNames]),
  chart: Type.Optional(
    Type.Object(
      { type: Type.String(), title: Type.String(), x: Type.String(), y: Type.Array(Type.String()) },
      { description: 'The chart' },
    ),
  ),
  shortened_cells: Type.Optional(
    Type.Integer({ description: 'Texts cut to the 32,767 characters a cell can hold' }),
  ),
})

export const writeXlsx = defineTool({
  action: 'WRITE_XLSX',
  title: 'Write an Excel file',
  description:
    'Creates an Excel workbook from rows, with suitable formats, a styled header, filters and an optional chart. {"formula": "SUM(B2:B4)"} as a value makes a formula.',
  params: Params,
  data: Data,
  risk: 'write',
  reads: [],
  idempotent: true,
  phrases: [
    'write this table to an excel file',
    'create a spreadsheet with these rows',
    'save the data as ~/report.xlsx',
    'make an excel sheet with a bar chart of sales by month',
    'export these rows to xlsx',
  ],
  example: {
    args: {
      path: '{folder}/sales.xlsx',
      data: [
        { month: 'January', revenue: 1250.5 },
        { month: 'February', revenue: 1410 },
      ],
      chart: { type: 'bar', x: 'month', y: 'revenue' },
    },
  },
  targets: { paths: ['path'] },
  needsApproval: (params, call) =>
    reasonToAskAboutFormulas(params.data, call) ??
    reasonToAsk(call, [{ path: params.path, access: 'write' }]),
  async run(params, call) {
    const path = await outputPath(call, { path: params.path, extension: '.xlsx' })
    const { data: rows, sheet_name: sheet = 'Sheet1', theme = 'blue' } = params
    if (rows.length === 0) {
      throw new AppError('invalid_request', 'data is empty. Give at least one row.')
    }
    const { writeTable } = await import('./write-table.ts')
    const request = params.chart && readChartRequest(params.chart)
    const table = { rows, sheet, theme, ...(request && { request }) }
    const { bytes, columns, chart, shortened } = await writeOutput(
      path,
      (temporaryPath) =>
        writeTable(temporaryPath, table, {
          signal: call.signal,
          onRows: (written) => call.progress({ fraction: Math.min(1, written / rows.length) }),
        }),
      { caller: call, signal: call.signal },
    )
    return {
      message: messageOf({
        path,
        rows: rows.length,
        columns,
        chart: chart?.type,
        shortened,
        ignored: request?.ignored ?? [],
        formulaTexts: countFormulaTexts(rows),
      }),
      data: {
        path,
        bytes,
        sheet,
        rows: rows.length,
        columns,
        theme,
        ...(chart && { chart }),
        ...(shortened > 0 && { shortened_cells: shortened }),
      },
    }
  },
})

interface Told {
  readonly path: string
  readonly rows: number
  readonly columns: readonly string[]
  readonly chart: string | undefined
  readonly shortened: number
  readonly ignored: readonly string[]
  readonly formulaTexts: number
}

function messageOf({ path, rows, columns, chart, shortened, ignored, formulaTexts }: Told): string {
  const size = `${countOf(rows, 'row')} and ${countOf(columns.length, 'column')}`
  return [
    `Wrote ${size}${chart === undefined ? '' : ` with ${chart === 'area' ? 'an' : 'a'} ${chart} chart`} to ${path}.`,
    ...(shortened > 0 ? [`${countOf(shortened, 'text')} didn't fit a cell and lost the end.`] : []),
    ...(ignored.length > 0 ? [`The chart ignores ${ignored.slice(0, 10).join(', ')}.`] : []),
    ...formulaNote(formulaTexts),
  ].join(' ')
}
