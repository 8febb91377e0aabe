import { lstat } from 'node:fs/promises'
import { joined } from './entry.ts'
import { walk } from './walk.ts'

const statsAtOnce = 32

/** All files below a folder and what they hold together. Links are not followed, and count nothing. */
export async function measuredTree(
  root: string,
  signal: AbortSignal,
): Promise<{ total_files: number; total_bytes: number }> {
  const files: string[] = []
  await walk(root, {
    signal,
    visit(folder, entries) {
      for (const entry of entries) if (entry.isFile()) files.push(joined(folder.path, entry.name))
      return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
    },
  })
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
