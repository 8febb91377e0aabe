import { randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream, constants, type Stats } from 'node:fs'
import {
  chmod,
  copyFile,
  lstat,
  mkdir,
  open,
  readdir,
  readlink,
  rename,
  rm,
  stat,
  symlink,
  utimes,
} from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { AppError } from '../../contract/errors.ts'
import { errorCodeOf, fileError } from '../../platform/files/file-error.ts'
import { isInside, linksResolved } from '../../platform/files/links.ts'
import { alreadyThere, makeParents, renameNew, syncFolder } from '../../platform/files/output-file.ts'

export interface TransferOptions {
  readonly signal: AbortSignal
  readonly overwrite: boolean
  /** Called with the bytes copied so far. */
  readonly onCopied?: (bytes: number) => void
}

export interface Copied {
  bytes: number
  files: number
  /** Devices, pipes and sockets, which cannot be copied. */
  skipped: number
}

/** Smaller files are copied by the system in one go, which shares blocks where the disk can; larger ones can be stopped. */
const copiedInOneGo = 32 * 1024 * 1024

/** An existing folder as destination means: into it, under the same name. */
export async function destinationFor(source: string, to: string): Promise<string> {
  const existing = await stat(to).catch(() => undefined)
  return existing?.isDirectory() ? join(to, basename(source)) : to
}

/** Throws unless `destination` is free, or may be overwritten. */
export async function checkDestination(
  source: { path: string; stats: Stats },
  { destination, overwrite }: { destination: string; overwrite: boolean },
): Promise<Stats | undefined> {
  const real = await linksResolved(source.path)
  if (source.stats.isDirectory() && isInside(await linksResolved(destination), real)) {
    throw new AppError('invalid_request', `"${source.path}" cannot be put into itself.`)
  }
  const existing = await lstat(destination).catch(() => undefined)
  if (!existing || isRespelling(source, { destination, existing })) return undefined
  if (!overwrite) throw alreadyThere(destination)
  if (existing.ino === source.stats.ino && existing.dev === source.stats.dev) {
    throw new AppError('invalid_request', `"${destination}" is the same file.`)
  }
  if (existing.isDirectory() || source.stats.isDirectory()) {
    throw new AppError(
      'conflict',
      `"${destination}" is there already; a folder is not overwritten: delete or rename it first.`,
    )
  }
  return existing
}

/** On disks that do not tell `a` from `A`, a file stands in the way of its own new spelling. */
function isRespelling(
  source: { path: string; stats: Stats },
  { destination, existing }: { destination: string; existing: Stats },
): boolean {
  const isSame = existing.ino === source.stats.ino && existing.dev === source.stats.dev
  return isSame && source.path !== destination && source.path.toLowerCase() === destination.toLowerCase()
}

/** Renames, or copies and removes when the two are on different disks. Nothing is lost if it is stopped halfway. */
export async function moveEntry(from: string, to: string, options: TransferOptions): Promise<void> {
  const folders = await makeParents(to)
  try {
    const stats = await lstat(from)
    if (stats.isFile() && !options.overwrite && from.toLowerCase() !== to.toLowerCase())
      await renameNew(from, to)
    else await rename(from, to)
    await syncFolder(dirname(to))
  } catch (error) {
    if (errorCodeOf(error) !== 'EXDEV') {
      await folders.undo()
      throw fileError(error, from)
    }
    await moveToOtherDisk(from, to, options)
  }
}

/** Copies a file, link or folder to a name beside the destination first, so that half a copy is never seen there. */
export async function copyEntry(
  from: string,
  to: string,
  options: TransferOptions & { durable?: boolean },
): Promise<Copied> {
  const folders = await makeParents(to)
  const draft = join(dirname(to), `.deskhand-${randomBytes(8).toString('hex')}`)
  const copied: Copied = { bytes: 0, files: 0, skipped: 0 }
  try {
    await copyTree(from, draft, { ...options, copied })
    options.signal.throwIfAborted()
    const isFile = (await lstat(draft)).isFile()
    await (isFile && !options.overwrite ? renameNew(draft, to) : rename(draft, to))
    await syncFolder(dirname(to))
    return copied
  } catch (error) {
    await rm(draft, { force: true, recursive: true })
    await folders.undo()
    throw fileError(error, from)
  }
}

async function moveToOtherDisk(from: string, to: string, options: TransferOptions): Promise<void> {
  const { skipped } = await copyEntry(from, to, { ...options, durable: true })
  if (skipped > 0) {
    await rm(to, { force: true, recursive: true })
    throw new AppError('conflict', `"${from}" holds devices or pipes, which cannot be moved to another disk.`)
  }
  try {
    await rm(from, { recursive: true })
  } catch (error) {
    throw new AppError('conflict', `Copied to "${to}", but "${from}" could not be removed completely.`, {
      cause: error,
    })
  }
}

interface CopyState extends TransferOptions {
  readonly durable?: boolean
  readonly copied: Copied
}

async function copyTree(from: string, to: string, state: CopyState): Promise<void> {
  state.signal.throwIfAborted()
  const stats = await lstat(from)
  if (stats.isDirectory()) {
    // Writable until it is filled; its own mode may forbid that.
    await mkdir(to, { mode: 0o700 })
    for (const name of await readdir(from)) await copyTree(join(from, name), join(to, name), state)
  } else if (stats.isSymbolicLink()) {
    await symlink(await readlink(from), to)
    return
  } else if (stats.isFile()) {
    await copyContent({ from, to, stats }, state)
  } else {
    state.copied.skipped += 1
    return
  }
  await chmod(to, stats.mode & 0o777)
  await utimes(to, stats.atimeMs / 1000, stats.mtimeMs / 1000)
}

async function copyContent(
  { from, to, stats }: { from: string; to: string; stats: Stats },
  { signal, durable, copied, onCopied }: CopyState,
): Promise<void> {
  if (stats.size <= copiedInOneGo) {
    await copyFile(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
    copied.bytes += stats.size
    onCopied?.(copied.bytes)
  } else {
    const reading = createReadStream(from, { highWaterMark: 1024 * 1024 })
    reading.on('data', (chunk) => {
      copied.bytes += chunk.length
      onCopied?.(copied.bytes)
    })
    await pipeline(reading, createWriteStream(to, { flags: 'wx', mode: 0o600 }), { signal })
  }
  copied.files += 1
  if (!durable) return
  await using file = await open(to, 'r')
  await file.sync()
}
