import type { ActPort } from '../../act-port.ts'
import { askFor, type Understood } from '../../answers/act.ts'
import { callTool } from '../../answers/call-tool.ts'
import { fileList, filesIn, plainName, sizeText } from '../../answers/file-list.ts'
import { inContent, unique } from './content-search.ts'
import { lookUp } from './find-file.ts'
import { countedFiles, describeSearch, shownOf } from './found-words.ts'
import type { FileSearch } from './read-search.ts'
import { capital } from '../../../../../platform/language/capital.ts'

type Search = Understood<FileSearch>

/** What the tool takes: the rest is only told. */
function argumentsOf({ slots: { span: _told, month: _named, ...args } }: Search): Record<string, unknown> {
  return args
}

export async function searchFiles(understood: Search, port: ActPort): Promise<void> {
  const { slots, writer } = understood
  if (!slots.query) return writer.add(askForName)
  const inNames = await namedForTheMonth(understood, port)
  const args = argumentsOf(understood)
  const data = inNames ?? (await callTool(port, understood, { action: 'SEARCH_FILES', args }))
  if (!data) return
  const files = filesIn(data['results'])
  const count = Number(data['found'] ?? files.length)
  const asked = inNames ? { query: slots.query, month: slots.month } : { ...args, span: slots.span }
  const told = describeSearch(asked, files)
  if (data['matched_by'] === 'similar')
    writer.decline(`Nothing is called ${plainName(slots.query)}. These names come close.`)
  else if (count === 0) writer.decline(`I found no ${told}.`)
  else writer.say(`${countedFiles(count, told, files)}.${shownOf(count)}${firstOf(files, understood)}`)
  if (files.length > 0) writer.add(fileList(files, { title: capital(told) }))
}

const askForName = askFor({
  title: 'Find files',
  label: 'Name',
  placeholder: 'invoice',
  message: 'Find files named "$value"',
})

/** The index knows PDF and Office files too; text files outside of the indexed folders are looked into one by one. */
export async function filesThatMention(understood: Search, port: ActPort, words: string): Promise<void> {
  const { writer, slots } = understood
  const args = argumentsOf(understood)
  const texts = await callTool(port, understood, { action: 'SEARCH_FILES', args })
  if (!texts) return
  const { files, missing } = await inContent(understood, port, { words, folder: slots.path })
  const found = unique([...files, ...filesIn(texts['results'])])
  const told = describeSearch(args)
  const counted = found.length === 0 ? `I found no ${told}` : countedFiles(found.length, told, found)
  writer.say(`${counted}.${shownOf(found.length)}${missing}`)
  if (found.length > 0) writer.add(fileList(found, { title: capital(told) }))
}

/** "The invoice from March" may have March in its name; else it is of that month. */
async function namedForTheMonth(
  understood: Search,
  port: ActPort,
): Promise<Record<string, unknown> | undefined> {
  const { month, query, path } = understood.slots
  if (month === undefined || query === '*') return undefined
  const args = { query: `${query} ${month}`, ...(path !== undefined && { path }) }
  const data = await lookUp(port, understood, { action: 'SEARCH_FILES', args })
  return data && data['matched_by'] === 'name' && filesIn(data['results']).length > 0 ? data : undefined
}

function firstOf([first]: ReturnType<typeof filesIn>, { slots: { sort }, when }: Search): string {
  if (first === undefined || (sort !== 'size' && sort !== 'modified')) return ''
  const name = plainName(first.name ?? first.path)
  if (sort === 'size') return ` The largest is ${name} with ${sizeText(first.bytes ?? 0)}.`
  const changed = new Date(first.modified_at ?? 0).toLocaleString('en-GB', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: when.timeZone,
  })
  return ` The latest is ${name}, changed on ${changed}.`
}
