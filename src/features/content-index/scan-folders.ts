import { readFileSync, type Dirent, type Stats } from 'node:fs'
import { lstat } from 'node:fs/promises'
import type { DatabaseSync } from 'node:sqlite'
import { isInside } from '../../platform/files/links.ts'
import { isHidden, isSkippedFolder } from '../../platform/files/skipped-folders.ts'
import { joined, walk, type WalkedFolder } from '../../platform/files/walk.ts'
import { isIgnored, withIgnoreFile, type IgnoreRules } from './ignore-rules.ts'

export interface ScanOptions {
  /** Folders without links; none of them lies in another. */
  readonly roots: readonly string[]
  /** Folders without links that are passed by. */
  readonly leftOut: readonly string[]
  readonly home: string
  readonly signal: AbortSignal
}

const statsAtOnce = 16
const perTurn = 1_000

/**
 * Compares the folders with the index: what is new or was changed waits to be read, what is gone leaves it, and what only
 * has another name keeps what was read of it. Nothing but folders is opened. Over 200,000 files this takes a few seconds,
 * which is less than watching them all would cost, and needs none of the watches that other programs want too.
 */
export async function scanFolders(database: DatabaseSync, options: ScanOptions): Promise<void> {
  database.exec(`
    CREATE TEMP TABLE IF NOT EXISTS seen (
      path TEXT PRIMARY KEY, bytes INTEGER, modified INTEGER, inode INTEGER
    ) WITHOUT ROWID;
    DELETE FROM seen`)
  for (const root of options.roots) await noteTree(database, root, options)
  database.exec('BEGIN')
  try {
    applySeen(database)
    database.exec('COMMIT')
  } catch (error) {
    database.exec('ROLLBACK')
    throw error
  }
  database.exec('DELETE FROM seen')
}

async function noteTree(database: DatabaseSync, root: string, options: ScanOptions): Promise<void> {
  const { signal } = options
  const files: string[] = []
  const rulesOf = new Map<string, IgnoreRules>()
  const visit = (folder: WalkedFolder, entries: readonly Dirent[]): string[] => {
    const around = rulesOf.get(folder.path) ?? []
    rulesOf.delete(folder.path)
    const rules = rulesWith(around, folder, entries)
    // A standard of its own: whoever makes a cache says so with this file.
    if (entries.some(({ name }) => name === 'CACHEDIR.TAG')) return []
    const wanted = entries.filter((entry) =>
      isWanted(entry, joined(folder.path, entry.name), { ...options, rules }),
    )
    files.push(...wanted.filter((entry) => entry.isFile()).map(({ name }) => joined(folder.path, name)))
    const below = wanted.filter((entry) => entry.isDirectory()).map(({ name }) => name)
    for (const name of below) if (rules.length > 0) rulesOf.set(joined(folder.path, name), rules)
    return below
  }
  // A folder that is gone has no files.
  await walk(root, { signal, visit }).catch((error: unknown) => {
    if (signal.aborted) throw error
  })
  for (let from = 0; from < files.length; from += perTurn) {
    signal.throwIfAborted()
    await noteFiles(database, files.slice(from, from + perTurn))
  }
}

function rulesWith(around: IgnoreRules, { path }: WalkedFolder, entries: readonly Dirent[]): IgnoreRules {
  if (!entries.some((entry) => entry.name === '.gitignore' && entry.isFile())) return around
  try {
    return withIgnoreFile(around, path, readFileSync(joined(path, '.gitignore'), 'utf8'))
  } catch {
    return around
  }
}

function isWanted(
  entry: Dirent,
  path: string,
  { home, leftOut, rules }: Pick<ScanOptions, 'home' | 'leftOut'> & { rules: IgnoreRules },
): boolean {
  if (isHidden(entry.name) || isIgnored(rules, path, entry.isDirectory())) return false
  if (!entry.isDirectory()) return entry.isFile()
  return !isSkippedFolder(path, { home, includeHidden: false }) && !leftOut.some((out) => isInside(path, out))
}

async function noteFiles(database: DatabaseSync, paths: readonly string[]): Promise<void> {
  const waiting = paths.values()
  const found: [path: string, bytes: number, modified: number, inode: number][] = []
  const work = async (): Promise<void> => {
    for (const path of waiting) {
      const stats = await lstat(path).catch(() => undefined)
      if (stats?.isFile() && stats.size > 0)
        found.push([path, stats.size, Math.round(stats.mtimeMs * 1000), inodeOf(stats)])
    }
  }
  await Promise.all(Array.from({ length: statsAtOnce }, work))
  const note = database.prepare(
    'INSERT OR REPLACE INTO seen (path, bytes, modified, inode) VALUES (?, ?, ?, ?)',
  )
  database.exec('BEGIN')
  for (const row of found) note.run(...row)
  database.exec('COMMIT')
}

/** Some disks have numbers that no number here can hold; their files are known by name only. */
function inodeOf({ ino }: Stats): number {
  return Number.isSafeInteger(ino) ? ino : 0
}

function applySeen(database: DatabaseSync): void {
  database.exec(`
    UPDATE OR IGNORE files SET path = moved.path FROM (
      SELECT files.number, min(seen.path) AS path
      FROM files JOIN seen USING (inode, bytes, modified)
      WHERE inode <> 0 AND state <> 'waiting' AND files.path NOT IN (SELECT path FROM seen)
        AND seen.path NOT IN (SELECT path FROM files)
      GROUP BY files.number
    ) AS moved WHERE files.number = moved.number;

    DELETE FROM chunks WHERE file IN (SELECT number FROM files WHERE path NOT IN (SELECT path FROM seen));
    DELETE FROM files WHERE path NOT IN (SELECT path FROM seen);

    UPDATE files SET state = 'waiting', stumbles = 0, reason = NULL,
      bytes = seen.bytes, modified = seen.modified, inode = seen.inode
    FROM seen WHERE seen.path = files.path AND (seen.bytes, seen.modified) <> (files.bytes, files.modified);

    INSERT INTO files (path, bytes, modified, inode, state)
    SELECT path, bytes, modified, inode, 'waiting' FROM seen
    WHERE path NOT IN (SELECT path FROM files);
  `)
}
