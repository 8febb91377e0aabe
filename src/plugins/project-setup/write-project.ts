import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { AppError } from '../../contract/errors.ts'
import { errorCodeOf, fileError } from '../../platform/files/file-error.ts'
import { makeFolders } from '../../platform/files/make-folders.ts'
import type { ProjectFiles } from './project.ts'

export interface NewProject {
  readonly path: string
  readonly files: ProjectFiles
  readonly signal: AbortSignal
  /** What is still to be done inside before anybody sees it, e.g. a first commit. */
  readonly finish: (folder: string) => Promise<void>
}

/** Writes everything beside the place where it belongs and moves it there whole: a project is there, or it is not. */
export async function writeProject({ path, files, signal, finish }: NewProject): Promise<void> {
  await assertFree(path)
  const parent = dirname(path)
  const draft = join(parent, `.${basename(path)}.${randomBytes(6).toString('hex')}`)
  let firstMade: string | undefined
  try {
    firstMade = await makeFolders(parent)
    await mkdir(draft)
    for (const [name, content] of Object.entries(files)) {
      signal.throwIfAborted()
      await makeFolders(dirname(join(draft, name)))
      await writeFile(join(draft, name), content)
    }
    await finish(draft)
    signal.throwIfAborted()
    await moveInto(draft, path)
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    // Folders that were made on the way and hold nothing go as well.
    if (firstMade !== undefined) await removeEmpty(parent, firstMade)
    throw error instanceof AppError || signal.aborted ? error : fileError(error, path)
  }
}

async function assertFree(path: string): Promise<void> {
  const entries = await readdir(path).catch((error: unknown) => {
    if (errorCodeOf(error) === 'ENOENT') return []
    if (errorCodeOf(error) === 'ENOTDIR')
      throw new AppError('conflict', `${path} is a file. Choose another path.`)
    throw fileError(error, path)
  })
  if (entries.length > 0)
    throw new AppError('conflict', `${path} is not empty. Choose another path, or empty it first.`)
}

/** Somebody may have put something there meanwhile; removing a folder that holds something fails, as it should. */
async function moveInto(draft: string, path: string): Promise<void> {
  await rmdir(path).catch((error: unknown) => {
    if (errorCodeOf(error) !== 'ENOENT') throw error
  })
  await rename(draft, path)
}

async function removeEmpty(folder: string, first: string): Promise<void> {
  for (let current = folder; current.length >= first.length; current = dirname(current))
    if (
      !(await rmdir(current).then(
        () => true,
        () => false,
      ))
    )
      return
}
