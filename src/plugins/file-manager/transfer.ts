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
  stat,
  symlink,
  utimes,
} from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { AppError } from '../../contract/errors.ts'
import type { Caller } from '../../platform/files/allowed-folders.ts'
import { errorCodeOf, fileError } from '../../platform/files/file-error.ts'
import { hold, type Held } from '../../platform/files/held.ts'
import { entryOf, type HeldEntry, type HeldPlace } from '../../platform/files/held-place.ts'
import { isInside } from '../../platform/files/links.ts'
import { alreadyThere, renameNew, syncFolder } from '../../platform/files/output-file.ts'
import { removeTree } from '../../platform/files/remove-tree.ts'
import { assertNotClosed, hasFreeHand, hasSecondName } from '../../platform/files/rights.ts'

export interface TransferOptions {
  readonly caller: Caller
  readonly signal: AbortSignal
  readonly overwrite: boolean
  /** Called with the bytes copied so far. */
  readonly onCopied?: (bytes: number) => void
}

export interface Copied {
  bytes: number
  files: number
  /** Devices, pipes and sockets, which cannot be copied, and files that have a second name elsewhere. */
  skipped: number
}

/** Smaller files are copied by the system in one go, which shares blocks where the disk can; larger ones can be stopped. */
const copiedInOneGo = 32 * 1024 * 1024

/** An existing folder as destination means: into it, under the same name. */
export async function destinationFor(source: string, to: string): Promise<string> {
  const existing = await stat(to).catch(() => undefined)
  return existing?.isDirectory() ? join(to, basename(source)) : to
}

interface Source {
  /** Without links. */
  readonly path: string
  readonly stats: Stats
}

/** Throws unless `destination` is free, or may be overwritten. */
export function checkDestination(
  source: Source,
  { destination, overwrite }: { destination: HeldPlace; overwrite: boolean },
): Stats | undefined {
  const { path, existing } = destination
  if (source.stats.isDirectory() && isInside(path, source.path)) {
    throw new AppError('invalid_request', `Can't put "${source.path}" inside itself.`)
  }
  if (!existing || isRespelling(source, destination)) return undefined
  if (!overwrite) throw alreadyThere(path)
  if (existing.ino === source.stats.ino && existing.dev === source.stats.dev) {
    throw new AppError('invalid_request', `"${path}" is the same file.`)
  }
  if (existing.isDirectory() || source.stats.isDirectory()) {
    throw new AppError(
      'conflict',
      `"${path}" already exists, and folders are not overwritten. Delete or rename it first.`,
    )
  }
  return existing
}

/** On disks that do not tell `a` from `A`, a file stands in the way of its own new spelling. */
function isRespelling(source: Source, { path, existing }: HeldPlace): boolean {
  const isSame = existing?.ino === source.stats.ino && existing.dev === source.stats.dev
  return isSame && source.path !== path && source.path.toLowerCase() === path.toLowerCase()
}

/** Renames, or copies and removes when the two are on different disks. Nothing is lost if it is stopped halfway. */
export async function moveEntry(from: HeldEntry, to: HeldEntry, options: TransferOptions): Promise<void> {
  try {
    const stats = await lstat(from.at)
    if (stats.isFile() && !options.overwrite && from.path.toLowerCase() !== to.path.toLowerCase())
      await renameNew(from.at, to.at)
    else await rename(from.at, to.at)
    await syncFolder(to.folder.through)
  } catch (error) {
    if (errorCodeOf(error) !== 'EXDEV') throw fileError(error, from.path)
    await moveToOtherDisk(from, to, options)
  }
}

/** Copies a file or folder to a name beside the destination first, so that half a copy is never seen there. */
export async function copyEntry(
  source: Held,
  to: HeldEntry,
  options: TransferOptions & { durable?: boolean },
): Promise<Copied> {
  const copied: Copied = { bytes: 0, files: 0, skipped: 0 }
  await withDraft(to, options, (draft) => copyHeld(source, draft, { ...options, copied }))
  return copied
}

