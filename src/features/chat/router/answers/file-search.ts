import type { FilePlace } from '../../../../platform/language/values/file-places.ts'
import { askFor, textOf, type Act, type Understood } from './act.ts'
import { callTool as call, type ToolDeps } from './call-tool.ts'
import { fileList, filesIn, plainName, sizeText } from './file-list.ts'
import { findPlace, lookUp } from './find-file.ts'

/** Finding files by their names and what is in them. */
export function searchActs(deps: ToolDeps): Readonly<Record<string, Act>> {
  return {
    SEARCH_FILES: (understood) =>
      (hasOnlyWords(understood) ? filesThatMention : searchFiles)(deps, understood),
    SEARCH_PDF: (understood) => searchPdf(deps, understood),
    SEARCH_DOCUMENTS: (understood) => searchDocuments(deps, understood),
  }
}

const passed = [
  'query',
  'path',
  'type',
  'min_bytes',
  'modified_after',
  'modified_before',
  'sort',
  'contains',
] as const

function givenTo({ slots }: Understood): Record<string, unknown> {
  const given = (slots['args'] ?? slots) as Record<string, unknown>
  return Object.fromEntries(
    passed.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]])),
  )
}

/** "Files that mention Contoso": whatever they are called. */
function hasOnlyWords(understood: Understood): boolean {
  const args = givenTo(understood)
  return args['query'] === '*' && textOf(args, 'contains') !== undefined
}

async function searchFiles(deps: ToolDeps, understood: Understood): Promise<void> {
  const { slots, voice } = understood
  const args = givenTo(understood)
  if (args['query'] === undefined) {
    voice.add(
      askFor({
        title: 'Find files',
        label: 'Name',
        placeholder: 'invoice',
        message: 'Find files named "$value"',
      }),
    )
    return
  }
  const inNames = await namedForTheMonth(deps, understood, args)
  const data = inNames ?? (await call(deps, understood, { action: 'SEARCH_FILES', args }))
  if (!data) return
  const files = filesIn(data['results'])
  const count = Number(data['found'] ?? files.length)
  const told = describe(
    inNames ? { query: args['query'], month: slots['month'] } : { ...args, span: slots['span'] },
  )
  if (data['matched_by'] === 'similar')
    voice.decline(`Nothing is called ${plainName(textOf(args, 'query') ?? '')}; these come close.`)
  else if (count === 0) voice.decline(`I found no ${told}.`)
  else voice.say(`${counted(count, told)}.${firstOf(files, args, understood)}`)
  if (files.length > 0) voice.add(fileList(files, { title: capital(told) }))
}

/** The index knows PDF and Office files too; text files outside of the indexed folders are looked into one by one. */
async function filesThatMention(deps: ToolDeps, understood: Understood): Promise<void> {
  const { voice } = understood
  const args = givenTo(understood)
  const words = textOf(args, 'contains') ?? ''
  const texts = await call(deps, understood, { action: 'SEARCH_FILES', args })
  if (!texts) return
  const { files, missing } = await inContent(deps, understood, { words, folder: textOf(args, 'path') })
  const found = unique([...files, ...filesIn(texts['results'])])
  const told = describe(args)
  voice.say(`${found.length === 0 ? `I found no ${told}` : counted(found.length, told)}.${missing}`)
  if (found.length > 0) voice.add(fileList(found, { title: capital(told) }))
}

/** The files in the index that have these words, one after the other. */
async function inContent(
  deps: ToolDeps,
  understood: Understood,
  { words, folder }: { words: string; folder: string | undefined },
): Promise<{ files: ReturnType<typeof filesIn>; missing: string }> {
  const args = {
    query: `"${words.replaceAll('"', ' ')}"`,
    limit: 50,
    ...(folder !== undefined && { folder }),
  }
  const data = await lookUp(deps, understood, { action: 'SEARCH_CONTENT', args })
  if (data === undefined) return { files: [], missing: ' PDF and Office files were not searched.' }
  const { complete, waiting } = data['index'] as { complete: boolean; waiting: number }
  const files = data['all_words'] === true ? filesIn(data['results']) : []
  const many = waiting === 0 ? 'Some files are' : waiting === 1 ? '1 file is' : `${waiting} files are`
  return { files, missing: complete ? '' : ` ${many} not indexed yet.` }
}

function unique(files: ReturnType<typeof filesIn>): ReturnType<typeof filesIn> {
  return files.filter((file, index) => files.findIndex(({ path }) => path === file.path) === index)
}

/** "The invoice from March" may have March in its name; else it is of that month. */
async function namedForTheMonth(
  deps: ToolDeps,
  understood: Understood,
  { query, path }: Record<string, unknown>,
): Promise<Record<string, unknown> | undefined> {
  const month = textOf(understood.slots, 'month')
  if (month === undefined || query === '*') return undefined
  const args = { query: `${String(query)} ${month}`, ...(path !== undefined && { path }) }
  const data = await lookUp(deps, understood, { action: 'SEARCH_FILES', args })
  return data && data['matched_by'] === 'name' && filesIn(data['results']).length > 0 ? data : undefined
}

