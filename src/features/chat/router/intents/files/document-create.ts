import { basename } from 'node:path'
import { Type } from '../../../../../contract/type.ts'
import {
  placeName,
  readFilePlace,
  type FilePlace,
} from '../../../../../platform/language/values/file-places.ts'
import type { ActPort } from '../../act-port.ts'
import { askFor, textOf, type Understood } from '../../answers/act.ts'
import { callTool } from '../../answers/call-tool.ts'
import { plainName } from '../../answers/file-list.ts'
import { defineIntent, optional } from '../../define-intent.ts'
import { withLastMark } from '../../exact.ts'
import { capital } from '../../../../../platform/language/capital.ts'
import { readRows, type SpokenCell } from '../../../../../platform/language/values/spoken-rows.ts'
import type { Sentence } from '../../normalize.ts'
import { present } from '../../readers/reader.ts'
import { destinationOf, replacing } from './file-destinations.ts'
import { isAll, Place, unquoted } from './file-slots.ts'
import { sheetForm } from './sheet-form.ts'

const documents = {
  CREATE_DOCX: { word: 'word document', ending: '.docx' },
  WRITE_XLSX: { word: 'spreadsheet', ending: '.xlsx' },
  CREATE_PPTX: { word: 'presentation', ending: '.pptx' },
} as const
type Action = keyof typeof documents

const create = '(create|make|start|write|new) [me] [a|an] [new|blank|empty] [ms|microsoft]'

export const intent = defineIntent({
  name: 'document.create',
  label: 'New document',
  example: 'Create a word document called Minutes',
  effect: 'adds',
  slots: {
    action: Type.Unsafe<Action>({ type: 'string' }),
    title: optional.text,
    text: optional.text,
    to: Type.Optional(Place),
    columns: optional.texts,
    /** What is to stand below the columns, as it was said. */
    rows: optional.text,
  },
  needs: ['action'],
  isExact: true,
  templates: [
    `${create} (word [document|file|doc]|docx [file]) [{docx:exact}]`,
    `${create} document {titled:exact}`,
    `${create} (excel [file|workbook|spreadsheet|sheet]|xlsx [file]|spreadsheet|workbook) [{xlsx:exact}]`,
    `${create} table {table:exact}`,
    `${create} (powerpoint [file|presentation]|pptx [file]|presentation|slide deck|slidedeck|slideshow) [{pptx:exact}]`,
    '(create|make|new) [me] {path:file}',
  ],
  fill({ docx, titled, xlsx, table, pptx, path }, said) {
    if (!isAll(said)) return undefined
    if (path !== undefined) return atPath(path as FilePlace)
    const rest = [docx, titled, xlsx, table, pptx].find((each) => each !== undefined) ?? ''
    const action = actionSaid(said.lower)
    const parts = partsOf(rest as string, action)
    if (!parts || (titled !== undefined && !isNamed(titled as string, parts))) return undefined
    if (table !== undefined && !isTable(parts)) return undefined
    return { action, ...parts, ...textIn(parts, said) }
  },
  async act(understood, port) {
    const { slots, writer } = understood
    const { action, to } = slots
    const { word, ending } = documents[action]
    const title = slots.title ?? titleOf(to?.path, ending) ?? titleOfColumns(slots)
    if (title === undefined) return writer.add(askForTitle(word, slots.columns))
    if (action === 'WRITE_XLSX' && !slots.columns) return writer.add(askForColumns(title, to?.path))
    const rows = rowsIn(slots)
    if (!rows) return askForRows(understood, title)
    const path = await documentPath(understood, port, { title, ending })
    if (path === undefined) return
    const data = await callTool(port, understood, {
      action,
      args: { path, ...contentOf(action, { title, slots, rows }) },
      ...(await replacing(port, understood, path)),
    })
    if (data) showMade(understood, { word, path: textOf(data, 'path') ?? path })
  },
})

