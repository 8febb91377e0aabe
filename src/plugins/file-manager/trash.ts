import { lstat, mkdir, open, rm, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { basename, dirname, extname, join, relative } from 'node:path'
import { AppError } from '../../contract/errors.ts'
import { fileError } from '../../platform/files/file-error.ts'
import type { Caller } from '../../platform/files/allowed-folders.ts'
import { hold } from '../../platform/files/held.ts'
import { entryOf, holdPlace } from '../../platform/files/held-place.ts'
import { isInside, linksResolved } from '../../platform/files/links.ts'
import { moveEntry } from './transfer.ts'

export interface TrashOptions {
  readonly caller: Caller
  readonly now: Date
  readonly signal: AbortSignal
  readonly platform: NodeJS.Platform
  readonly userId: number
}

const maxTries = 10_000
const maxNameBytes = 200

/** Moves a file, link or folder to the trash, from where the desktop can bring it back; returns its path there. */
export async function moveToTrash(path: string, options: TrashOptions): Promise<string> {
  // The last part stays as it is: a link is thrown away itself, not what it leads to.
  await using from = await holdPlace(path, { caller: options.caller, isEntry: true })
  const { path: real } = from
  const trash = await trashFor(real, options)
  if (isInside(real, trash.folder)) throw new AppError('conflict', `"${real}" is already in the trash.`)
  await using files = await hold(trash.files, { folder: true })
  for (let number = 1; number <= maxTries; number += 1) {
    const name = numberedName(basename(real), number)
    const place = join(trash.files, name)
    if ((await lstat(place).catch(() => undefined)) !== undefined) continue
    const claim = await claimName(trash, { name, real, now: options.now })
    if (!claim) continue
    try {
      await moveEntry(from, entryOf(files, name), {
        caller: options.caller,
        signal: options.signal,
        overwrite: false,
      })
      return place
    } catch (error) {
      await claim.undo()
      throw error
    }
  }
  throw new AppError('conflict', `The trash has too many files called "${basename(real)}". Empty it first.`)
}

/** Takes the note away that says where a file of the trash was: it has been brought back. */
export async function forgetTrashed(trashPath: string): Promise<void> {
  const files = dirname(trashPath)
  if (basename(files) !== 'files' || !/trash/i.test(dirname(files))) return
  await rm(join(dirname(files), 'info', `${basename(trashPath)}.trashinfo`), { force: true })
}

interface Trash {
  readonly folder: string
  /** Where the files go. */
  readonly files: string
  /** Where the notes go that say where a file was; macOS keeps none that others may write. */
  readonly info?: string
  /** Paths in the notes are relative to it, for a disk may be mounted elsewhere next time. */
  readonly top?: string
}

async function trashFor(path: string, options: TrashOptions): Promise<Trash> {
  const top = await mountOf(dirname(path))
  if ((await lstat(path)).isDirectory() && (await stat(path)).dev !== (await stat(dirname(path))).dev) {
    throw new AppError('conflict', `"${path}" is a whole disk. It can't go to the trash.`)
  }
  const { home: givenHome } = options.caller
  const home = await linksResolved(givenHome)
  const isHomeDisk = top === (await mountOf(home))
  if (options.platform === 'darwin') {
    const folder = isHomeDisk ? join(home, '.Trash') : join(top, '.Trashes', String(options.userId))
    await mkdir(folder, { recursive: true, mode: 0o700 })
    return { folder, files: folder }
  }
  const folder = isHomeDisk ? undefined : await folderOnOtherDisk(top, options.userId)
  if (folder) return freedesktopTrash(folder, top)
  return freedesktopTrash(join(dataHome(givenHome, home), 'Trash'))
}

async function freedesktopTrash(folder: string, top?: string): Promise<Trash> {
  const trash = { folder, files: join(folder, 'files'), info: join(folder, 'info'), ...(top && { top }) }
  await mkdir(trash.files, { recursive: true, mode: 0o700 })
  await mkdir(trash.info, { recursive: true, mode: 0o700 })
  return trash
}

/**
 * `.Trash/<user>` when the administrator made `.Trash` as the specification asks (a real folder with the sticky bit),
 * else `.Trash-<user>`; undefined when the disk lets us make neither, and the file is copied home.
 */
async function folderOnOtherDisk(top: string, userId: number): Promise<string | undefined> {
  const shared = await lstat(join(top, '.Trash')).catch(() => undefined)
  const candidates = [
    ...(shared?.isDirectory() && (shared.mode & 0o1000) !== 0 ? [join(top, '.Trash', String(userId))] : []),
    join(top, `.Trash-${userId}`),
  ]
  for (const folder of candidates) {
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const made = await lstat(folder)
      // Someone else's folder or a link would take the file where others can read it.
      if (made.isDirectory() && made.uid === userId) return folder
    } catch {
      continue
    }
  }
  return undefined
}

/** Folders are asked, not files: on layered file systems only they name the disk that they are shown on. */
async function mountOf(folder: string): Promise<string> {
  const { dev } = await existingFolder(folder)
  let top = (await existingFolder(folder)).path
  while (top !== '/' && (await stat(dirname(top))).dev === dev) top = dirname(top)
  return top
}

async function existingFolder(folder: string): Promise<{ path: string; dev: number }> {
  for (let path = folder; ; path = dirname(path)) {
    const found = await stat(path).catch(() => undefined)
    if (found || path === '/') return { path, dev: found?.dev ?? 0 }
  }
}

function dataHome(home: string, realHome: string): string {
  const configured = process.env['XDG_DATA_HOME']
  return configured?.startsWith('/') && home === homedir() ? configured : join(realHome, '.local', 'share')
}

interface Claim {
  readonly name: string
  readonly real: string
  readonly now: Date
}

/** The note is written first, as the specification asks: making it is what reserves the name. */
async function claimName(
  trash: Trash,
  { name, real, now }: Claim,
): Promise<{ undo: () => Promise<void> } | undefined> {
  if (trash.info === undefined) return { undo: async () => {} }
  const note = join(trash.info, `${name}.trashinfo`)
  try {
    await using file = await open(note, 'wx', 0o600)
    const origin = trash.top ? relative(trash.top, real) : real
    await file.writeFile(`[Trash Info]\nPath=${encodedPath(origin)}\nDeletionDate=${localTime(now)}\n`)
    await file.sync()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return undefined
    throw fileError(error, note)
  }
  return { undo: () => rm(note, { force: true }) }
}

function numberedName(name: string, number: number): string {
  const extension = Buffer.byteLength(extname(name)) <= 32 ? extname(name) : ''
  let stem = extension === '' ? name : name.slice(0, -extension.length)
  // Room for the number and for ".trashinfo".
  while (Buffer.byteLength(stem + extension) > maxNameBytes) stem = Array.from(stem).slice(0, -1).join('')
  return number === 1 ? stem + extension : `${stem}.${number}${extension}`
}

function encodedPath(path: string): string {
  return path
    .split('/')
    .map((part) => encodeURIComponent(part.toWellFormed()))
    .join('/')
}

/** The specification wants the local time, without a zone. */
function localTime(date: Date): string {
  const two = (value: number): string => String(value).padStart(2, '0')
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-')
  return `${day}T${[date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':')}`
}
