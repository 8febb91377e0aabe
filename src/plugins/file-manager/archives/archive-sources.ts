import type { Stats } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import { AppError } from '../../../contract/errors.ts'
import { fileError } from '../../../platform/files/file-error.ts'
import { linksResolved } from '../../../platform/files/links.ts'
import { joined } from '../../../platform/files/walk.ts'

/** One file or folder that goes into an archive. */
export interface ArchiveSource {
  readonly path: string
  /** Its path in the archive; a folder's ends with a slash. */
  readonly name: string
  readonly stats: Stats
}

export interface ArchiveSources {
  readonly sources: ArchiveSource[]
  readonly bytes: number
  /** Links inside folders, devices, pipes and sockets. */
  readonly skipped: number
  /** Hidden files, keys and the like, which the caller may not read without asking. */
  readonly leftOut: number
}

export interface CollectOptions {
  readonly signal: AbortSignal
  /** Paths that stay out, e.g. the archive that is being written. */
  readonly isLeftOut: (path: string) => boolean
  /** Whether the caller may read it. */
  readonly mayRead: (path: string, stats: Stats) => Promise<boolean>
}

const maxSources = 200_000

/** Everything under the given paths, in a stable order. A path that is a link stands for what it leads to. */
export async function collectSources(
  paths: readonly string[],
  options: CollectOptions,
): Promise<ArchiveSources> {
  const sources: ArchiveSource[] = []
  const names = new Set<string>()
  let skipped = 0
  let leftOut = 0

  const visit = async (path: string, name: string): Promise<void> => {
    options.signal.throwIfAborted()
    if (options.isLeftOut(path)) return
    const stats = await lstat(path)
    if (!stats.isFile() && !stats.isDirectory()) {
      skipped += 1
      return
    }
    if (!(await options.mayRead(path, stats))) {
      leftOut += 1
      return
    }
    if (sources.length >= maxSources) {
      throw new AppError('too_large', `More than ${maxSources} files. Compress fewer at a time.`)
    }
    sources.push({ path, name: stats.isDirectory() ? `${name}/` : name, stats })
    if (!stats.isDirectory()) return
    for (const child of (await readdir(path)).sort()) await visit(joined(path, child), `${name}/${child}`)
  }

  for (const path of paths) {
    try {
      const name = freeName(basename(path) || 'root', names)
      names.add(name)
      await visit(await linksResolved(path), name)
    } catch (error) {
      throw fileError(error, path)
    }
  }
  const bytes = sources.reduce((sum, { stats }) => sum + (stats.isFile() ? stats.size : 0), 0)
  return { sources, bytes, skipped, leftOut }
}

/** Two files of one name from different folders both keep a place. */
function freeName(name: string, taken: ReadonlySet<string>): string {
  const extension = extname(name)
  const stem = extension === '' ? name : name.slice(0, -extension.length)
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? name : `${stem} (${number})${extension}`
    if (!taken.has(candidate)) return candidate
  }
}
