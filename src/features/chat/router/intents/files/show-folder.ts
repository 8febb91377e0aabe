import type { ActDoors } from '../../act-doors.ts'
import { numberOf, textOf, type Understood } from '../../answers/act.ts'
import { callTool } from '../../answers/call-tool.ts'
import { fileList, filesIn, SHOWN_FILES } from '../../answers/file-list.ts'

export async function showFolder(understood: Understood, doors: ActDoors, path: string): Promise<void> {
  const data = await callTool(doors, understood, { action: 'LIST_FILES', args: { path } })
  if (!data) return
  const title = textOf(data, 'path') ?? path
  const entries = filesIn(data['entries'])
  const total = numberOf(data, 'total') ?? entries.length
  if (total > SHOWN_FILES) understood.voice.say(`These are the first ${SHOWN_FILES} of ${total}.`)
  understood.voice.add(fileList(entries, { title, emptyText: 'The folder is empty.' }))
}
