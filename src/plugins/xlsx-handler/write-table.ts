import { tableColumns, tableSheet, type TableRow } from '../../platform/spreadsheets/write/table-sheet.ts'
import type { ThemeName } from '../../platform/spreadsheets/write/themes.ts'
import { writeWorkbook, type WriteOptions } from '../../platform/spreadsheets/write/write-workbook.ts'
import type { ReadRequest } from './chart-request.ts'
import { tableChart } from './table-chart.ts'

export interface TableRequest {
  readonly rows: readonly TableRow[]
  readonly sheet: string
  readonly theme: ThemeName
  readonly request?: ReadRequest
}

export interface WrittenTable {
  readonly bytes: number
  readonly columns: string[]
  readonly chart?: { readonly type: string; readonly title: string; readonly x: string; readonly y: string[] }
  readonly shortened: number
}

/** One sheet with a table, and a chart beside it if one is wanted. */
export async function writeTable(
  path: string,
  { rows, sheet, theme, request }: TableRequest,
  options: WriteOptions,
): Promise<WrittenTable> {
  const columns = tableColumns(rows)
  const drawn = request && tableChart(request, { columns, rows })
  const charts = drawn ? { charts: [drawn.chart] } : {}
  const table = { ...tableSheet(sheet, { rows, columns }), ...charts }
  const written = await writeWorkbook(path, { sheets: [table], theme }, options)
  return {
    bytes: written.bytes,
    columns: columns.map(({ key }) => key),
    shortened: written.shortened,
    ...(drawn && {
      chart: { type: request.word, title: drawn.chart.title ?? '', x: drawn.x, y: [...drawn.y] },
    }),
  }
}
