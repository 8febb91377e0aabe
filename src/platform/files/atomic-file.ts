import { randomBytes } from 'node:crypto'
import { chmod, lstat, open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { AppError } from '../../contract/errors.ts'
import { fileError } from './file-error.ts'
import { makeFolders } from './make-folders.ts'

/** Replaces a file so that a reader, a crash or a power cut finds either the old content or the new one, whole. */
export async function writeFileAtomic(
  path: string,
  data: string | Uint8Array,
  { mode = 0o600 }: { mode?: number } = {},
): Promise<void> {
  const folder = dirname(path)
  const temporary = join(folder, `.${basename(path)}.${process.pid}.${randomBytes(6).toString('hex')}.tmp`)
  try {
    // The mode is given at creation, so that a secret is never readable by others, not even for a moment.
    await using file = await open(temporary, 'wx', mode)
    // The umask may have taken bits away from the mode that was asked for.
    await file.chmod(mode)
    await file.writeFile(data)
    await file.sync()
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
  try {
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
  await syncFolder(folder)
}

/** Makes the names in a folder durable: a rename or a new file survives a power cut only after this. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open a folder; NTFS journals its names by itself.
  if (process.platform === 'win32') return
  await using handle = await open(folder, 'r')
  await handle.sync()
}

/** Makes the content of a file durable, whoever wrote it. */
export async function syncFile(path: string): Promise<void> {
  await using handle = await open(path, 'r+')
  await handle.sync()
}

/** Creates the folder for this user alone, or makes it so. A link or a folder of somebody else is refused. */
export async function ensurePrivateFolder(path: string): Promise<void> {
  try {
    await makeFolders(path, 0o700)
  } catch (error) {
    throw fileError(error, path)
  }
  const found = await lstat(path)
  if (found.isSymbolicLink()) {
    throw new AppError('storage_failed', `${path} is a link. Put a real folder there, or choose another one.`)
  }
  if (process.platform === 'win32') return
  if (found.uid !== process.geteuid?.()) {
    throw new AppError('storage_failed', `${path} belongs to another user. Choose a folder of your own.`)
  }
  if ((found.mode & 0o777) !== 0o700) await chmod(path, 0o700)
}
