import type { Stats } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { FolderContext } from './allowed-folders.ts'
import { folded, isInside } from './links.ts'

/** What was found, as the disk knows it. */
export interface OnDisk {
  readonly stats: Stats
  readonly mount: string | undefined
}

/** Whether a path without links lies in the service's data folder, however it is spelled. */
export function isOwnPath(path: string, { dataFolder }: Pick<FolderContext, 'dataFolder'>): boolean {
  return isInside(folded(path), folded(dataFolder))
}

/**
 * Whether a file or folder is one of the service's own under another name: a hard link, or a mount that shows the data
 * folder a second time. Only such a thing is looked for on disk, so it costs an ordinary file nothing.
 */
export async function isOwnByAnotherName(
  { stats, mount }: OnDisk,
  { dataFolder, dataMount }: Pick<FolderContext, 'dataFolder' | 'dataMount'>,
): Promise<boolean> {
  const isAnotherMount = mount !== undefined && dataMount !== undefined && mount !== dataMount
  if (!isAnotherMount && !(stats.isFile() && stats.nlink > 1)) return false
  return isAmongOwn(stats, dataFolder)
}

interface OwnNumbers {
  readonly folder: string
  /** When the looking began. */
  readonly since: number
  readonly numbers: Promise<Set<string>>
}

let kept: OwnNumbers | undefined
/** Disks keep the time of a change this roughly. */
const roughlyMs = 2_000

/**
 * A file that is new in the data folder, or that was moved there, has changed since it was last looked through. So what has
 * not changed and was not found then is not there now either, and thousands of files need one look only.
 */
async function isAmongOwn(stats: Stats, folder: string): Promise<boolean> {
  const before = kept
  if (before?.folder === folder && stats.ctimeMs < before.since - roughlyMs) {
    if (!(await before.numbers).has(numberOf(stats))) return false
  }
  kept = { folder, since: Date.now(), numbers: numbersIn(folder) }
  return (await kept.numbers).has(numberOf(stats))
}

/** What lies in the data folder, by the numbers the disk knows it by. Uploads are the person's own files. */
async function numbersIn(folder: string): Promise<Set<string>> {
  const numbers = new Set<string>()
  const collect = async (path: string): Promise<void> => {
    const found = await lstat(path).catch(() => undefined)
    if (!found) return
    numbers.add(numberOf(found))
    if (!found.isDirectory() || path === join(folder, 'uploads')) return
    for (const name of await readdir(path).catch(() => [])) await collect(join(path, name))
  }
  await collect(folder)
  return numbers
}

function numberOf({ dev, ino }: Stats): string {
  return `${dev}:${ino}`
}
