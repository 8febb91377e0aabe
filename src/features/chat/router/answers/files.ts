import { basename, extname } from 'node:path'
import type { FilePlace } from '../../../../platform/language/values/file-places.ts'
import { askFor, numberOf, textOf, type Act, type Understood } from './act.ts'
import { callTool as call, type ToolDeps } from './call-tool.ts'
import { fileList, filesIn, plainName, SHOWN_FILES, sizeText } from './file-list.ts'
import { factsAt, findPlace, isFolder } from './find-file.ts'
import { searchActs } from './file-search.ts'
import { sheetOfCsv, tableOf } from './shown-table.ts'

/** What reads files and folders and changes nothing. */
export function fileActs(deps: ToolDeps): Readonly<Record<string, Act>> {
  return {
    ...searchActs(deps),
    LIST_FILES: (understood) => listFolder(deps, understood),
    'file.open': (understood) => openFile(deps, understood),
    FILE_INFO: (understood) => tellFacts(deps, understood),
  }
}

async function listFolder(deps: ToolDeps, understood: Understood): Promise<void> {
  const name = textOf(understood.slots, 'name')
  const path =
    textOf(understood.slots, 'path') ??
    (name === undefined ? '~' : await findPlace(deps, understood, { name, kind: 'folder', isLoose: true }))
  if (path !== undefined) await showFolder(deps, understood, path)
}

async function showFolder(deps: ToolDeps, understood: Understood, path: string): Promise<void> {
  const data = await call(deps, understood, { action: 'LIST_FILES', args: { path } })
  if (!data) return
  const title = textOf(data, 'path') ?? path
  const entries = filesIn(data['entries'])
  const total = numberOf(data, 'total') ?? entries.length
  if (total > SHOWN_FILES) understood.voice.say(`These are the first ${SHOWN_FILES} of ${total}.`)
  understood.voice.add(fileList(entries, { title, emptyText: 'The folder is empty.' }))
}

/** Which tool reads which file. */
const readers: Readonly<Record<string, string>> = {
  '.pdf': 'READ_PDF',
  '.docx': 'READ_DOCX',
  '.xlsx': 'READ_XLSX',
  '.xls': 'READ_XLSX',
  '.ods': 'READ_XLSX',
  '.pptx': 'READ_PPTX',
}
const PREVIEW = 20_000

async function openFile(deps: ToolDeps, understood: Understood): Promise<void> {
  const { slots, voice } = understood
  const place = slots as FilePlace
  if (place.path === undefined && place.name === undefined) {
    voice.add(
      askFor({
        title: 'Open a file',
        label: 'Name or path',
        placeholder: '~/notes.txt',
        message: 'Open "$value"',
      }),
    )
    return
  }
  const path = await findPlace(deps, understood, { ...place, isLoose: true })
  if (path === undefined) return
  if (isFolder(await factsAt(deps, understood, path))) {
    await showFolder(deps, understood, path)
    return
  }
  const action = readers[extname(path).toLowerCase()] ?? 'READ_FILE'
  const data = await call(deps, understood, { action, args: { path } })
  if (!data) return
  const name = basename(path)
  if (/\bprint\b/i.test(understood.asked.message))
    voice.say('I cannot use a printer: this is the file, to print it yourself.')
  voice.add({ type: 'file', name: name.slice(0, 300), path: textOf(data, 'path') ?? path })
  showContent(understood, { name, data })
}

function showContent(
  { voice }: Understood,
  { name, data }: { name: string; data: Record<string, unknown> },
): void {
  const text = ['content', 'markdown', 'text']
    .map((member) => data[member])
    .find((value): value is string => typeof value === 'string')
  const more = data['truncated'] === true
  const sheet = /\.(?:csv|tsv)$/i.test(name) && text !== undefined ? sheetOfCsv(text) : undefined
  if (sheet) voice.add(tableOf({ caption: name, more, ...sheet }))
  else if (text !== undefined) {
    voice.add({ type: 'code', code: text.slice(0, PREVIEW), filename: name.slice(0, 300), wrap: true })
    if (more || text.length > PREVIEW) voice.say('This is only the beginning: the file is longer.')
  } else if (Array.isArray(data['rows'])) showSheet(voice, { name, data })
}

/** The rows of a spreadsheet. */
function showSheet(
  voice: Understood['voice'],
  { name, data }: { name: string; data: Record<string, unknown> },
): void {
  const columns = (data['columns'] ?? []) as readonly string[]
  if (columns.length === 0) return voice.say('The sheet is empty.')
  const rows = (data['rows'] as readonly Record<string, unknown>[]).map((row) =>
    columns.map((column) => row[column]),
  )
  const sheets = (data['sheets'] ?? []) as readonly string[]
  const caption = sheets.length > 1 ? `${name}, sheet ${textOf(data, 'sheet') ?? ''}` : name
  voice.add(tableOf({ caption, columns, rows, more: data['more'] === true }))
  if (sheets.length > 1) voice.say(`Its sheets are ${sheets.map(plainName).join(', ')}.`)
}

async function tellFacts(deps: ToolDeps, understood: Understood): Promise<void> {
  const { slots, voice, when } = understood
  const path = await findPlace(deps, understood, slots['path'] ?? slots['args'] ?? {})
  if (path === undefined) return
  const data = await call(deps, understood, { action: 'FILE_INFO', args: { path, measure: true } })
  if (!data) return
  const name = plainName(basename(textOf(data, 'path') ?? path) || path)
  const changed = new Date(String(data['modified_at'])).toLocaleString('en-GB', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: when.timeZone,
  })
  if (slots['asks'] === 'time') voice.say(`${name} was last changed on ${changed}.`)
  else if (typeof data['total_bytes'] === 'number') {
    const files = Number(data['total_files'])
    voice.say(`${name} holds ${sizeText(data['total_bytes'])} in ${files} ${files === 1 ? 'file' : 'files'}.`)
  } else voice.say(`${name} is ${sizeText(Number(data['bytes']))}; it was last changed on ${changed}.`)
  if (data['type'] !== 'folder')
    voice.add({
      type: 'file',
      name: basename(path).slice(0, 300),
      path: textOf(data, 'path') ?? path,
      size_bytes: Number(data['bytes']),
    })
}
