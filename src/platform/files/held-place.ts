import { lstat, mkdir, rmdir } from 'node:fs/promises'
import type { Stats } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { AppError } from '../../contract/errors.ts'
import type { Caller } from './allowed-folders.ts'
import { errorCodeOf, isMissing } from './file-error.ts'
import { hold, type Held } from './held.ts'
import { linksResolved } from './links.ts'
import { admit, type Access } from './rights.ts'

/** An entry of a folder that is held: made, replaced, renamed or removed there, and nowhere that a link leads to. */
export interface HeldEntry {
  readonly folder: Held
  readonly name: string
  /** Where it is, without links. */
  readonly path: string
  /** The entry by way of the folder that is held. */
  readonly at: string
}

/** Folders that were made on the way and are still empty when it is let go are removed again. */
export interface HeldPlace extends HeldEntry, AsyncDisposable {
  /** What was there when the place was taken hold of. */
  readonly existing: Stats | undefined
  /** Whether folders had to be made. */
  readonly madeFolders: boolean
}

export interface PlaceOptions {
  readonly caller: Caller
  readonly access?: Access
  /** What happens, happens to the entry itself, also when that is a link. */
  readonly isEntry?: boolean
  /** Makes the folders on the way. */
  readonly makeFolders?: boolean
}

/** Takes hold of the folder of `path` and judges what would be touched in it, before anything is made. */
export async function holdPlace(path: string, options: PlaceOptions): Promise<HeldPlace> {
  const { caller, access = 'write', isEntry = false, makeFolders = false } = options
  const target = isEntry
    ? join(await linksResolved(dirname(path)), basename(path))
    : await linksResolved(path)
  const name = basename(target)
  await using stack = new AsyncDisposableStack()
  const { found, missing } = await nearestFolder(dirname(target))
  stack.use(found)
  if (missing.length > 0 && !makeFolders) throw noFolder(path)
  const existing = missing.length > 0 ? undefined : await entryStats(join(found.through, name))
  if (existing?.isSymbolicLink() && !isEntry) throw becameLink(path)
  await admit(
    {
      path: join(found.path, ...missing, name),
      stats: existing,
      // A folder of the service that is mounted elsewhere as well is told by the folder, a hard link by the file.
      onDisk: [found, ...(existing ? [{ stats: existing, mount: found.mount }] : [])],
    },
    { named: path, caller, access },
  )
  const chain = await makeChain(found, missing, { path, make: true })
  stack.use(chain)
  const { folder } = chain
  const moved = stack.move()
  return {
    ...entryOf(folder, name),
    existing,
    madeFolders: missing.length > 0,
    async [Symbol.asyncDispose]() {
      await chain.undo()
      await moved.disposeAsync()
    },
  }
}

export function entryOf(folder: Held, name: string): HeldEntry {
  return { folder, name, path: join(folder.path, name), at: join(folder.through, name) }
}

/** A folder below one that is held, part by part, so that no link on the way leads out of it. */
export async function holdBelow(
  folder: Held,
  path: string,
  { make = false }: { make?: boolean } = {},
): Promise<HeldChain> {
  const parts = path.split('/').filter((part) => part !== '' && part !== '.')
  if (parts.includes('..')) throw new AppError('invalid_request', `"${path}" leads out of its folder.`)
  return makeChain(folder, parts, { path: join(folder.path, path), make })
}

export interface HeldChain extends AsyncDisposable {
  /** The last one. The first, which was given, is not closed with the rest. */
  readonly folder: Held
  /** Those that are new, as paths below the first. */
  readonly made: readonly string[]
  /** Removes them where they are still empty; only while they are held. */
  undo(): Promise<void>
}

async function makeChain(
  first: Held,
  names: readonly string[],
  { path, make }: { path: string; make: boolean },
): Promise<HeldChain> {
  await using stack = new AsyncDisposableStack()
  const made: { readonly at: string; readonly path: string }[] = []
  let folder = first
  const undo = async (): Promise<void> => {
    for (const { at } of made.toReversed()) await rmdir(at).catch(() => {})
  }
  try {
    for (const [index, name] of names.entries()) {
      const at = join(folder.through, name)
      if (make && (await madeFolder(at))) made.push({ at, path: join(...names.slice(0, index + 1)) })
      folder = stack.use(await hold(at, { folder: true, noFollow: true }))
    }
  } catch (error) {
    await undo()
    if (errorCodeOf(error) !== 'ENOTDIR' && errorCodeOf(error) !== 'ELOOP') throw error
    throw new AppError('conflict', `Part of "${path}" is a file or a link, not a folder.`, { cause: error })
  }
  const moved = stack.move()
  return {
    folder,
    made: made.map((each) => each.path),
    undo,
    [Symbol.asyncDispose]: () => moved.disposeAsync(),
  }
}

async function madeFolder(place: string): Promise<boolean> {
  try {
    await mkdir(place)
    return true
  } catch (error) {
    if (errorCodeOf(error) === 'EEXIST') return false
    throw error
  }
}

async function nearestFolder(path: string): Promise<{ found: Held; missing: string[] }> {
  const missing: string[] = []
  for (let folder = path; ; folder = dirname(folder)) {
    try {
      return { found: await hold(folder, { folder: true }), missing }
    } catch (error) {
      if (errorCodeOf(error) === 'ENOTDIR') throw partIsFile(path, error)
      if (errorCodeOf(error) !== 'ENOENT' || dirname(folder) === folder) throw error
      missing.unshift(basename(folder))
    }
  }
}

async function entryStats(path: string): Promise<Stats | undefined> {
  try {
    return await lstat(path)
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

function partIsFile(path: string, cause: unknown): AppError {
  return new AppError('conflict', `Part of "${path}" is a file, not a folder.`, { cause })
}

function noFolder(path: string): AppError {
  return new AppError('not_found', `No file or folder "${path}".`)
}

function becameLink(path: string): AppError {
  return new AppError('conflict', `"${path}" was just replaced by a link. Try again.`)
}
