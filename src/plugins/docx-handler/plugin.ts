import { definePlugin } from '../../contract/tool.ts'
import { createDocx } from './create-docx.ts'
import { readDocx } from './read-docx.ts'

export const docxHandler = definePlugin({
  agent: 'docx_handler',
  title: 'Word documents',
  summary: 'Writes and reads Word documents (.docx).',
  tools: [createDocx, readDocx],
})
