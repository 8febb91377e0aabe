import type { Dirent, Stats } from 'node:fs'
import { basename } from 'node:path'
import { Type, type Static } from '../../contract/type.ts'

export const entryTypes = ['file', 'folder', 'link', 'other'] as const
export type EntryType = (typeof entryTypes)[number]

/** One line of a listing. */
export const Entry = Type.Object({
  path: Type.String({ description: 'Absolute path' }),
  name: Type.String({ description: 'Last part of the path' }),
  type: Type.Enum([...entryTypes], { description: 'Type of entry' }),
  bytes: Type.Integer({ description: 'Size; 0 for a folder' }),
  modified_at: Type.String({ description: 'When it was last changed' }),
})
export type Entry = Static<typeof Entry>

export function describeEntry(path: string, stats: Stats): Entry {
  const type = entryType(stats)
  return {
    path,
    name: basename(path),
    type,
    bytes: type === 'folder' ? 0 : stats.size,
    modified_at: isoTime(stats.mtimeMs),
  }
}

export function entryType(entry: Pick<Dirent, 'isDirectory' | 'isFile' | 'isSymbolicLink'>): EntryType {
  if (entry.isFile()) return 'file'
  if (entry.isDirectory()) return 'folder'
  return entry.isSymbolicLink() ? 'link' : 'other'
}

/** A damaged disk may hold a time that no calendar has. */
export function isoTime(milliseconds: number): string {
  const date = new Date(milliseconds)
  return Number.isNaN(date.getTime()) ? new Date(0).toISOString() : date.toISOString()
}
