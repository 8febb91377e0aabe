import type { Dirent } from 'node:fs'
import { realpath, stat } from 'node:fs/promises'
import { AppError } from '../../contract/errors.ts'
import { countOf } from '../../contract/text/counts.ts'
import { defineTool, type ToolCall } from '../../contract/tool.ts'
import { Type } from '../../contract/type.ts'
import { fileError } from '../../platform/files/file-error.ts'
import { allowedPath } from '../../platform/files/paths.ts'
import { isHidden } from '../../platform/files/skipped-folders.ts'
import { joined, walk, type WalkedFolder } from '../../platform/files/walk.ts'
import { describeEntry, Entry } from './entry.ts'
import { ownDataTest } from './own-data.ts'
import { reasonToWalk, scopeOf, type Scope } from './scope.ts'
import { withStats, type Found } from './search/search.ts'

const defaultLimit = 500
const maxListed = 200_000

const Params = Type.Object({
  path: Type.Optional(Type.String({ default: '~', description: 'The folder to list' })),
  depth: Type.Optional(
    Type.Integer({
      default: 1,
      minimum: 1,
      maximum: 32,
      description: 'How many levels deep; 1 lists only the folder itself',
    }),
  ),
  include_hidden: Type.Optional(
    Type.Boolean({ default: false, description: 'Also list names starting with a dot' }),
  ),
  sort: Type.Optional(
    Type.Enum(['name', 'modified', 'size'], {
      default: 'name',
      description: 'By name with folders first, newest first, or largest first',
    }),
  ),
  limit: Type.Optional(
    Type.Integer({
      default: defaultLimit,
      minimum: 1,
      maximum: 10_000,
      description: 'Maximum number of entries to return',
    }),
  ),
})

const Data = Type.Object({
  path: Type.String({ description: 'The folder that was listed' }),
  entries: Type.Array(Entry, { description: 'Entries, in the order asked for' }),
  total: Type.Integer({ description: 'Total number of entries' }),
  unreadable: Type.Integer({ description: "Folders that couldn't be opened" }),
  truncated: Type.Boolean({ description: 'Whether there are more entries' }),
})

export const listFiles = defineTool({
  action: 'LIST_FILES',
  title: 'List a folder',
  description: 'Lists the files and folders in a folder, with size and date, sorted.',
  params: Params,
  data: Data,
  risk: 'read',
  reads: ['private'],
  idempotent: true,
  phrases: [
    'list the files in ~/Documents',
    'what is in my downloads folder',
    'show the folder ~/Pictures',
    'ls ~',
  ],
  example: { args: { path: '{folder}' } },
  targets: { paths: ['path'] },
  needsApproval: (params, call) => reasonToWalk(params.path ?? '~', call),
  async run(params, call) {
    const root = await listedFolder(params.path ?? '~', call)
    const includeHidden = params.include_hidden ?? false
    const scope = await scopeOf(root, call, { tellsHidden: includeHidden })
    const { listed, unreadable } = await collect(root, {
      call,
      scope,
      includeHidden,
      depth: params.depth ?? 1,
    })
    const limit = params.limit ?? defaultLimit
    const entries = await firstOf(listed, { sort: params.sort ?? 'name', limit, signal: call.signal })
    return {
      message: sentence(root, { total: listed.length, shown: entries.length }) + scope.sentence(),
      data: {
        path: root,
        entries: entries.map(({ path, stats }) => describeEntry(path, stats)),
        total: listed.length,
        unreadable,
        truncated: entries.length < listed.length,
      },
    }
  },
})

interface Listed {
  readonly path: string
  readonly isFolder: boolean
}

type Sort = 'name' | 'modified' | 'size'

/** Sorted by name, only what is returned has to be asked for its size and date. */
async function firstOf(
  listed: readonly Listed[],
  { sort, limit, signal }: { sort: Sort; limit: number; signal: AbortSignal },
): Promise<Found[]> {
  const byName = listed.toSorted(foldersFirst).map(({ path }, rank) => ({ path, rank, depth: 0 }))
  const found = await withStats(sort === 'name' ? byName.slice(0, limit) : byName, signal)
  return found.sort(orders[sort]).slice(0, limit)
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

function foldersFirst(a: Listed, b: Listed): number {
  return (
    Number(b.isFolder) - Number(a.isFolder) || collator.compare(a.path, b.path) || (a.path < b.path ? -1 : 1)
  )
}

const orders: Readonly<Record<Sort, (a: Found, b: Found) => number>> = {
  name: (a, b) => a.rank - b.rank,
  modified: (a, b) => b.stats.mtimeMs - a.stats.mtimeMs || a.rank - b.rank,
  size: (a, b) => sizeOf(b) - sizeOf(a) || a.rank - b.rank,
}

function sizeOf({ stats }: Found): number {
  return stats.isDirectory() ? 0 : stats.size
}

async function listedFolder(path: string, call: ToolCall): Promise<string> {
  const resolved = await allowedPath(path, call, { access: 'list' })
  try {
    if (!(await stat(resolved)).isDirectory()) {
      throw new AppError('invalid_request', `"${resolved}" is a file. Use FILE_INFO or READ_FILE for it.`)
    }
    return await realpath(resolved)
  } catch (error) {
    throw fileError(error, resolved)
  }
}

interface CollectOptions {
  readonly call: ToolCall
  readonly scope: Scope
  readonly includeHidden: boolean
  readonly depth: number
}

async function collect(
  root: string,
  { call, scope, includeHidden, depth }: CollectOptions,
): Promise<{ listed: Listed[]; unreadable: number }> {
  const isOwnData = await ownDataTest(call)
  const listed: Listed[] = []
  const visit = (folder: WalkedFolder, entries: readonly Dirent[]): string[] => {
    const shown = scope
      .visible(entries)
      .filter(({ name }) => (includeHidden || !isHidden(name)) && !isOwnData(joined(folder.path, name)))
    for (const entry of shown) {
      listed.push({ path: joined(folder.path, entry.name), isFolder: entry.isDirectory() })
    }
    if (listed.length > maxListed) {
      throw new AppError('too_large', `More than ${maxListed} entries. Choose a smaller depth or folder.`)
    }
    // The allowed folders in the one that was named are its first level.
    if (folder.depth + (scope.isPart ? 2 : 1) >= depth) return []
    return shown.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  }
  if (scope.isPart) listed.push(...scope.roots.map((path) => ({ path, isFolder: true })))
  let unreadable = 0
  if (!scope.isPart || depth > 1) {
    for (const each of scope.roots)
      unreadable += (await walk(each, { signal: call.signal, visit })).unreadable
  }
  return { listed, unreadable }
}

function sentence(root: string, { total, shown }: { total: number; shown: number }): string {
  if (total === 0) return `${root} is empty.`
  const some = shown < total ? `; the first ${shown} are listed` : ''
  return `${root} has ${countOf(total, 'entry')}${some}.`
}
