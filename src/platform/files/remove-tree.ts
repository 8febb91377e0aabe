import { lstat, readdir, rmdir, unlink } from 'node:fs/promises'
import { isMissing } from './file-error.ts'
import { hold } from './held.ts'
import { entryOf, type HeldEntry } from './held-place.ts'

/** Removes an entry with all below it; a folder that becomes a link meanwhile leads nowhere else. What is gone is gone. */
export async function removeTree({ at }: Pick<HeldEntry, 'at'>): Promise<void> {
  try {
    if (!(await lstat(at)).isDirectory()) {
      await unlink(at)
      return
    }
    await using folder = await hold(at, { folder: true, noFollow: true })
    for (const name of await readdir(folder.through)) await removeTree(entryOf(folder, name))
    await rmdir(at)
  } catch (error) {
    if (!isMissing(error)) throw error
  }
}
