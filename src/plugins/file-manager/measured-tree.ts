import type { Dirent } from 'node:fs'
import { lstat } from 'node:fs/promises'
import { joined, walk, type WalkedFolder } from '../../platform/files/walk.ts'

const statsAtOnce = 32

export interface TreeSize {
  readonly total_files: number
  readonly total_bytes: number
}

export interface MeasureOptions {
  readonly signal: AbortSignal
  /** Without what the caller may not see. */
  readonly visible: (entries: readonly Dirent[]) => readonly Dirent[]
}

/** All files below some folders and what they hold together. Links are not followed, and count nothing. */
export async function measuredTree(
  roots: readonly string[],
  { signal, visible }: MeasureOptions,
): Promise<TreeSize> {
  const files: string[] = []
  const visit = (folder: WalkedFolder, all: readonly Dirent[]): string[] => {
    const entries = visible(all)
    for (const entry of entries) if (entry.isFile()) files.push(joined(folder.path, entry.name))
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  }
  for (const root of roots) await walk(root, { signal, visit })
  let bytes = 0
  const waiting = files.values()
  const work = async (): Promise<void> => {
    for (const path of waiting) {
      signal.throwIfAborted()
      // Gone since its name was read: it holds nothing any more.
      const stats = await lstat(path).catch(() => undefined)
      bytes += stats?.size ?? 0
    }
  }
  await Promise.all(Array.from({ length: statsAtOnce }, work))
  return { total_files: files.length, total_bytes: bytes }
}
