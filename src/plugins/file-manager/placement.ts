import { lstat, rename, rmdir, unlink } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import { AppError } from '../../contract/errors.ts'
import { fileError } from '../../platform/files/file-error.ts'
import type { Held } from '../../platform/files/held.ts'
import { entryOf, holdBelow, type HeldEntry } from '../../platform/files/held-place.ts'
import { isInside, linksResolved } from '../../platform/files/links.ts'
import { alreadyThere, renameNew, syncFolder } from '../../platform/files/output-file.ts'
import { removeTree } from '../../platform/files/remove-tree.ts'
import type { Extracted } from './archives/extraction.ts'

interface MergeOptions {
  readonly extracted: Extracted
  readonly overwrite: boolean
}

/** Gives an unpacked draft its place: as a whole where nothing is. */
export async function placeAt(draft: HeldEntry, destination: HeldEntry): Promise<void> {
  await rename(draft.at, destination.at)
  await syncFolder(destination.folder.through)
}

/** Places what a draft holds beside the archive, under a name that is free; one thing alone needs no folder around it. */
export async function placeBeside(
  draft: HeldEntry,
  options: { name: string; only?: string },
): Promise<string> {
  const { folder } = draft
  const place = entryOf(folder, await freeName(folder.through, options.only ?? options.name))
  await rename(options.only === undefined ? draft.at : join(draft.at, options.only), place.at)
  await removeTree(draft)
  await syncFolder(folder.through)
  return place.path
}

/** Places what a draft holds in a folder that is there, file by file. No link in it takes one of them somewhere else. */
export async function mergeInto(
  folder: Held,
  draft: Held,
  { extracted, overwrite }: MergeOptions,
): Promise<void> {
  for (const path of extracted.files) await checkPlace(folder, { path, overwrite })
  const made: string[] = []
  try {
    for (const path of extracted.folders) {
      await using chain = await holdBelow(folder, path, { make: true })
      made.push(...chain.made)
    }
    for (const path of extracted.files) {
      await using from = await holdBelow(draft, dirname(path))
      await using to = await holdBelow(folder, dirname(path))
      const [source, target] = [from, to].map((chain) => entryOf(chain.folder, basename(path)).at)
      if (overwrite) await rename(source!, target!)
      else {
        await renameNew(source!, target!)
        made.push(path)
      }
    }
  } catch (error) {
    for (const path of made.reverse()) await takeBack(folder, path)
    throw fileError(error, folder.path)
  }
}

/** A file that was placed goes; a folder that was made goes when it is empty. */
async function takeBack(folder: Held, path: string): Promise<void> {
  try {
    await using parent = await holdBelow(folder, dirname(path))
    const { at } = entryOf(parent.folder, basename(path))
    await ((await lstat(at)).isDirectory() ? rmdir(at) : unlink(at))
  } catch {
    // What somebody else has put there meanwhile stays.
  }
}

async function checkPlace(
  folder: Held,
  { path, overwrite }: { path: string; overwrite: boolean },
): Promise<void> {
  const target = join(folder.path, path)
  if (!isInside(await linksResolved(dirname(target)), folder.path)) {
    throw new AppError('forbidden', `"${dirname(target)}" is a link that leads out of the folder.`)
  }
  const existing = await lstat(join(folder.through, path)).catch(() => undefined)
  if (existing && !overwrite) throw alreadyThere(target)
  if (existing && !existing.isFile()) {
    throw new AppError('conflict', `"${target}" already exists and is not a file. Move it away first.`)
  }
}

async function freeName(folder: string, name: string): Promise<string> {
  const extension = extname(name)
  const stem = extension === '' ? name : name.slice(0, -extension.length)
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? name : `${stem} ${number}${extension}`
    if ((await lstat(join(folder, candidate)).catch(() => undefined)) === undefined) return candidate
  }
}
