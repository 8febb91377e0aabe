import type { Dirent, Stats } from 'node:fs'
import { lstat } from 'node:fs/promises'
import { isHidden } from '../../../platform/files/skipped-folders.ts'
import type { SearchQuery } from './search-query.ts'
import { joined, walk, type WalkedFolder } from '../../../platform/files/walk.ts'

export interface Candidate {
  readonly path: string
  readonly rank: number
  readonly depth: number
}

export interface Found extends Candidate {
  readonly stats: Stats
}

export interface SearchOptions {
  readonly signal: AbortSignal
  readonly type: 'any' | 'file' | 'folder'
  readonly includeHidden: boolean
  readonly maxDepth: number
  readonly isSkipped: (folder: string) => boolean
  /** Without what the caller may not see. */
  readonly visible: (entries: readonly Dirent[]) => readonly Dirent[]
  /** Folders that are not even named among the results. */
  readonly isInvisible: (folder: string) => boolean
  readonly onLook: (looked: number, matched: number) => void
}

export interface SearchResult {
  readonly candidates: Candidate[]
  readonly matched: number
  readonly looked: number
  readonly unreadable: number
}

/** More than this many matches are thinned out to the best half, so that memory stays flat on any disk. */
const maxCandidates = 100_000
const lookedBetweenReports = 10_000
const statsAtOnce = 32

/** Looks at every name below `root`; nothing but folders is opened. */
async function searchTree(root: string, query: SearchQuery, options: SearchOptions): Promise<SearchResult> {
  let candidates: Candidate[] = []
  let matched = 0
  let looked = 0
  let nextReport = lookedBetweenReports
  const prefix = root === '/' ? 1 : root.length + 1

  const consider = (entry: Dirent, folder: WalkedFolder): void => {
    if (!isWanted(entry, query, options)) return
    const rank = query.rank(entry.name, folder.path.slice(prefix))
    if (rank === undefined) return
    matched += 1
    candidates.push({ path: joined(folder.path, entry.name), rank, depth: folder.depth })
  }

  const visit = (folder: WalkedFolder, entries: readonly Dirent[]): string[] => {
    const below: string[] = []
    for (const entry of options.visible(entries)) {
      if (entry.isDirectory()) {
        const path = joined(folder.path, entry.name)
        if (options.isInvisible(path)) continue
        if (folder.depth + 1 < options.maxDepth && !options.isSkipped(path)) below.push(entry.name)
      }
      consider(entry, folder)
    }
    if (candidates.length > maxCandidates) candidates = bestOf(candidates, maxCandidates / 2)
    looked += entries.length
    if (looked >= nextReport) {
      nextReport = looked + lookedBetweenReports
      options.onLook(looked, matched)
    }
    return below
  }

  const { unreadable } = await walk(root, { signal: options.signal, visit })
  return { candidates, matched, looked, unreadable }
}

/** The same over several folders. */
export async function searchTrees(
  roots: readonly string[],
  query: SearchQuery,
  options: SearchOptions,
): Promise<SearchResult> {
  const found: SearchResult[] = []
  for (const root of roots) found.push(await searchTree(root, query, options))
  const sum = (count: (result: SearchResult) => number): number =>
    found.reduce((total, result) => total + count(result), 0)
  return {
    candidates: found.flatMap(({ candidates }) => candidates),
    matched: sum(({ matched }) => matched),
    looked: sum(({ looked }) => looked),
    unreadable: sum(({ unreadable }) => unreadable),
  }
}

/** The best by rank, then by how near to the root they are. */
export function bestOf(candidates: readonly Candidate[], count: number): Candidate[] {
  if (candidates.length <= count) return [...candidates]
  return candidates
    .toSorted((a, b) => a.rank - b.rank || a.depth - b.depth || comparePaths(a, b))
    .slice(0, count)
}

/** Best rank first, then what was changed last, then what is nearest. */
export function inOrder(found: readonly Found[]): Found[] {
  return found.toSorted(
    (a, b) => a.rank - b.rank || b.stats.mtimeMs - a.stats.mtimeMs || a.depth - b.depth || comparePaths(a, b),
  )
}

/** Those that are still there, with what the disk knows about them. */
export async function withStats(candidates: readonly Candidate[], signal: AbortSignal): Promise<Found[]> {
  const found: Found[] = []
  const waiting = candidates.values()
  const work = async (): Promise<void> => {
    for (const candidate of waiting) {
      signal.throwIfAborted()
      // Gone or closed to us since its name was read: not a result any more.
      const stats = await lstat(candidate.path).catch(() => undefined)
      if (stats) found.push({ ...candidate, stats })
    }
  }
  await Promise.all(Array.from({ length: statsAtOnce }, work))
  return found
}

function isWanted(entry: Dirent, query: SearchQuery, { type, includeHidden }: SearchOptions): boolean {
  if (isHidden(entry.name) && !includeHidden && !query.findsHidden) return false
  if (entry.isDirectory()) return type !== 'file' && !query.filesOnly
  return type !== 'folder'
}

function comparePaths(a: Candidate, b: Candidate): number {
  return a.path < b.path ? -1 : 1
}