async function withDraft(
  to: HeldEntry,
  { signal, overwrite }: TransferOptions,
  fill: (draft: HeldEntry) => Promise<void>,
): Promise<void> {
  const draft = entryOf(to.folder, `.deskhand-${randomBytes(8).toString('hex')}`)
  try {
    await fill(draft)
    signal.throwIfAborted()
    const isFile = (await lstat(draft.at)).isFile()
    await (isFile && !overwrite ? renameNew(draft.at, to.at) : rename(draft.at, to.at))
    await syncFolder(to.folder.through)
  } catch (error) {
    await removeTree(draft)
    throw fileError(error, to.path)
  }
}

async function moveToOtherDisk(from: HeldEntry, to: HeldEntry, options: TransferOptions): Promise<void> {
  const copied: Copied = { bytes: 0, files: 0, skipped: 0 }
  // What is moved is not read by anybody, so a second name does not matter.
  const state = { ...options, copied, durable: true, movesAll: true }
  await withDraft(to, options, (draft) => copyTree(from, draft, state))
  if (copied.skipped > 0) {
    await removeTree(to)
    throw new AppError(
      'conflict',
      `"${from.path}" contains devices or pipes. Those can't be moved to another disk.`,
    )
  }
  try {
    await removeTree(from)
  } catch (error) {
    throw new AppError('conflict', `Copied to "${to.path}", but couldn't fully remove "${from.path}".`, {
      cause: error,
    })
  }
}

interface CopyState extends TransferOptions {
  readonly durable?: boolean
  readonly movesAll?: boolean
  readonly copied: Copied
}

/** Links are copied as links, and never followed. */
async function copyTree(from: HeldEntry, to: HeldEntry, state: CopyState): Promise<void> {
  state.signal.throwIfAborted()
  if ((await lstat(from.at)).isSymbolicLink()) {
    await symlink(await readlink(from.at), to.at)
    return
  }
  await using held = await hold(from.at, { noFollow: true })
  if (held.stats.isSymbolicLink())
    throw new AppError('conflict', `"${from.path}" was just replaced by a link.`)
  await copyHeld(held, to, state)
}

async function copyHeld(source: Held, to: HeldEntry, state: CopyState): Promise<void> {
  const { stats } = source
  if (stats.isDirectory()) return await copyFolder(source, to, state)
  const isLeftOut = !state.movesAll && !hasFreeHand(state.caller) && hasSecondName(source.path, stats)
  if (!stats.isFile() || isLeftOut) {
    state.copied.skipped += 1
    return
  }
  await assertNotClosed({ path: source.path, stats, onDisk: [source] }, state.caller, 'read')
  await copyContent(source, to, state)
  // Not by its name, which may be a link by now.
  await using made = await open(to.at, constants.O_RDONLY | constants.O_NOFOLLOW)
  await made.chmod(stats.mode & 0o777)
  await made.utimes(stats.atimeMs / 1000, stats.mtimeMs / 1000)
  if (state.durable) await made.sync()
}

async function copyFolder(source: Held, to: HeldEntry, state: CopyState): Promise<void> {
  // Writable until it is filled; its own mode may forbid that.
  await mkdir(to.at, { mode: 0o700 })
  await using made = await hold(to.at, { folder: true, noFollow: true })
  for (const name of await readdir(source.through))
    await copyTree(entryOf(source, name), entryOf(made, name), state)
  await chmod(made.through, source.stats.mode & 0o777)
  await utimes(made.through, source.stats.atimeMs / 1000, source.stats.mtimeMs / 1000)
}

async function copyContent(
  { through, stats }: Held,
  to: HeldEntry,
  { signal, copied, onCopied }: CopyState,
): Promise<void> {
  if (stats.size <= copiedInOneGo) {
    await copyFile(through, to.at, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
    copied.bytes += stats.size
    onCopied?.(copied.bytes)
  } else {
    const reading = createReadStream(through, { highWaterMark: 1024 * 1024 })
    reading.on('data', (chunk) => {
      copied.bytes += chunk.length
      onCopied?.(copied.bytes)
    })
    await pipeline(reading, createWriteStream(to.at, { flags: 'wx', mode: 0o600 }), { signal })
  }
  copied.files += 1
}