const kindNames: Readonly<Record<string, string>> = {
  images: 'pictures',
  docs: 'documents',
  music: 'music files',
  videos: 'videos',
  archives: 'archives',
  '.pdf': 'PDF files',
  '.docx': 'Word documents',
  '.xlsx': 'spreadsheets',
  '.pptx': 'presentations',
  '.txt': 'text files',
}

/** "PDF files over 10 MB in ~/Downloads" */
function describe(args: Readonly<Record<string, unknown>>): string {
  const query = textOf(args, 'query') ?? '*'
  const kind = kindNames[query]
  const texts: readonly (readonly [string, (value: string) => string])[] = [
    ['month', (month) => `and ${capital(month)}`],
    ['contains', (words) => `with “${plainName(words)}” in them`],
    ['span', (span) => `changed ${span}`],
    ['path', (path) => `in ${path}`],
  ]
  const said = texts.flatMap(([name, words]) => {
    const value = textOf(args, name)
    return value === undefined ? [] : [words(value)]
  })
  const size = typeof args['min_bytes'] === 'number' ? [`over ${sizeText(args['min_bytes'])}`] : []
  const name = query === '*' || kind !== undefined ? [] : [`called “${plainName(query)}”`]
  return [kind ?? 'files', ...name, ...size, ...said].join(' ')
}

/** "1 Word document", not "1 Word documents". */
function counted(count: number, told: string): string {
  if (count !== 1) return `${count} ${told}`
  const one = told.replace(/^((?:\w+ )?\w+)s\b/, '$1').replace(/ in them\b/, ' in it')
  return `1 ${one}`
}

function firstOf(
  [first]: ReturnType<typeof filesIn>,
  { sort }: Record<string, unknown>,
  { when }: Understood,
): string {
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

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

async function searchPdf(deps: ToolDeps, understood: Understood): Promise<void> {
  const { slots, voice } = understood
  const { path: place, query } = (slots['args'] ?? slots) as Record<string, unknown>
  const path = await findPlace(
    deps,
    understood,
    typeof place === 'string' ? { path: place } : (place as FilePlace),
  )
  if (path === undefined) return
  const data = await call(deps, understood, { action: 'SEARCH_PDF', args: { path, query }, says: true })
  const matches = (data?.['matches'] ?? []) as readonly { page: number; context: string }[]
  if (matches.length === 0) return
  voice.add({
    type: 'list',
    title: `“${String(query)}”`.slice(0, 200),
    items: matches.slice(0, 30).map(({ page, context }) => ({
      text: plainName(context).slice(0, 1_000) || '…',
      badge: `page ${page}`,
    })),
  })
}

interface FoundDocument {
  readonly title: string
  readonly matches?: readonly { readonly text?: string; readonly snippet?: string }[]
}

/** Looks at what was added to the documents, and where nothing of it will do, at the files of that folder. */
async function searchDocuments(deps: ToolDeps, understood: Understood): Promise<void> {
  const { slots, voice } = understood
  const query = textOf((slots['args'] ?? slots) as Record<string, unknown>, 'query')
  if (query === undefined) {
    voice.add(
      askFor({
        title: 'Search my documents',
        label: 'Words',
        placeholder: 'rent',
        message: 'Search my documents for "$value"',
      }),
    )
    return
  }
  const data = await call(deps, understood, { action: 'SEARCH_DOCUMENTS', args: { query } })
  if (!data) return
  const documents = (Array.isArray(data['documents']) ? data['documents'] : []) as readonly FoundDocument[]
  if (documents.length > 0) showDocuments(understood, documents)
  else await searchDocumentFiles(deps, understood, query)
}

async function searchDocumentFiles(deps: ToolDeps, understood: Understood, query: string): Promise<void> {
  const { voice } = understood
  const within = { path: '~/Documents', type: 'file' }
  const words = query.replaceAll(/^"|"$/g, '')
  const named = await lookUp(deps, understood, { action: 'SEARCH_FILES', args: { query: words, ...within } })
  const holding = await lookUp(deps, understood, {
    action: 'SEARCH_FILES',
    args: { query: '*', contains: words, ...within },
  })
  const byName = named?.['matched_by'] === 'similar' ? [] : filesIn(named?.['results'])
  const { files } = await inContent(deps, understood, { words, folder: '~/Documents' })
  const found = unique([...byName, ...files, ...filesIn(holding?.['results'])])
  const first = `None of the documents that were added here mentions “${plainName(words)}”.`
  if (found.length === 0) {
    voice.decline(`${first} No file in your Documents folder has it in its name or in what it says.`)
    return
  }
  voice.say(
    `${first} In your Documents folder I found ${found.length === 1 ? 'this file' : `these ${found.length} files`}.`,
  )
  voice.add(fileList(found, { title: 'In your Documents folder' }))
}

function showDocuments({ voice }: Understood, documents: readonly FoundDocument[]): void {
  voice.add({
    type: 'list',
    title: 'In your documents',
    items: documents.slice(0, 20).map(({ title, matches = [] }) => ({
      text: plainName(title).slice(0, 1_000),
      ...(matches[0] && {
        detail: (matches[0].snippet ?? matches[0].text ?? '').slice(0, 1_000) || title.slice(0, 1_000),
      }),
    })),
  })
}
