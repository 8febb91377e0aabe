import type { Stats } from 'node:fs'
import type { Trigger } from '../../schemas.ts'
import { below, type FilesByFolder, type Scan } from './scan.ts'

/** What was told of a place, or was there when the trigger was made. */
export interface FileCursor {
  /** What it is about: a trigger that was changed to look elsewhere begins anew. */
  readonly of: string
  /** Grows with every look that tells something, so that a file which comes back as it was is told again. */
  readonly turn: number
  /** The place is a file, not a folder. */
  readonly isFile: boolean
  /** Folders that another disk was mounted at. */
  readonly mounts: readonly string[]
  /** Folder below the root, then name, then `stateOf`. */
  readonly files: Readonly<Record<string, Readonly<Record<string, string>>>>
}

export type States = Map<string, Map<string, string>>

/**
 * Inode, size and time of the last change to the microsecond. Seconds apart: a scan writes thousands of these, and large
 * numbers take ten times as long to write.
 */
export function stateOf({ ino, size, mtimeMs }: Pick<Stats, 'ino' | 'size' | 'mtimeMs'>): string {
  const seconds = Math.floor(mtimeMs / 1_000)
  return `${ino}.${size}.${seconds}.${Math.round((mtimeMs - seconds * 1_000) * 1_000)}`
}

export function readState(state: string): { readonly size: number; readonly mtimeMs: number } {
  const [, size, seconds, microseconds] = state.split('.').map(Number)
  return { size: size!, mtimeMs: seconds! * 1_000 + microseconds! / 1_000 }
}

export function subjectOf({ path, recursive = false }: Trigger<'file'>): string {
  return `${recursive ? 'tree' : 'folder'}:${path}`
}

export function statesIn(cursor: Pick<FileCursor, 'files'>): States {
  return new Map(
    Object.entries(cursor.files).map(([folder, files]) => [folder, new Map(Object.entries(files))]),
  )
}

export function statesFound(files: FilesByFolder<Stats>): States {
  return new Map(
    [...files].map(([folder, found]) => [
      folder,
      new Map([...found].map(([name, stats]) => [name, stateOf(stats)])),
    ]),
  )
}

/** `Object.fromEntries` makes own members of every name, of `__proto__` too. */
export function storedStates(states: States): FileCursor['files'] {
  return Object.fromEntries(
    [...states]
      .filter(([, files]) => files.size > 0)
      .map(([folder, files]) => [folder, Object.fromEntries(files)]),
  )
}

/**
 * Tells the files that are out of sight from those that are gone: in a folder that cannot be read, or on a disk that is
 * not mounted now.
 */
export function outOfSight(found: Pick<Scan, 'unsure' | 'mounts'>, mountsBefore: readonly string[]) {
  const away = mountsBefore.filter((path) => !found.mounts.includes(path))
  const hidden = new Set([...found.unsure, ...away])
  const isHidden = (folder: string, name: string): boolean => {
    if (hidden.size === 0) return false
    for (
      let path = below(folder, name);
      path !== '';
      path = path.slice(0, Math.max(0, path.lastIndexOf('/')))
    )
      if (hidden.has(path)) return true
    return false
  }
  return { away, isHidden }
}
