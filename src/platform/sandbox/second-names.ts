import type { Dirent, Stats } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** The numbers the disk knows a file by, whatever its name. */
function numberOf({ dev, ino }: Stats): string {
  return `${dev}:${ino}`
}

/** Keys lie this deep at most: the folders of a password store and of the service's own data. */
const DEPTH = 3
/** No command waits for a folder of thousands to be looked through. */
const MAX_ENTRIES = 2_000

/**
 * The files in these places that have a second name somewhere (a hard link), which a mask over the place does not cover.
 * There are hardly ever any, and where there are none no file of a workspace has to be looked at.
 */
export async function filesWithSecondNames(places: readonly string[]): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  let level = [...places]
  for (let depth = 0, room = MAX_ENTRIES; depth <= DEPTH && room > 0; depth += 1) {
    const looked = await Promise.all(level.slice(0, room).map(lookAt))
    room -= looked.length
    for (const { stats } of looked) if (stats?.isFile() && stats.nlink > 1) found.add(numberOf(stats))
    level = looked.flatMap(({ below }) => below)
  }
  return found
}

async function lookAt(path: string): Promise<{ stats: Stats | undefined; below: string[] }> {
  const stats = await lstat(path).catch(() => undefined)
  const names = stats?.isDirectory() ? await readdir(path).catch((): string[] => []) : []
  return { stats, below: names.map((name) => join(path, name)) }
}

/** Whether an entry of a folder is one of them. */
export async function isAmong(
  numbers: ReadonlySet<string> | undefined,
  entry: Dirent,
  path: string,
): Promise<boolean> {
  if (!numbers?.size || !entry.isFile()) return false
  const stats = await lstat(path).catch(() => undefined)
  return stats !== undefined && numbers.has(numberOf(stats))
}
