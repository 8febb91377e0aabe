import { definePlugin } from '../../contract/tool.ts'
import { appendXlsx } from './append-xlsx.ts'
import { readXlsx } from './read-xlsx.ts'
import { writeXlsx } from './write-xlsx.ts'
import { xlsxInfo } from './xlsx-info.ts'
import { xlsxToCsv } from './xlsx-to-csv.ts'

export const xlsxHandler = definePlugin({
  agent: 'xlsx_handler',
  title: 'Spreadsheets',
  summary: 'Writes, reads and extends Excel workbooks, with native charts.',
  tools: [writeXlsx, readXlsx, appendXlsx, xlsxInfo, xlsxToCsv],
})
