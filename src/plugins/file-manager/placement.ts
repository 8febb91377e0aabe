import { lstat, rename, rm, stat } from 'node:fs/promises'
import { dirname, extname, join } from 'node:path'
import { AppError } from '../../contract/errors.ts'
import { fileError } from '../../platform/files/file-error.ts'
import { isInside, linksResolved } from '../../platform/files/links.ts'
import { alreadyThere, makeParents, renameNew, syncFolder } from '../../platform/files/output-file.ts'
import type { Extracted } from './extraction.ts'

interface MergeOptions {
  readonly extracted: Extracted
  readonly overwrite: boolean
}

/** Gives an unpacked draft its place: as a whole where nothing is, file by file into a folder that is there. */
export async function placeAt(draft: string, destination: string, options: MergeOptions): Promise<void> {
  const existing = await stat(destination).catch(() => undefined)
  if (!existing) {
    await makeParents(destination)
    await rename(draft, destination)
    await syncFolder(dirname(destination))
    return
  }
  await mergeInto(await linksResolved(destination), draft, options)
  await rm(draft, { recursive: true, force: true })
}

/** Places what a draft holds beside the archive, under a name that is free; one thing alone needs no folder around it. */
export async function placeBeside(
  draft: string,
  options: { folder: string; name: string; only?: string },
): Promise<string> {
  const destination = await freeName(options.folder, options.only ?? options.name)
  await rename(options.only === undefined ? draft : join(draft, options.only), destination)
  await rm(draft, { recursive: true, force: true })
  await syncFolder(options.folder)
  return destination
}

async function mergeInto(
  folder: string,
  draft: string,
  { extracted, overwrite }: MergeOptions,
): Promise<void> {
  for (const path of extracted.files) await checkPlace(folder, { path, overwrite })
  const undo: (() => Promise<void>)[] = []
  try {
    for (const path of [...extracted.folders.map((name) => join(name, 'any')), ...extracted.files]) {
      undo.push((await makeParents(join(folder, path))).undo)
    }
    for (const path of extracted.files) {
      const target = join(folder, path)
      if (overwrite) await rename(join(draft, path), target)
      else {
        await renameNew(join(draft, path), target)
        undo.push(() => rm(target, { force: true }))
      }
    }
  } catch (error) {
    for (const step of undo.reverse()) await step()
    throw fileError(error, folder)
  }
}

async function checkPlace(
  folder: string,
  { path, overwrite }: { path: string; overwrite: boolean },
): Promise<void> {
  const target = join(folder, path)
  // A link in the folder must not take an entry of the archive somewhere else.
  if (!isInside(await linksResolved(dirname(target)), folder)) {
    throw new AppError('forbidden', `"${dirname(target)}" is a link that leads out of the folder.`)
  }
  const existing = await lstat(target).catch(() => undefined)
  if (existing && !overwrite) throw alreadyThere(target)
  if (existing && !existing.isFile()) {
    throw new AppError('conflict', `"${target}" is there already and is not a file: move it away first.`)
  }
}

async function freeName(folder: string, name: string): Promise<string> {
  const extension = extname(name)
  const stem = extension === '' ? name : name.slice(0, -extension.length)
  for (let number = 1; ; number += 1) {
    const path = join(folder, number === 1 ? name : `${stem} ${number}${extension}`)
    if ((await lstat(path).catch(() => undefined)) === undefined) return path
  }
}
