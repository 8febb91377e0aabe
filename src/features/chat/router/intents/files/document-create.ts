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
import { capital } from '../../../../../platform/language/capital.ts'
import { readRows, type SpokenCell } from '../../../../../platform/language/values/spoken-rows.ts'
import { present } from '../../readers/reader.ts'
import { destinationOf, replacing } from './file-destinations.ts'
import { isAll, Place, unquoted } from './file-slots.ts'

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
    `${create} (powerpoint [file|presentation]|pptx [file]|presentation|slide deck|slidedeck|slideshow) [{pptx:exact}]`,
    '(create|make|new) [me] {path:file}',
  ],
  fill({ docx, titled, xlsx, pptx, path }, said) {
    if (!isAll(said)) return undefined
    if (path !== undefined) return atPath(path as FilePlace)
    const rest = docx ?? titled ?? xlsx ?? pptx ?? ''
    const parts = partsOf(rest as string)
    if (!parts || (titled !== undefined && !/^(?:called|named|titled|entitled)\b/i.test(titled as string)))
      return undefined
    return { action: actionSaid(said.lower), ...parts }
  },
  async act(understood, port) {
    const { slots, writer } = understood
    const { action, to } = slots
    const { word, ending } = documents[action]
    const title = slots.title ?? titleOf(to?.path, ending) ?? titleOfColumns(slots)
    if (title === undefined) return writer.add(askForTitle(word))
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
    /\b(?:(excel|spreadsheet|xlsx|workbook)|(powerpoint|presentation|pptx|slide\w*)|word|docx|document)\b/.exec(
      lower,
    ) ?? []
  return sheet === undefined ? (slides === undefined ? 'CREATE_DOCX' : 'CREATE_PPTX') : 'WRITE_XLSX'
}

/** "called Minutes in ~/Documents with the text hello", in any of these parts. */
function partsOf(rest: string) {
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
  const [columns, rows] = tableParts(take(/,?(?:^|\s)with(?: the)? columns?:? (.+)$/is))
  const title = take(
    /,?(?:^|\s)(?:titled|entitled|called|named|about|with the title|with title) ("[^"]+"|'[^']+'|.+?)(?=$| (?:in|at|as|to|on|into) (?:~?\/|my |the |"))/i,
  )
  const place = take(
    /(?:^|\s)(?:in |at |as |to |on |into |and save it (?:to|as|in) )?("~?\/[^"]+"|~?\/\S+|(?:my |the )?(?:desktop|documents|downloads)(?: folder)?)$/i,
  )
  if (left !== '') return undefined
  return present({
    title: title && unquoted(title),
    text: text && unquoted(text),
    to: readFilePlace(place),
    columns: columns?.split(/,? and |, ?/).map((column) => unquoted(column).trim()),
    rows,
  })
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

function askForTitle(word: string) {
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
