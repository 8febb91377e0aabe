import { definePlugin } from '../../contract/tool.ts'
import { pdfInfo } from './pdf-info.ts'
import { readPdf } from './read-pdf.ts'
import { searchPdf } from './search-pdf.ts'

export const pdfHandler = definePlugin({
  agent: 'pdf_handler',
  title: 'PDF documents',
  summary: 'Reads and searches PDF documents.',
  tools: [readPdf, searchPdf, pdfInfo],
})
