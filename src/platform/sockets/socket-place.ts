import { chmod, lstat, mkdir, stat, unlink } from 'node:fs/promises'
import { connect } from 'node:net'
import { dirname, isAbsolute, join } from 'node:path'
import { AppError } from '../../contract/errors.ts'
import { pipePlace } from './pipe-place.ts'

const FILE_NAME = 'events.sock'
/** What fits into a socket address beside the byte that ends it. */
const MAX_PATH_BYTES = process.platform === 'darwin' ? 103 : 107
const ANSWER_MS = 2_000

export interface SocketPlaces {
  /** `$XDG_RUNTIME_DIR`, where there is one. */
  readonly runtimeFolder: string | undefined
  readonly dataFolder: string
  /** The machine's own unless given. */
  readonly platform?: NodeJS.Platform
}

/**
 * A path on which a socket can be opened: its folder is ours alone, and nothing is in the way. The runtime folder comes
 * first; the data folder is for machines without one, and for a second service beside the one that has it. The caller
 * holds the lock of the data folder, so that no two services come here at once for the same one.
 */
export async function prepareSocketPlace({
  runtimeFolder,
  dataFolder,
  platform = process.platform,
}: SocketPlaces): Promise<string> {
  if (platform === 'win32') return preparePipe(pipePlace(dataFolder))
  const own = join(dataFolder, 'run', FILE_NAME)
  if (runtimeFolder && (await isOurFolder(runtimeFolder))) {
    const shared = join(runtimeFolder, 'deskhand', FILE_NAME)
    if (fits(shared) && (await prepare(shared))) return shared
  }
  if (!fits(own))
    throw new AppError(
      'unavailable',
      `The path ${own} is longer than the ${MAX_PATH_BYTES} bytes a socket can have. Choose a shorter data folder.`,
    )
  if (await prepare(own)) return own
  throw alreadyListening(own)
}

/** Nothing is left behind where a pipe was: it is gone with its service. */
async function preparePipe(path: string): Promise<string> {
  if (await isAnswered(path)) throw alreadyListening(path)
  return path
}

function alreadyListening(path: string): AppError {
  return new AppError('already_running', `Another service is listening on ${path}. Stop it first.`)
}

function fits(path: string): boolean {
  return Buffer.byteLength(path) <= MAX_PATH_BYTES
}

/** A runtime folder of somebody else, as under sudo, is not a place to leave files in. */
async function isOurFolder(folder: string): Promise<boolean> {
  if (!isAbsolute(folder)) return false
  const found = await unlessMissing(stat(folder))
  return found !== undefined && found.isDirectory() && found.uid === process.getuid?.()
}

/** False when a living service has the path. */
async function prepare(path: string): Promise<boolean> {
  await ownFolder(dirname(path))
  const found = await unlessMissing(lstat(path))
  if (!found) return true
  if (!found.isSocket())
    throw new AppError(
      'unavailable',
      `${path} is in the way and is not a socket. Move it away and start again.`,
    )
  if (await isAnswered(path)) return false
  const now = await unlessMissing(lstat(path))
  // Between asking and unlinking, another service may have put its own there.
  if (now && now.ino !== found.ino) return false
  await unlessMissing(unlink(path))
  return true
}

async function ownFolder(folder: string): Promise<void> {
  await mkdir(folder, { mode: 0o700 }).catch((error: unknown) => {
    if (codeOf(error) !== 'EEXIST') throw error
  })
  // Not followed: a link that somebody put there would lead the socket to a place of their choice.
  const found = await lstat(folder)
  if (!found.isDirectory())
    throw new AppError(
      'unavailable',
      `${folder} is not a folder, or only a link to one. Move it away and start again.`,
    )
  if (found.uid !== process.getuid?.())
    throw new AppError('unavailable', `${folder} belongs to another user. Have it removed and start again.`)
  if ((found.mode & 0o777) !== 0o700) await chmod(folder, 0o700)
}

/** Whether somebody listens. Only a refusal proves that nobody does; anything unclear counts as yes. */
function isAnswered(path: string): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const socket = connect(path)
  socket.setTimeout(ANSWER_MS, () => resolve(true))
  socket.once('connect', () => resolve(true))
  socket.once('error', (error) => resolve(codeOf(error) !== 'ECONNREFUSED' && codeOf(error) !== 'ENOENT'))
  return promise.finally(() => socket.destroy())
}

async function unlessMissing<Value>(wanted: Promise<Value>): Promise<Value | undefined> {
  try {
    return await wanted
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code
}
