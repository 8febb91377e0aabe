import { constants } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createWriteStream } from 'node:fs'
import { AppError } from '../../contract/errors.ts'

/** Opens a file that somebody gave us. A pipe or a device is refused: reading it would never end. */
async function openPlainFile(path: string): Promise<FileHandle> {
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK)
  if ((await file.stat()).isFile()) return file
  await file.close()
  throw new AppError('invalid_request', `${path} is not a file. Give the path of a backup file.`)
}

export async function readPlainFile(path: string, maxBytes: number): Promise<Uint8Array> {
  await using file = await openPlainFile(path)
  if ((await file.stat()).size > maxBytes)
    throw new AppError('invalid_request', `${path} is too large to be part of a backup.`)
  return await file.readFile()
}

/** Copies the one file, private from its first byte, and nothing that SQLite would look for beside it. */
export async function copyPlainFile(path: string, target: string): Promise<void> {
  await using file = await openPlainFile(path)
  await pipeline(
    file.createReadStream({ autoClose: false }),
    createWriteStream(target, { flags: 'wx', mode: 0o600 }),
  )
}