function rowsIn({ rows, columns }: Made['slots']): readonly (readonly SpokenCell[])[] | undefined {
  return rows === undefined ? [] : readRows(rows, columns?.length ?? 1)
}

type Made = Understood<{
  readonly text?: string
  readonly to?: FilePlace
  readonly columns?: readonly string[]
  readonly rows?: string
}>

/** "create ~/minutes.docx" */
function atPath(to: FilePlace): { action: Action; to: FilePlace } | undefined {
  const all = Object.keys(documents) as Action[]
  const action = all.find((one) => placeName(to).toLowerCase().endsWith(documents[one].ending))
  return action && { action, to }
}

/** The first of the words that says what it is. */
function actionSaid(lower: string): Action {
  const [, sheet, slides] =
    /\b(?:(excel|spreadsheet|xlsx|workbook|table)|(powerpoint|presentation|pptx|slide\w*)|word|docx|document)\b/.exec(
      lower,
    ) ?? []
  return sheet === undefined ? (slides === undefined ? 'CREATE_DOCX' : 'CREATE_PPTX') : 'WRITE_XLSX'
}

/** What a document about something would say, only a model knows, unless it was said along. */
function isNamed(rest: string, { text }: { readonly text?: string; readonly title?: string }): boolean {
  return text !== undefined || /^(?:called|named|titled|entitled)\b/i.test(rest)
}

/** Prose as it was written, its last full stop included. */
function textIn(parts: Readonly<Record<string, unknown>>, said: Sentence): { text?: string } {
  const text = textOf(parts, 'text')
  return text === undefined ? {} : { text: withLastMark(text, said) }
}

/** Anything else that is called a table may be one to look at, or to eat at. */
function isTable(parts: object): boolean {
  return 'columns' in parts
}

/** "called Minutes in ~/Documents with the text hello", in any of these parts. */
function partsOf(rest: string, action: Action) {
  let left = rest.trim()
  const take = (pattern: RegExp): string | undefined => {
    const found = pattern.exec(left)
    if (!found) return undefined
    left = left.replace(found[0], ' ').replaceAll(/\s+/g, ' ').trim()
    return found[1]!.trim()
  }
  const text = take(
    /,?(?:^|\s)(?:with|containing|saying|that says)(?: the)? (?:text|content|contents|words?):? (.+)$/i,
  )
  const [columns, rows] = tableParts(
    take(/,?(?:^|\s)with(?: the)? columns?:? (.+)$/is) ??
      take(/,?(?:^|\s)with ([^:]+(?: and |, )[^:]+: .+)$/is),
  )
  const after = columns === undefined ? take(/:\s+(.+)$/s) : undefined
  const title =
    take(titledBy('titled|entitled|called|named|about|with the title|with title')) ??
    (after === undefined ? undefined : take(titledBy('of my|of our|of|for my|for our|for')))
  const place = take(
    /(?:^|\s)(?:in |at |as |to |on |into |and save it (?:to|as|in) )?("~?\/[^"]+"|~?\/\S+|(?:my |the )?(?:desktop|documents|downloads)(?: folder)?)$/i,
  )
  if (left !== '') return undefined
  const said = { title: title && unquoted(title), to: readFilePlace(place) }
  // "of my expenses: rent 900, food 400"
  if (action === 'WRITE_XLSX' && after !== undefined)
    return readRows(after, 2) && present({ ...said, columns: ['Item', 'Value'], rows: after })
  return present({
    ...said,
    text: text === undefined ? after : unquoted(text),
    columns: columns?.split(/,? and |, ?/).map((column) => unquoted(column).trim()),
    rows,
  })
}

/** A title ends where a place begins. */
function titledBy(words: string): RegExp {
  return new RegExp(
    `,?(?:^|\\s)(?:${words}) ("[^"]+"|'[^']+'|.+?)(?=$| (?:in|at|as|to|on|into) (?:~?/|my |the |"))`,
    'i',
  )
}

