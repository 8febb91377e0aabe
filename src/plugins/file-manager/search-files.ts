import { realpath, stat } from 'node:fs/promises'
import { AppError } from '../../contract/errors.ts'
import { countOf } from '../../contract/text/counts.ts'
import { defineTool, type ToolCall } from '../../contract/tool.ts'
import { Type, type Static } from '../../contract/type.ts'
import { fileError } from '../../platform/files/file-error.ts'
import { linksResolved } from '../../platform/files/links.ts'
import { allowedPath } from '../../platform/files/paths.ts'
import { isSkippedFolder } from '../../platform/files/skipped-folders.ts'
import { describeEntry, Entry } from './entry.ts'
import { ownDataTest } from './own-data.ts'
import { reasonToWalk, scopeOf, type Scope } from './scope.ts'
import { parseQuery, similarQuery, type SearchQuery } from './search/search-query.ts'
import {
  bestOf,
  inOrder,
  searchTrees,
  withStats,
  type Found,
  type SearchOptions,
  type SearchResult,
} from './search/search.ts'
import { withWords } from './search/words-inside.ts'

const defaultLimit = 100
const defaultDepth = 64
/** Age decides among equals, so more than the limit are asked for it; all, when a condition needs it. */
const maxStats = 1000

const Params = Type.Object({
  query: Type.String({
    minLength: 1,
    maxLength: 500,
    description:
      'Part of a name, a pattern like *.pdf, or a category: images, docs, music, videos, code, archives',
  }),
  path: Type.Optional(Type.String({ default: '~', description: 'Folder to search in, with its subfolders' })),
  type: Type.Optional(
    Type.Enum(['any', 'file', 'folder'], {
      default: 'any',
      description: 'A category only finds files',
    }),
  ),
  limit: Type.Optional(
    Type.Integer({
      default: defaultLimit,
      minimum: 1,
      maximum: 1000,
      description: 'Maximum number of results to return',
    }),
  ),
  include_hidden: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Also search hidden folders, caches, the trash and node_modules',
    }),
  ),
  modified_after: Type.Optional(
    Type.String({
      description: 'Changed after this date or time, e.g. 2026-01-31 or 2026-01-31T08:00:00Z',
    }),
  ),
  modified_before: Type.Optional(Type.String({ description: 'Changed before this date or time' })),
  min_bytes: Type.Optional(Type.Integer({ minimum: 0, description: 'Minimum file size' })),
  contains: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 500,
      description:
        'Only text files containing this phrase; SEARCH_CONTENT also searches PDF and Office files',
    }),
  ),
  sort: Type.Optional(
    Type.Enum(['best', 'modified', 'size'], {
      default: 'best',
      description: 'Best match, newest or largest first',
    }),
  ),
  max_depth: Type.Optional(
    Type.Integer({
      'x-for-programs': true,
      default: defaultDepth,
      minimum: 1,
      maximum: 256,
      description: 'How many levels deep to search',
    }),
  ),
})

const Data = Type.Object({
  path: Type.String({ description: 'The folder that was searched' }),
  query: Type.String({ description: 'The search' }),
  matched_by: Type.Enum(['name', 'glob', 'category', 'similar'], {
    description: 'How the query was understood; similar: no exact name, these come close',
  }),
  category: Type.Optional(Type.String({ description: 'The category, if the query named one' })),
  results: Type.Array(Entry, { description: 'In the order asked for, best match first' }),
  found: Type.Integer({ description: 'Total matches, returned or not' }),
  looked_at: Type.Integer({ description: 'Names compared' }),
  unreadable: Type.Integer({ description: "Folders that couldn't be opened" }),
  truncated: Type.Boolean({ description: 'Whether there are more results' }),
})

export const searchFiles = defineTool({
  action: 'SEARCH_FILES',
  title: 'Search files',
  description:
    'Searches files and folders by part of their name, a pattern, or a category such as images, docs or music. Best match first, with size and date.',
  params: Params,
  data: Data,
  risk: 'read',
  // Names, and with `contains` which files have words that the caller knows already.
  reads: ['private'],
  idempotent: true,
  phrases: [
    'find the file report.pdf',
    'search for my tax documents',
    'where is invoice 2024',
    'find all images in ~/Pictures',
    'look for music files',
    'which files are called budget',
    'find my invoices',
    'search ~/Documents for invoices',
    'look in my downloads folder for zip files',
    'which files mention "the new contract"',
    'what are the largest files',
  ],
  example: { args: { query: 'report', path: '{folder}' } },
  targets: { paths: ['path'] },
  needsApproval: (params, call) => reasonToWalk(params.path ?? '~', call),
  async run(params, call) {
    const root = await searchRoot(params.path ?? '~', call)
    const scope = await scopeOf(root, call, { tellsHidden: params.include_hidden ?? false })
    const conditions = conditionsOf(params)
    const options = await searchOptions(params, { call, scope })
    const asked = parseQuery(params.query)
    const { query, result } = await searchThenGuess(scope.roots, { asked, text: params.query, options })
    const found = await ranked(result, { params, conditions, call })
    const total = hasConditions(params) ? found.length : result.matched
    const results = found
      .slice(0, params.limit ?? defaultLimit)
      .map(({ path, stats }) => describeEntry(path, stats))
    return {
      message:
        sentence({
          query: params.query,
          root,
          total,
          shown: results.length,
          matchedBy: query.matchedBy,
        }) + scope.sentence(),
      data: {
        path: root,
        query: params.query,
        matched_by: query.matchedBy,
        ...(query.category && { category: query.category }),
        results,
        found: total,
        looked_at: result.looked,
        unreadable: result.unreadable,
        truncated: results.length < total,
      },
    }
  },
})

