import { basename } from 'node:path'
import { AppError } from '../../contract/errors.ts'
import { nullable } from '../../contract/schema.ts'
import { countOf } from '../../contract/text/counts.ts'
import { defineTool, type Reading, type ToolCall } from '../../contract/tool.ts'
import { Type, type Static } from '../../contract/type.ts'
import { surroundingsOf } from '../../platform/files/allowed-folders.ts'
import { holdInput } from '../../platform/files/input-file.ts'
import { isInside, linksResolved } from '../../platform/files/links.ts'
import { readingsOfFile } from '../../platform/files/origins.ts'
import { allowedPath } from '../../platform/files/paths.ts'
import { onTheWay, shortPath } from '../../platform/files/rights.ts'
import type { ContentSearch } from './content-search.ts'

const defaultLimit = 10
const maxLimit = 50
/** Some of what is found may be gone by now, or not be for the caller. */
const spare = 20

const Params = Type.Object({
  query: Type.String({
    minLength: 1,
    maxLength: 500,
    description: 'Words to find; words "in quotes" must be adjacent',
  }),
  folder: Type.Optional(
    Type.String({
      description: 'Only files in this folder and its subfolders; all indexed folders by default',
    }),
  ),
  kind: Type.Optional(
    Type.Enum(['pdf', 'word', 'spreadsheet', 'presentation', 'web', 'mail', 'text'], {
      description: 'Only files of this kind',
    }),
  ),
  limit: Type.Optional(
    Type.Integer({
      default: defaultLimit,
      minimum: 1,
      maximum: maxLimit,
      description: 'Maximum number of files to return',
    }),
  ),
})

const Result = Type.Object({
  path: Type.String({ description: 'Absolute path' }),
  name: Type.String({ description: 'Last part of the path' }),
  kind: Type.String({ description: 'pdf, word, spreadsheet, presentation, web, mail or text' }),
  title: nullable(Type.String(), { description: 'Title in the document, if it has one' }),
  bytes: Type.Integer({ description: 'Size' }),
  modified_at: Type.String({ description: 'When it was last changed' }),
  places: Type.Array(
    Type.Object({
      place: nullable(Type.String(), { description: 'E.g. page 3, sheet Costs or slide 2' }),
      text: Type.String({ description: 'The words in context' }),
    }),
    { description: 'Where the words occur, best match first' },
  ),
  more_places: Type.Integer({ description: 'How many more there are' }),
  changed_since: Type.Boolean({ description: 'Whether the file changed after it was indexed' }),
})

const Data = Type.Object({
  query: Type.String({ description: 'The search' }),
  results: Type.Array(Result, { description: 'Best match first' }),
  all_words: Type.Boolean({ description: 'False if no file has all the words and these have some of them' }),
  index: Type.Object({
    complete: Type.Boolean({ description: 'Whether all files are indexed' }),
    indexed: Type.Integer({ description: 'Files searched' }),
    waiting: Type.Integer({ description: 'Files still to index' }),
    left_out: Type.Integer({ description: 'Files too large or unreadable' }),
  }),
})

export function createSearchContent(index: ContentSearch) {
  return defineTool({
    action: 'SEARCH_CONTENT',
    title: 'Search in files',
    description:
      'Finds words inside files: text, PDF, Word, Excel, PowerPoint, OpenDocument, web pages and mail in your folders, without opening them one by one. Returns the files with page, sheet or slide and the words in context, best first.',
    params: Params,
    data: Data,
    risk: 'read',
    reads: readingsOfResults,
    idempotent: true,
    setup: (setting) =>
      setting('CONTENT_INDEX') === 'off' ? 'Set CONTENT_INDEX to on to search inside files.' : undefined,
    example: { args: { query: 'notice period' } },
    async run({ query, folder, kind, limit = defaultLimit }, call) {
      if (!/[\p{L}\p{N}]/u.test(query))
        throw new AppError('invalid_request', 'query has no words. Give the words to find.')
      const where = folder === undefined ? undefined : await indexedFolder(folder, call)
      const found = await index.search(
        { words: query, folder: where, kind, most: limit + spare },
        call.signal,
      )
      const results: Static<typeof Result>[] = []
      for (const file of found.files) {
        if (results.length === limit) break
        const result = await shownTo(call, file)
        if (result) results.push(result)
      }
      const { indexed, waiting, too_large, unreadable, looked_at } = index.status()
      const complete = waiting === 0 && looked_at !== null
      return {
        message: sentence({ query, where, results, hasAllWords: found.hasAllWords, index }),
        data: {
          query,
          results,
          all_words: found.hasAllWords,
          index: { complete, indexed, waiting, left_out: too_large + unreadable },
        },
      }
    },
  })
}

/** What was found says whose words these are; before it is known, they may be anybody's. */
async function readingsOfResults(
  _args: unknown,
  call: Pick<ToolCall, 'home' | 'dataFolder' | 'setting' | 'origins'>,
  data?: unknown,
): Promise<readonly Reading[]> {
  const { results } = (data ?? {}) as Partial<Static<typeof Data>>
  if (!results) return ['untrusted', 'private']
  const all = await Promise.all(results.map(({ path }) => readingsOfFile(path, call)))
  return [...new Set<Reading>(['private', ...all.flat()])]
}

async function indexedFolder(folder: string, call: ToolCall): Promise<string> {
  const real = await linksResolved(await allowedPath(folder, call, { access: 'list', name: 'folder' }))
  const around = await surroundingsOf(call)
  const known = around.allowed
  if (known.some((root) => isInside(real, root) || isInside(root, real))) return real
  throw new AppError(
    'invalid_request',
    `"${shortPath(real, around)}" is not in an indexed folder: ${known.map((path) => shortPath(path, around)).join(', ')}. To add it, name it in the ALLOWED_FOLDERS setting.`,
  )
}

/** The rights of now count, not those of when it was indexed; and what is gone or was swapped is not shown. */
async function shownTo(
  call: ToolCall,
  file: Awaited<ReturnType<ContentSearch['search']>>['files'][number],
): Promise<Static<typeof Result> | undefined> {
  try {
    await using input = await holdInput(file.path, onTheWay(call))
    const { path, stats } = input.held
    if (path !== file.path || !stats.isFile()) return undefined
    return {
      path,
      name: basename(path),
      kind: file.kind,
      title: file.title,
      bytes: stats.size,
      modified_at: new Date(stats.mtimeMs).toISOString(),
      places: file.places.map((place) => ({ ...place })),
      more_places: file.count - file.places.length,
      changed_since: stats.size !== file.bytes || Math.abs(stats.mtimeMs - file.modifiedMs) > 1,
    }
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}

interface Summary {
  readonly query: string
  readonly where: string | undefined
  readonly results: readonly unknown[]
  readonly hasAllWords: boolean
  readonly index: ContentSearch
}

function sentence({ query, where, results, hasAllWords, index }: Summary): string {
  const place = where === undefined ? '' : ` in ${where}`
  const files = countOf(results.length, 'file')
  const status = index.status()
  const isComplete = status.waiting === 0 && status.looked_at !== null
  const found =
    results.length === 0
      ? `No file${place} mentions "${query}".`
      : hasAllWords
        ? `Found "${query}" in ${files}${place}.`
        : `No file${place} has all of "${query}"; ${files} ${results.length === 1 ? 'has' : 'have'} some of it.`
  // What was not searched matters where something may be missing.
  const isWorthSaying = !isComplete || results.length === 0
  return isWorthSaying ? `${found} ${status.message}`.trim() : found
}
