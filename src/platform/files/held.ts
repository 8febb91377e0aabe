import { constants, readFileSync, readlinkSync, type Stats } from 'node:fs'
import { open, realpath, type FileHandle } from 'node:fs/promises'
import { AppError } from '../../contract/errors.ts'

/** Linux: takes hold of a thing without opening it, so that no device wakes and no pipe blocks. Node has no name for it. */
const O_PATH = 0o10000000
/** macOS: fails when any part of the path is a link. Node has no name for it either. */
const O_NOFOLLOW_ANY = 0x20000000
const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK } = constants

const hasDescriptorPaths = process.platform === 'linux'
const descriptorPath = /^\/proc\/\d+\/fd\/\d+(?=\/|$)/

/**
 * A file or folder that was taken hold of. What is judged, read or changed by way of it is that very thing, whatever
 * somebody makes of its name meanwhile.
 */
export interface Held extends AsyncDisposable {
  /** Where it lay when it was taken hold of, without links. */
  readonly path: string
  /**
   * Leads to what is held, for this process, its threads and its children. In a folder, `${through}/name` is an entry of
   * exactly that folder. On macOS it is the path itself, which no link was part of when it was opened.
   */
  readonly through: string
  readonly stats: Stats
  /** Tells whether two things of one disk are reached by the same mount; undefined where nobody can tell. */
  readonly mount: string | undefined
}

export interface HoldOptions {
  /** Only a folder will do. */
  readonly folder?: boolean
  /** The last part must not be a link. */
  readonly noFollow?: boolean
}

export async function hold(
  path: string,
  { folder = false, noFollow = false }: HoldOptions = {},
): Promise<Held> {
  const kind = (folder ? O_DIRECTORY : 0) | (noFollow ? O_NOFOLLOW : 0)
  if (!hasDescriptorPaths) return heldByName(path, kind)
  const handle = await open(path, O_PATH | kind)
  return finished(handle, async () => {
    const through = descriptorPathOf(handle, path)
    const stats = await handle.stat()
    // The kernel answers these two from memory.
    const found = readlinkSync(through)
    if (stats.nlink === 0 || !found.startsWith('/')) throw gone(path)
    return { path: found, through, stats, mount: mountOf(handle.fd) }
  })
}

/** Opens what is held, for reading. A pipe that nobody writes to does not keep anybody waiting. */
export function openHeld({ through }: Held): Promise<FileHandle> {
  return open(through, O_RDONLY | O_NONBLOCK | (hasDescriptorPaths ? 0 : O_NOFOLLOW_ANY))
}

/** Leads to a file that is open, whatever became of its name; on macOS it is the name. */
export function descriptorPathOf({ fd }: FileHandle, path: string): string {
  return hasDescriptorPaths ? `/proc/${process.pid}/fd/${fd}` : path
}

/** The path that a person knows, of one that leads through something held. */
export function namedPath(path: string): string {
  const [through] = descriptorPath.exec(path) ?? []
  if (through === undefined) return path
  try {
    return readlinkSync(through).replace(/ \(deleted\)$/, '') + path.slice(through.length)
  } catch {
    return path
  }
}

/** On paper so far: nobody of us has a Mac to attack. Between here and the use of `through`, the name counts again. */
async function heldByName(path: string, kind: number): Promise<Held> {
  const real = (kind & O_NOFOLLOW) === 0 ? await realpath(path) : path
  const handle = await open(real, O_RDONLY | O_NONBLOCK | O_NOFOLLOW_ANY | (kind & O_DIRECTORY))
  return finished(handle, async () => ({
    path: real,
    through: real,
    stats: await handle.stat(),
    mount: undefined,
  }))
}

async function finished(
  handle: FileHandle,
  describe: () => Promise<Omit<Held, typeof Symbol.asyncDispose>>,
): Promise<Held> {
  try {
    return { ...(await describe()), [Symbol.asyncDispose]: () => handle.close() }
  } catch (error) {
    await handle.close()
    throw error
  }
}

function mountOf(descriptor: number): string | undefined {
  return /^mnt_id:\s*(\d+)/m.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, 'latin1'))?.[1]
}

function gone(path: string): AppError {
  return new AppError('not_found', `The file or folder "${namedPath(path)}" is gone.`)
}