type SearchParams = Static<typeof Params>
type Condition = (found: Found) => boolean

async function searchRoot(path: string, call: ToolCall): Promise<string> {
  const resolved = await allowedPath(path, call, { access: 'list' })
  try {
    if (!(await stat(resolved)).isDirectory()) {
      throw new AppError('invalid_request', `"${resolved}" is a file. Give a folder to search in.`)
    }
    return await realpath(resolved)
  } catch (error) {
    throw fileError(error, resolved)
  }
}

function conditionsOf(params: SearchParams): Condition[] {
  const conditions: Condition[] = []
  const after = timeOf(params, 'modified_after')
  const before = timeOf(params, 'modified_before')
  if (after !== undefined) conditions.push(({ stats }) => stats.mtimeMs > after)
  if (before !== undefined) conditions.push(({ stats }) => stats.mtimeMs < before)
  const { min_bytes: least } = params
  if (least !== undefined && least > 0) conditions.push(({ stats }) => stats.isFile() && stats.size >= least)
  return conditions
}

function timeOf(params: SearchParams, name: 'modified_after' | 'modified_before'): number | undefined {
  const said = params[name]
  if (said === undefined) return undefined
  const time = Date.parse(said)
  if (!Number.isNaN(time)) return time
  throw new AppError('invalid_request', `${name} must be a date, e.g. 2026-01-31 or 2026-01-31T08:00:00Z.`)
}

function hasConditions(params: SearchParams): boolean {
  return conditionsOf(params).length > 0 || params.contains !== undefined
}

async function searchOptions(
  params: SearchParams,
  { call, scope }: { call: ToolCall; scope: Scope },
): Promise<SearchOptions> {
  const includeHidden = params.include_hidden ?? false
  const home = await linksResolved(call.home)
  return {
    signal: call.signal,
    type: params.type ?? 'any',
    includeHidden,
    maxDepth: params.max_depth ?? defaultDepth,
    isSkipped: (folder) => isSkippedFolder(folder, { home, includeHidden }),
    visible: scope.visible,
    isInvisible: await ownDataTest(call),
    onLook: (looked, matched) => call.progress({ message: `${looked} names compared, ${matched} found` }),
  }
}

/** Names with a few wrong letters count only when nothing else was found. */
async function searchThenGuess(
  roots: readonly string[],
  { asked, text, options }: { asked: SearchQuery; text: string; options: SearchOptions },
): Promise<{ query: SearchQuery; result: SearchResult }> {
  const result = await searchTrees(roots, asked, options)
  const guess = asked.matchedBy === 'name' && result.matched === 0 ? similarQuery(text) : undefined
  if (!guess) return { query: asked, result }
  const guessed = await searchTrees(roots, guess, options)
  return guessed.matched > 0 ? { query: guess, result: guessed } : { query: asked, result }
}

async function ranked(
  { candidates }: SearchResult,
  { params, conditions, call }: { params: SearchParams; conditions: readonly Condition[]; call: ToolCall },
): Promise<Found[]> {
  const { contains, sort = 'best' } = params
  const needsAll = sort !== 'best' || hasConditions(params)
  const enough = needsAll ? candidates.length : Math.max(maxStats, params.limit ?? defaultLimit)
  const all = await withStats(bestOf(candidates, enough), call.signal)
  const found = orders[sort](all.filter((candidate) => conditions.every((holds) => holds(candidate))))
  return contains === undefined ? found : withWords(found, contains, call)
}

const orders: Readonly<Record<'best' | 'modified' | 'size', (found: readonly Found[]) => Found[]>> = {
  best: inOrder,
  modified: (found) => found.toSorted((a, b) => b.stats.mtimeMs - a.stats.mtimeMs),
  size: (found) => found.toSorted((a, b) => sizeOf(b) - sizeOf(a)),
}

function sizeOf({ stats }: Found): number {
  return stats.isFile() ? stats.size : 0
}

interface Summary {
  readonly query: string
  readonly root: string
  readonly total: number
  readonly shown: number
  readonly matchedBy: SearchQuery['matchedBy']
}

function sentence({ query, root, total, shown, matchedBy }: Summary): string {
  if (total === 0) return `Nothing in ${root} matches "${query}".`
  const some = shown < total ? `, showing the best ${shown}` : ''
  if (matchedBy === 'similar')
    return `Nothing in ${root} is called "${query}"; ${total} names come close${some}.`
  return `Found ${countOf(total, 'match')} for "${query}" in ${root}${some}.`
}
