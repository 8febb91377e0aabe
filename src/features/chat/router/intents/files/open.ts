import { basename, extname } from 'node:path'
import { Type } from '../../../../../contract/type.ts'
import {
  placeName,
  readFilePlace,
  type FilePlace,
} from '../../../../../platform/language/values/file-places.ts'
import { askFor, textOf, type Understood } from '../../answers/act.ts'
import { callTool } from '../../answers/call-tool.ts'
import { plainName } from '../../answers/file-list.ts'
import { defineIntent, optional, type Captured } from '../../define-intent.ts'
import { exactWords } from '../../exact.ts'
import type { Sentence } from '../../normalize.ts'
import { isAll } from './file-slots.ts'
import { factsAt, findPlace, isFolder } from './find-file.ts'
import { papers } from './papers.ts'
import { showText } from './show-text.ts'
import { tableOf } from './shown-table.ts'
import { showFolder } from './show-folder.ts'

/** Which tool reads which file. */
const readers: Readonly<Record<string, string>> = {
  '.pdf': 'READ_PDF',
  '.docx': 'READ_DOCX',
  '.xlsx': 'READ_XLSX',
  '.xls': 'READ_XLSX',
  '.ods': 'READ_XLSX',
  '.pptx': 'READ_PPTX',
}
/** All that is in a file; what else is asked about it has to be worked out. */
const allOf = '[[all] [the] (content|contents|text|rows|lines|pages|slides|data) (of|in|from)]'
const aloud = '[aloud|out loud|to me|on paper]'

export const intent = defineIntent({
  name: 'file.open',
  label: 'Open a file',
  example: 'Read ~/notes.txt',
  family: 'files',
  slots: {
    path: optional.text,
    name: optional.text,
    folder: optional.text,
    kind: Type.Optional(Type.Enum(['file', 'folder'])),
    isQuoted: optional.true,
  },
  needs: ['path|name'],
  isExact: true,
  isProvenByValues: true,
  templates: [
    `(open|read|show|display|view|cat|see|let me see|look at|take a look at|pull up|bring up|preview|load|print out|(can|could|may) i see) [me] [up] ${allOf} {place:file} ${aloud}`,
    "[show|show me|tell me] (what is|what's|whats) (in|inside) {content:file}",
    '[the] (content|contents) of {ended:file}',
    'what does {content:file} say',
    `(open|read) (the|my) {paper} ${aloud}`,
    `(summarize|summarise|print) {ended:file} ${aloud}`,
    'open [the|my] file {called:word}',
    '(open|read|show|view|cat) {hidden:word}',
  ],
  examples: ['what (does|is in) {file_name} [say]'],
  /** Without its first words, a wish to see a file is nothing but its path. */
  recognize(said) {
    const place = wishesToSee.test(said.said) ? readFilePlace(exactWords(said)) : undefined
    return place && placeToOpen({ ended: place }, said.lower)
  },
  fill(captured, said) {
    return isAll(said) && !elsewhere.test(said.lower) ? toOpen(captured, said) : undefined
  },
  async act(understood, port) {
    const { slots: place, writer } = understood
    if (place.path === undefined && place.name === undefined) return writer.add(askForName)
    const path = await findPlace(port, understood, { ...place, isLoose: true })
    if (path === undefined) return
    if (isFolder(await factsAt(port, understood, path))) return showFolder(understood, port, path)
    const action = readers[extname(path).toLowerCase()] ?? 'READ_FILE'
    const data = await callTool(port, understood, { action, args: { path } })
    if (!data) return
    const name = basename(path)
    if (/\bprint\b/i.test(understood.asked.message))
      writer.say("I can't print. Here is the file so you can print it yourself.")
    writer.add({ type: 'file', name: name.slice(0, 300), path: textOf(data, 'path') ?? path })
    showContent(writer, { name, data })
  },
})

/** Said behind a name, and no part of it. */
const kindBehind = / (?:file|document|pdf|spreadsheet|presentation)$/i

function toOpen({ hidden, called, paper, ...places }: Captured, { lower }: Sentence): FilePlace | undefined {
  if (typeof hidden === 'string') return /^\.[a-z][\w.-]*$/.test(hidden) ? { name: hidden } : undefined
  if (typeof called === 'string') return { ...(readFilePlace(called) ?? { name: called }), kind: 'file' }
  if (typeof paper === 'string')
    return papers.test(paper) ? { name: paper.replace(kindBehind, '') } : undefined
  return placeToOpen(places, lower)
}

function placeToOpen({ place, content, ended }: Captured, lower: string): FilePlace | undefined {
  const found = withoutForm((place ?? content ?? ended) as FilePlace)
  // What is shown at a path without an ending is a folder.
  const isListed = /^(?:show|display)\b/.test(lower) && !found.isQuoted
  const hasEnding = /\.\w{1,5}$/.test(placeName(found))
  if (!found.isQuoted && partOfTable.test(placeName(found))) return undefined
  return found.kind === 'folder' || ((isListed || ended !== undefined) && !hasEnding) ? undefined : found
}

const wishesToSee = /^(?:please )?i(?: want|'d like| would like|'d love| need) to see (?=["'~./])/i

/** "~/x.csv as a table": that is how it is shown anyway. */
function withoutForm(place: FilePlace): FilePlace {
  return place.path === undefined ? place : { ...place, path: place.path.replace(/ as (?:an? )?table$/i, '') }
}

/** "totals by month from budget.xlsx" speaks of what is in it. */
const partOfTable = /^[^/]*\s(?:from|of|in)\s\S+\.(?:csv|tsv|xlsx?|xlsm|ods)$/i
const elsewhere = /https?:|\b(?:weather|traffic|credit|news|www)\b/
const askForName = askFor({
  title: 'Open a file',
  label: 'Name or path',
  placeholder: '~/notes.txt',
  message: 'Open "$value"',
})

interface Shown {
  readonly name: string
  readonly data: Record<string, unknown>
}

function showContent(writer: Understood['writer'], { name, data }: Shown): void {
  const text = ['content', 'markdown', 'text']
    .map((member) => data[member])
    .find((value): value is string => typeof value === 'string')
  const more = data['truncated'] === true
  if (text !== undefined) showText(writer, { name, text, more })
  else if (Array.isArray(data['rows'])) showSheet(writer, { name, data })
}

/** The rows of a spreadsheet. */
function showSheet(writer: Understood['writer'], { name, data }: Shown): void {
  const columns = (data['columns'] ?? []) as readonly string[]
  if (columns.length === 0) return writer.say('The sheet is empty.')
  const rows = (data['rows'] as readonly Record<string, unknown>[]).map((row) =>
    columns.map((column) => row[column]),
  )
  const sheets = (data['sheets'] ?? []) as readonly string[]
  const caption = sheets.length > 1 ? `${name}, sheet ${textOf(data, 'sheet') ?? ''}` : name
  writer.add(tableOf({ caption, columns, rows, more: data['more'] === true }))
  if (sheets.length > 1) writer.say(`Sheets: ${sheets.map(plainName).join(', ')}.`)
}
