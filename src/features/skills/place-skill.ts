import { randomUUID } from 'node:crypto'
import { lstat, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../../contract/errors.ts'
import { syncFolder } from '../../platform/files/atomic-file.ts'
import { writeFolderContents } from '../../platform/files/folder-contents.ts'
import type { SkillFiles } from '../../platform/skills/skill-folder.ts'

/** Names that the search for skills passes over. */
const ADDING = '.adding-'
const REPLACED = '.replaced-'

/** Puts a skill among ours, whole or not at all. */
export async function placeSkill(
  { manifest: { name }, contents }: SkillFiles,
  { folder, replace }: { folder: string; replace: boolean },
): Promise<void> {
  const target = join(folder, name)
  const isTaken = await isThere(target)
  if (isTaken && !replace)
    throw new AppError('conflict', `There is a skill ${name} already. Replace it, or remove it first.`)
  const adding = join(folder, `${ADDING}${randomUUID()}`)
  try {
    await mkdir(adding, { mode: 0o700 })
    await writeFolderContents(contents, adding)
    await syncFolder(adding)
    const replaced = join(folder, `${REPLACED}${name}`)
    if (isTaken) {
      await rm(replaced, { recursive: true, force: true })
      await rename(target, replaced)
    }
    await rename(adding, target)
    await syncFolder(folder)
    await rm(replaced, { recursive: true, force: true })
  } finally {
    await rm(adding, { recursive: true, force: true })
  }
}

/** What a killed service left: half a new skill goes, and one that was about to be replaced comes back. */
export async function settleAdding(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    if (name.startsWith(ADDING)) await rm(path, { recursive: true, force: true })
    if (!name.startsWith(REPLACED)) continue
    const target = join(folder, name.slice(REPLACED.length))
    if (await isThere(target)) await rm(path, { recursive: true, force: true })
    else await rename(path, target)
  }
}

function isThere(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  )
}
