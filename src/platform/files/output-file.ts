import { constants, type Stats } from 'node:fs'
import { access, link, lstat, open, rename, rm, unlink, type FileHandle } from 'node:fs/promises'
import { randomBytes } from 'node:crypto'
import { extname, join } from 'node:path'
import { AppError } from '../../contract/errors.ts'
import type { Caller } from './allowed-folders.ts'
import { errorCodeOf, fileError } from './file-error.ts'
import { descriptorPathOf, namedPath } from './held.ts'
import { holdPlace, type HeldPlace } from './held-place.ts'

/**
 * Parent folders made, `write` gets the path of an empty file in the same folder, fsync, then renamed over `path`; nothing
 * is left behind on failure or abort. Refuses anything but a file as target. Keeps the mode of an overwritten file; a link
 * is written through, not replaced. With `overwrite: false` a file that is there, even one that came a moment ago, is a
 * conflict. The folder and the empty file are held: a link that somebody puts in their place leads nowhere.
 */
export async function writeOutput<T>(
  path: string,
  write: (temporaryPath: string) => Promise<T>,
  options: OutputOptions,
): Promise<T> {
  options.signal?.throwIfAborted()
  try {
    await using place = await holdPlace(path, { caller: options.caller, makeFolders: true })
    const existing = await replaceable(place)
    if (existing && options.overwrite === false) throw alreadyThere(path)
    return await replace(place, { existing, write, options })
  } catch (error) {
    throw fileError(error, path)
  }
}

export interface OutputOptions {
  readonly caller: Caller
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
    `"${namedPath(path)}" already exists. Choose another name, or set overwrite to true.`,
  )
}

/** The file that would be overwritten; undefined when there is none. Throws when something else stands there. */
export async function replaceable({ existing, at, path }: HeldPlace): Promise<Stats | undefined> {
  if (!existing) return undefined
  if (existing.isDirectory()) throw new AppError('conflict', `"${path}" is a folder. Name a file in it.`)
  if (!existing.isFile()) throw new AppError('conflict', `"${path}" is a device or a pipe, not a file.`)
  // A rename needs no permission on the file itself, so a read-only file would be replaced without this.
  await access(at, constants.W_OK)
  return existing
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

async function replace<T>(place: HeldPlace, { existing, write, options }: Replacement<T>): Promise<T> {
  const { folder, at } = place
  const draft = join(
    folder.through,
    `.deskhand-${randomBytes(8).toString('hex')}${shortExtension(place.name)}`,
  )
  // Made here with the final mode, so that a private file is not readable by others while it is being written.
  await using file = await open(draft, 'wx', existing ? (existing.mode & 0o777) | 0o600 : 0o666)
  try {
    const result = await write(descriptorPathOf(file, draft))
    options.signal?.throwIfAborted()
    await file.sync()
    if (existing) await keepOwnerAndMode(file, existing)
    options.signal?.throwIfAborted()
    await (options.overwrite === false ? renameNew(draft, at) : rename(draft, at))
    await syncFolder(folder.through)
    return result
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

async function keepOwnerAndMode(file: FileHandle, existing: Stats): Promise<void> {
  const made = await file.stat()
  if (made.uid !== existing.uid || made.gid !== existing.gid) {
    // Only root may give a file away; for anyone else the new file is theirs, as with any editor.
    await file.chown(existing.uid, existing.gid).catch(() => undefined)
  }
  await file.chmod(existing.mode & 0o777)
}

function shortExtension(name: string): string {
  const extension = extname(name)
  return Buffer.byteLength(extension) <= 32 ? extension : ''
}
