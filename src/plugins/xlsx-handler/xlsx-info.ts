import { countOf } from '../../contract/text/counts.ts'
import { defineTool } from '../../contract/tool.ts'
import { Type } from '../../contract/type.ts'
import { reasonToAsk } from '../../platform/files/asked-paths.ts'
import { openInput } from '../../platform/files/input-file.ts'
import { readsFiles } from '../../platform/files/origins.ts'

const columnTypes = ['text', 'number', 'date', 'boolean', 'mixed', 'empty'] as const

const Params = Type.Object({
  path: Type.String({ minLength: 1, description: 'Absolute path of an .xlsx, .xls or .ods file' }),
})

const SheetInfo = Type.Object({
  name: Type.String(),
  hidden: Type.Boolean(),
  rows: Type.Integer({ description: 'Number of the last non-empty row' }),
  columns: Type.Integer({ description: 'Number of the last non-empty column' }),
  range: Type.Optional(Type.String({ description: 'The used range, e.g. A1:D20' })),
  headers: Type.Array(Type.Object({ name: Type.String(), type: Type.Enum([...columnTypes]) }), {
    description: 'Columns by the first row with text, and what they contain',
  }),
  charts: Type.Array(Type.Object({ type: Type.String(), title: Type.Union([Type.String(), Type.Null()]) })),
  tables: Type.Array(Type.Object({ name: Type.String(), range: Type.String() })),
})

const Data = Type.Object({
  path: Type.String({ description: 'The file' }),
  bytes: Type.Integer({ description: 'Its size' }),
  format: Type.Enum(['xlsx', 'xls', 'ods'], { description: 'The actual file type' }),
  sheets: Type.Array(SheetInfo),
  chart_sheets: Type.Array(Type.String(), { description: 'Chart sheets' }),
  names: Type.Array(Type.Object({ name: Type.String(), refers_to: Type.String() }), {
    description: 'Defined names',
  }),
})

export const xlsxInfo = defineTool({
  action: 'XLSX_INFO',
  title: 'Look at a spreadsheet',
  description:
    'Lists the sheets of a spreadsheet with their size, columns and value types, charts, tables and names.',
  params: Params,
  data: Data,
  risk: 'read',
  reads: readsFiles(({ path }) => [path]),
  idempotent: true,
  phrases: [
    'which sheets are in ~/report.xlsx',
    'how many rows does this spreadsheet have',
    'describe the excel file',
  ],
  example: { args: { path: '{folder}/sales.xlsx' } },
  targets: { paths: ['path'] },
  needsApproval: (params, call) => reasonToAsk(call, [{ path: params.path, access: 'read' }]),
  async run(params, call) {
    await using file = await openInput(params.path, call)
    const { path } = file
    const { describeSpreadsheet } = await import('./describe-spreadsheet.ts')
    const found = await describeSpreadsheet(file.through, call.signal)
    const { size: bytes } = file.held.stats
    const sizes = found.sheets.map(
      ({ name, rows, columns }) => `${name} (${rows.toLocaleString('en')} × ${columns})`,
    )
    return {
      message: `${path} has ${countOf(sizes.length, 'sheet')}: ${sizes.slice(0, 20).join(', ')}.`,
      data: { path, bytes, ...found },
    }
  },
})
