import { constants, type Stats } from 'node:fs'
import { access, chmod, chown, link, lstat, open, rename, rm, rmdir, stat, unlink } from 'node:fs/promises'
import { randomBytes } from 'node:crypto'
import { dirname, extname, join } from 'node:path'
import { AppError } from '../../contract/errors.ts'
import { errorCodeOf, fileError, isMissing } from './file-error.ts'
import { makeFolders } from './make-folders.ts'
import { linksResolved } from './links.ts'

/**
 * Parent folders made, `write` gets a temporary path in the same folder (an empty file, same extension), fsync, then
 * renamed over `path`; nothing is left behind on failure or abort. Refuses anything but a file as target. Keeps the mode
 * of an overwritten file; a link is written through, not replaced. With `overwrite: false` a file that is there, even one
 * that came a moment ago, is a conflict.
 */
export async function writeOutput<T>(
  path: string,
  write: (temporaryPath: string) => Promise<T>,
  options: OutputOptions = {},
): Promise<T> {
  options.signal?.throwIfAborted()
  try {
    const target = await linksResolved(path)
    const existing = await replaceableFile(target)
    if (existing && options.overwrite === false) throw alreadyThere(path)
    const folders = await makeParents(target)
    try {
      return await replace(target, { existing, write, options })
    } catch (error) {
      await folders.undo()
      throw error
    }
  } catch (error) {
    throw fileError(error, path)
  }
}

export interface OutputOptions {
  readonly signal?: AbortSignal
  readonly overwrite?: boolean
}

/** Gives a file its name, unless something has that name already. Neither half a file nor two files are ever seen. */
export async function renameNew(from: string, to: string): Promise<void> {
  try {
    // Unlike a rename, a second name fails when the name is taken, without a moment in between.
    await link(from, to)
  } catch (error) {
    if (errorCodeOf(error) === 'EEXIST') throw alreadyThere(to)
    // FAT and some network disks have no second names, and not every file may be given one.
    if ((await lstat(to).catch(() => undefined)) !== undefined) throw alreadyThere(to)
    await rename(from, to)
    return
  }
  await unlink(from)
}

export function alreadyThere(path: string): AppError {
  return new AppError(
    'conflict',
    `"${path}" is there already: choose another name, or set overwrite to true.`,
  )
}

/** The file that would be overwritten; undefined when there is none. Throws when something else stands there. */
export async function replaceableFile(path: string): Promise<Stats | undefined> {
  let found: Stats
  try {
    found = await stat(path)
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
  if (found.isDirectory()) throw new AppError('conflict', `"${path}" is a folder: name a file in it.`)
  if (!found.isFile()) throw new AppError('conflict', `"${path}" is a device or a pipe, not a file.`)
  // A rename needs no permission on the file itself, so a read-only file would be replaced without this.
  await access(path, constants.W_OK)
  return found
}

/** The folders above `path`; `undo` removes those that were made and are still empty. */
export async function makeParents(path: string): Promise<{ undo: () => Promise<void> }> {
  const parent = dirname(path)
  const first = await makeFolders(parent).catch((error: unknown) => {
    // It is not the file itself that is there already.
    if (errorCodeOf(error) !== 'EEXIST') throw error
    throw new AppError('conflict', `A part of "${path}" is a file, not a folder.`, { cause: error })
  })
  return {
    undo: async () => {
      if (first === undefined) return
      for (let folder = parent; folder.length >= first.length; folder = dirname(folder)) {
        if (!(await removedEmptyFolder(folder))) return
      }
    },
  }
}

/** Makes the names in a folder as durable as the bytes of its files. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } catch {
    // Some file systems (network, FUSE) cannot sync a folder; the file itself is safe by then.
  } finally {
    await handle.close()
  }
}

interface Replacement<T> {
  readonly existing: Stats | undefined
  readonly write: (temporaryPath: string) => Promise<T>
  readonly options: OutputOptions
}

async function replace<T>(target: string, { existing, write, options }: Replacement<T>): Promise<T> {
  const folder = dirname(target)
  const temporaryPath = join(folder, `.deskhand-${randomBytes(8).toString('hex')}${shortExtension(target)}`)
  // Made here with the final mode, so that a private file is not readable by others while it is being written.
  await (await open(temporaryPath, 'wx', existing ? (existing.mode & 0o777) | 0o600 : 0o666)).close()
  try {
    const result = await write(temporaryPath)
    options.signal?.throwIfAborted()
    await syncFile(temporaryPath)
    if (existing) await keepOwnerAndMode(temporaryPath, existing)
    options.signal?.throwIfAborted()
    await (options.overwrite === false ? renameNew(temporaryPath, target) : rename(temporaryPath, target))
    await syncFolder(folder)
    return result
  } catch (error) {
    await rm(temporaryPath, { force: true, recursive: true })
    throw error
  }
}

async function keepOwnerAndMode(path: string, existing: Stats): Promise<void> {
  const made = await stat(path)
  if (made.uid !== existing.uid || made.gid !== existing.gid) {
    // Only root may give a file away; for anyone else the new file is theirs, as with any editor.
    await chown(path, existing.uid, existing.gid).catch(() => undefined)
  }
  await chmod(path, existing.mode & 0o777)
}

async function syncFile(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function shortExtension(path: string): string {
  const extension = extname(path)
  return Buffer.byteLength(extension) <= 32 ? extension : ''
}

async function removedEmptyFolder(folder: string): Promise<boolean> {
  try {
    await rmdir(folder)
    return true
  } catch {
    return false
  }
}
