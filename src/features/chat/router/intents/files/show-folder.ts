import type { ActPort } from '../../act-port.ts'
import { numberOf, textOf, type Understood } from '../../answers/act.ts'
import { callTool } from '../../answers/call-tool.ts'
import { fileList, filesIn, SHOWN_FILES } from '../../answers/file-list.ts'

export async function showFolder(understood: Understood, port: ActPort, path: string): Promise<void> {
  const data = await callTool(port, understood, { action: 'LIST_FILES', args: { path } })
  if (!data) return
  const title = textOf(data, 'path') ?? path
  const entries = filesIn(data['entries'])
  const total = numberOf(data, 'total') ?? entries.length
  if (total > SHOWN_FILES) understood.writer.say(`Showing the first ${SHOWN_FILES} of ${total}.`)
  understood.writer.add(fileList(entries, { title, emptyText: 'The folder is empty.' }))
}
