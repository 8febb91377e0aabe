import { createHash, randomBytes } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { AppError } from '../../contract/errors.ts'
import { limits } from '../../contract/limits.ts'
import type { Log } from '../../contract/log.ts'
import { megabytesText } from '../../contract/text/numbers.ts'
import { ensurePrivateFolder, syncFolder } from '../../platform/files/atomic-file.ts'
import { fileError, isMissing } from '../../platform/files/file-error.ts'
import { safeFileName } from '../../platform/files/paths.ts'

export interface UploadedFile {
  readonly file_id: string
  readonly filename: string
  readonly path: string
  readonly size: number
  readonly mime_type: string
  readonly sha256: string
}

export interface Incoming {
  readonly filename: string
  readonly chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>
  /** True once the chunks ended because there were too many. */
  readonly truncated?: () => boolean
}

export interface UploadsDeps {
  readonly folder: string
  readonly now: () => Date
  readonly log: Log
  /** Largest file in bytes. */
  readonly limit?: number
}

const partialPrefix = '.partial-'
const hour = 3_600_000
const partialLifetime = 24 * hour
/** What a program left is made again when it is wanted again: by then it was saved elsewhere, or nobody needs it. */
const madePrefix = 'file_made'
const madeLifetime = 30 * 24 * hour

export interface Saving {
  readonly signal: AbortSignal
  /** Nobody sent it: a program made it, and it is kept for a month. */
  readonly isMade?: boolean
}

/** Files that were sent here: each in a folder of its own, which gets its final name only when the file is whole. */
export class Uploads {
  readonly #folder: string
  readonly #now: () => Date
  readonly #log: Log
  readonly #limit: number

  constructor({ folder, now, log, limit = limits.upload_bytes.value }: UploadsDeps) {
    this.#folder = folder
    this.#now = now
    this.#log = log
    this.#limit = limit
  }

  async save(incoming: Incoming, { signal, isMade = false }: Saving): Promise<UploadedFile> {
    const filename = safeFileName(incoming.filename)
    const id = randomBytes(16).toString('hex')
    const partial = join(this.#folder, partialPrefix + id)
    const file_id = isMade ? `${madePrefix}_${id}` : `file_${id}`
    const kept = join(this.#folder, file_id)
    try {
      await ensurePrivateFolder(this.#folder)
      await mkdir(partial, { mode: 0o700 })
      const content = await this.#receive(incoming, { path: join(partial, filename), signal })
      const { contentKindOf } = await import('../../platform/documents/content-kind.ts')
      const mimeType = await contentKindOf(join(partial, filename))
      await syncFolder(partial)
      signal.throwIfAborted()
      await rename(partial, kept)
      await syncFolder(this.#folder)
      return { file_id, filename, path: join(kept, filename), mime_type: mimeType, ...content }
    } catch (error) {
      await rm(partial, { recursive: true, force: true })
      // A caller that goes away looks like a broken stream; what it means is known here only.
      if (signal.aborted) throw new AppError('cancelled', 'The upload was interrupted.', { cause: error })
      throw fileError(error, this.#folder)
    }
  }

  /** Where an uploaded file lies. */
  async pathOf(fileId: string): Promise<string> {
    const names = /^file_(?:made_)?[0-9a-f]{32}$/.test(fileId)
      ? await namesIn(join(this.#folder, fileId))
      : []
    if (names[0] !== undefined) return join(this.#folder, fileId, names[0])
    throw new AppError('not_found', `No uploaded file "${fileId}". Upload it first with POST /api/upload.`)
  }

  async remove(fileId: string): Promise<void> {
    await rm(dirname(await this.pathOf(fileId)), { recursive: true, force: true })
  }

  /** Removes what broken-off uploads left more than a day ago, and what programs made more than a month ago. */
  async sweep(): Promise<void> {
    for (const name of await namesIn(this.#folder)) {
      const kept = name.startsWith(partialPrefix) ? partialLifetime : madeLifetime
      if (kept === madeLifetime && !name.startsWith(madePrefix)) continue
      const path = join(this.#folder, name)
      if (!(await this.#isOlder(path, kept))) continue
      await rm(path, { recursive: true, force: true })
      this.#log.info({ path }, 'removed an upload that is no longer needed')
    }
  }

  async #isOlder(path: string, kept: number): Promise<boolean> {
    try {
      return this.#now().getTime() - (await stat(path)).mtimeMs > kept
    } catch (error) {
      if (isMissing(error)) return false
      throw error
    }
  }

  async #receive(
    { chunks, truncated }: Incoming,
    { path, signal }: { path: string; signal: AbortSignal },
  ): Promise<{ size: number; sha256: string }> {
    const hash = createHash('sha256')
    let size = 0
    await using file = await open(path, 'wx', 0o600)
    for await (const chunk of chunks) {
      signal.throwIfAborted()
      size += chunk.length
      if (size > this.#limit) throw this.#tooLarge()
      hash.update(chunk)
      await file.writeFile(chunk)
    }
    if (truncated?.()) throw this.#tooLarge()
    await file.sync()
    return { size, sha256: hash.digest('hex') }
  }

  #tooLarge(): AppError {
    return new AppError(
      'too_large',
      `The file is larger than ${megabytesText(this.#limit)}, the upload limit.`,
    )
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}
