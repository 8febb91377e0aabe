import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rename, rmdir, writeFile } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { AppError } from '../../contract/errors.ts'
import type { ToolCall } from '../../contract/tool.ts'
import { errorCodeOf, fileError } from '../../platform/files/file-error.ts'
import { hold } from '../../platform/files/held.ts'
import {
  entryOf,
  holdBelow,
  holdPlace,
  type HeldEntry,
  type HeldPlace,
} from '../../platform/files/held-place.ts'
import { removeTree } from '../../platform/files/remove-tree.ts'
import type { ProjectFiles } from './project.ts'

export interface NewProject {
  readonly path: string
  readonly files: ProjectFiles
  readonly call: ToolCall
  /** What is still to be done inside before anybody sees it, e.g. a first commit. */
  readonly finish: (folder: string) => Promise<void>
}

/** Writes everything beside the place where it belongs and moves it there whole: a project is there, or it is not. */
export async function writeProject({ path, files, call, finish }: NewProject): Promise<void> {
  const { signal } = call
  try {
    await using place = await holdPlace(path, { caller: call, makeFolders: true })
    await assertFree(place)
    const draft = entryOf(place.folder, `.${place.name}.${randomBytes(6).toString('hex')}`)
    try {
      await mkdir(draft.at)
      await using held = await hold(draft.at, { folder: true, noFollow: true })
      for (const [name, content] of Object.entries(files)) {
        signal.throwIfAborted()
        await using folder = await holdBelow(held, dirname(name), { make: true })
        await writeFile(entryOf(folder.folder, basename(name)).at, content, { flag: 'wx' })
      }
      await finish(held.through)
      signal.throwIfAborted()
      await moveInto(draft, place)
    } catch (error) {
      await removeTree(draft)
      throw error
    }
  } catch (error) {
    throw error instanceof AppError || signal.aborted ? error : fileError(error, path)
  }
}

async function assertFree({ path, at, existing }: HeldPlace): Promise<void> {
  if (!existing) return
  if (!existing.isDirectory()) throw new AppError('conflict', `${path} is a file. Choose another path.`)
  if ((await readdir(at)).length > 0)
    throw new AppError('conflict', `${path} is not empty. Choose another path, or empty it first.`)
}

/** Somebody may have put something there meanwhile; removing a folder that holds something fails, as it should. */
async function moveInto(draft: HeldEntry, place: HeldEntry): Promise<void> {
  await rmdir(place.at).catch((error: unknown) => {
    if (errorCodeOf(error) !== 'ENOENT') throw error
  })
  await rename(draft.at, place.at)
}