/** "name and age: Ann 31, Bob 42" */
function tableParts(said: string | undefined): readonly (string | undefined)[] {
  const [, columns, rows] = /^([^:]+?)(?:: ?| and (?:the )?rows:? )(.+)$/s.exec(said ?? '') ?? []
  return columns === undefined ? [said, undefined] : [columns, rows]
}

/** In the folder that was named, or the one for documents; a path to the document itself is taken as it is. */
async function documentPath(
  understood: Made,
  port: ActPort,
  { title, ending }: { title: string; ending: string },
): Promise<string | undefined> {
  const given = understood.slots.to
  const folder = given ? await destinationOf(port, understood, { to: given }) : '~/Documents'
  if (folder === undefined || folder.toLowerCase().endsWith(ending)) return folder
  return `${folder.replace(/\/$/, '')}/${fileName(title)}${ending}`
}

function showMade({ writer }: Made, { word, path }: { word: string; path: string }): void {
  writer.say(`Created the ${word} ${plainName(path)}.`)
  writer.add({ type: 'file', name: basename(path).slice(0, 300), path })
}

function askForTitle(word: string, columns?: readonly string[]) {
  if (columns) return sheetForm(columns)
  const label = 'What should it be called?'
  const message = `Create a ${word} called "$value"`
  return askFor({ title: `New ${word}`, label, placeholder: 'Minutes', message, submit: 'Make' })
}

/** A sheet without columns is no table. */
function askForColumns(title: string, path: string | undefined) {
  const where = path === undefined ? `called "${title}"` : `"${path}"`
  return askFor({
    title: 'New spreadsheet',
    label: 'Which columns should it have?',
    placeholder: 'Name, Amount, Date',
    message: `Create a spreadsheet ${where.replaceAll('$', '$$$$')} with columns $value`,
    submit: 'Make',
  })
}

interface Content {
  readonly title: string
  readonly slots: Made['slots']
  readonly rows: readonly (readonly SpokenCell[])[]
}

function contentOf(
  action: string,
  { title, slots: { text, columns = [] }, rows }: Content,
): Record<string, unknown> {
  // A document has some text: without any other it is its title.
  if (action === 'CREATE_DOCX')
    return text === undefined ? { markdown: `# ${title}` } : { title, markdown: text }
  if (action === 'CREATE_PPTX') return { title, slides: text === undefined ? [] : [{ title, text }] }
  const filled = rows.length > 0 ? rows : columns.length > 0 ? [[]] : []
  return {
    data: filled.map((row) =>
      Object.fromEntries(columns.map((column, index) => [column, row[index] ?? null])),
    ),
  }
}

/** Rows that could not be told apart are entered one by one. */
function askForRows({ slots, writer }: Made, title: string): void {
  const columns = slots.columns ?? []
  writer.decline("I couldn't tell the cells apart.")
  const where = `called "${title.replaceAll('"', '')}" with columns ${columns.join(', ')}`
  writer.add(
    askFor({
      title: 'New spreadsheet',
      label: 'Rows, one per line',
      placeholder: columns.join(', '),
      type: 'multiline',
      message: `Create a spreadsheet ${where.replaceAll('$', '$$$$')}: $value`,
      submit: 'Make',
    }),
  )
}

/** "Name and age" */
function titleOfColumns({ columns, rows }: Made['slots']): string | undefined {
  return rows === undefined || !columns ? undefined : capital(columns.join(' and '))
}

/** Of a path to the document itself its name is the title. */
function titleOf(path: string | undefined, ending: string): string | undefined {
  return path?.toLowerCase().endsWith(ending) ? basename(path).slice(0, -ending.length) : undefined
}

/** A title as a name of a file: no signs that lead elsewhere. */
function fileName(title: string): string {
  return title
    .replaceAll(/[/\\:*?"<>|]+/g, '-')
    .replaceAll(/^[.\s]+|[.\s]+$/g, '')
    .slice(0, 120)
}
