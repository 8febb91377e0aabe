import type { FileHandle } from 'node:fs/promises'
import { isPersonal } from '../../contract/endpoint.ts'
import { AppError } from '../../contract/errors.ts'
import type { Caller } from './allowed-folders.ts'
import { fileError } from './file-error.ts'
import { hold, openHeld, type Held } from './held.ts'
import { allowedPath } from './paths.ts'
import { admit, assertNotClosed } from './rights.ts'

/** A file that a caller may read. It is read by way of `through`, and named by `path`. */
export interface InputFile extends AsyncDisposable {
  /** As the caller wrote it, spelled out. */
  readonly path: string
  readonly through: string
  readonly held: Held
}

export interface InputOptions {
  /** The argument that the path came from. */
  readonly name?: string
}

/**
 * Takes hold of a file, or of anything else that a path leads to, and judges exactly that. Whoever then opens `through`
 * gets the very file that was judged: a link that is swapped meanwhile changes nothing.
 */
export async function openInput(
  path: string,
  caller: Caller,
  options: InputOptions = {},
): Promise<InputFile> {
  const resolved = await allowedPath(path, caller, { access: 'read', ...options })
  return { path: resolved, ...(await holdInput(resolved, caller)) }
}

export interface HoldInputOptions {
  /** A person gets to know the kind and size of a protected file without being asked, but not what is in it. */
  readonly describesOnly?: boolean
}

/** The same for a path that was resolved before, e.g. one that a walk came past. */
export async function holdInput(
  path: string,
  caller: Caller,
  { describesOnly = false }: HoldInputOptions = {},
): Promise<Omit<InputFile, 'path'>> {
  const held = await hold(path).catch((error: unknown) => {
    throw fileError(error, path)
  })
  try {
    const touched = { path: held.path, stats: held.stats, onDisk: [held] }
    if (describesOnly && isPersonal(caller.provenance)) await assertNotClosed(touched, caller, 'read')
    else await admit(touched, { named: path, caller, access: 'read' })
  } catch (error) {
    await held[Symbol.asyncDispose]()
    throw error
  }
  return { through: held.through, held, [Symbol.asyncDispose]: () => held[Symbol.asyncDispose]() }
}

/** A handle of a regular file; a pipe or device would block or never end. */
export async function readingHandle(path: string, { held }: Pick<InputFile, 'held'>): Promise<FileHandle> {
  if (held.stats.isDirectory())
    throw new AppError('conflict', `"${path}" is a folder. Use LIST_FILES for it.`)
  if (!held.stats.isFile()) throw new AppError('conflict', `"${path}" is a device or a pipe, not a file.`)
  return openHeld(held).catch((error: unknown) => {
    throw fileError(error, path)
  })
}
