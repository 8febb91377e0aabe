import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { AppError } from '../../contract/errors.ts'
import { contentKindOf } from '../../platform/documents/content-kind.ts'
import { readingType } from '../../platform/documents/extract-text.ts'
import { isReadablePicture, readPictureText } from '../../platform/documents/picture-text.ts'
import { maxDocumentBytes, type ExtractedText } from '../../platform/documents/reader-orders.ts'
import { runReader } from '../../platform/documents/run-reader.ts'
import { fileError } from '../../platform/files/file-error.ts'
import type { StoredDocument } from './document-rows.ts'
import type { DocumentStore } from './document-store.ts'

export interface IngestOrder {
  /** As people know it. */
  readonly path: string
  /** Leads to the file that was judged. */
  readonly through: string
  readonly sessionId: string | undefined
  readonly signal: AbortSignal
}

/** A long PDF takes its time, and here somebody waits for it to be searchable, not for an answer. */
const readerSeconds = 120

/** Reads files into the store. The same content at the same time is read once. */
export class Ingest {
  readonly #store: DocumentStore
  readonly #searchPath: string
  readonly #underWay = new Map<string, Promise<unknown>>()

  /** `searchPath` is where programs are looked for, as in PATH. */
  constructor({ store, searchPath }: { store: DocumentStore; searchPath: string }) {
    this.#store = store
    this.#searchPath = searchPath
  }

  async read(order: IngestOrder): Promise<StoredDocument> {
    await assertReadable(order)
    const sha256 = await hashOf(order.through, order.signal)
    for (;;) {
      const known = await this.#store.claimByContent(sha256, order)
      if (known) return known
      const other = this.#underWay.get(sha256)
      if (!other) break
      // Whatever becomes of it is told to the one who asked for it; here the store is asked again.
      await Promise.allSettled([other])
    }
    const work = this.#readNew(order, sha256)
    this.#underWay.set(sha256, work)
    try {
      return await work
    } finally {
      this.#underWay.delete(sha256)
    }
  }

  async #readNew(order: IngestOrder, sha256: string): Promise<StoredDocument> {
    const { path, through, sessionId, signal } = order
    const mimeType = await contentKindOf(through, basename(path))
    const { title, text } = await this.#extract(order, mimeType)
    if (text === '') throw withoutText(path, mimeType)
    const draft = { sha256, title: title ?? basename(path), mimeType, path, text, sessionId }
    return this.#store.add(draft, signal)
  }

  async #extract({ path, through, signal }: IngestOrder, mimeType: string): Promise<ExtractedText> {
    if (isReadablePicture(mimeType)) {
      return { title: null, text: await readPictureText(through, { signal, searchPath: this.#searchPath }) }
    }
    const order = { path: through, mimeType: readingType(mimeType, path) }
    return runReader('text', order, { signal, seconds: readerSeconds })
  }
}

async function assertReadable({ path, through }: IngestOrder): Promise<void> {
  try {
    const found = await stat(through)
    if (!found.isFile())
      throw new AppError('invalid_request', `"${path}" is a folder or a device, not a file.`)
    if (found.size > maxDocumentBytes) {
      throw new AppError('too_large', `"${basename(path)}" is larger than 100 MB, the most Deskhand reads.`)
    }
  } catch (error) {
    throw fileError(error, path)
  }
}

async function hashOf(path: string, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256')
  try {
    await pipeline(createReadStream(path), hash, { signal })
  } catch (error) {
    throw fileError(error, path)
  }
  return hash.digest('hex')
}

function withoutText(path: string, mimeType: string): AppError {
  const reason =
    mimeType === 'application/pdf'
      ? 'its pages are probably scans; export them as images to have their text recognized'
      : 'it has nothing to search'
  return new AppError('unsupported_media_type', `No text found in "${basename(path)}": ${reason}.`)
}
