import { access } from 'node:fs/promises'
import { delimiter } from 'node:path'
import type { Call } from '../../contract/endpoint.ts'
import { AppError } from '../../contract/errors.ts'
import type { Log } from '../../contract/log.ts'
import type { Database } from '../../platform/database/database.ts'
import { isInside } from '../../platform/files/links.ts'
import { fileError } from '../../platform/files/file-error.ts'
import { hold } from '../../platform/files/held.ts'
import { openInput, type InputFile } from '../../platform/files/input-file.ts'
import type { StoredDocument } from './document-rows.ts'
import { DocumentStore, type DocumentQuery, type Match } from './document-store.ts'
import type { Thumbnail } from './thumbnails.ts'
import { Uploads, type Incoming, type Saving, type UploadedFile } from './uploads.ts'

export interface DocumentsDeps {
  readonly database: Database
  readonly uploadsFolder: string
  readonly home: string
  readonly dataFolder: string
  readonly now: () => Date
  readonly log: Log
  /** The effective value of a setting; none is set when left out. */
  readonly setting?: (name: string) => unknown
  /** Where programs are looked for, as in PATH; that of this process when left out. */
  readonly searchPath?: string
}

export interface DocumentSummary {
  readonly document_id: string
  readonly title: string
  readonly mime_type: string
  readonly characters: number
  readonly chunks: number
  readonly path: string | null
  readonly session_id: string | null
  readonly created_at: string
  readonly matches?: Match[]
}

export interface IngestRequest {
  readonly path?: string | undefined
  readonly file_id?: string | undefined
  readonly session_id?: string | undefined
}

/** Rights follow the caller: a person, or somebody who speaks through a model, a plugin or a webhook. */
export type Reader = Pick<Call, 'provenance'>

export interface IngestedDocument {
  readonly document_id: string
  readonly title: string
  readonly mime_type: string
  readonly characters: number
  readonly chunks: number
  readonly preview: string
}

export interface DocumentsPage {
  readonly documents: DocumentSummary[]
  readonly next_cursor: string | null
}

/** Uploaded files and what was read from them, for the service's endpoints, its tools and chat. */
export interface Documents extends Disposable {
  upload(incoming: Incoming, saving: Saving): Promise<UploadedFile>
  /** Where an uploaded file lies; throws `not_found` for an unknown one. */
  uploadedPath(fileId: string): Promise<string>
  /** Takes hold of a file that may be read here; throws why it may not. */
  open(request: IngestRequest, reader: Reader): Promise<InputFile>
  /** Removes an uploaded file. */
  discard(fileId: string): Promise<void>
  ingest(request: IngestRequest, call: Reader & { signal: AbortSignal }): Promise<IngestedDocument>
  /** A small version of a picture that may be read here. */
  thumbnail(request: IngestRequest, call: Reader & { signal: AbortSignal; edge: number }): Promise<Thumbnail>
  list(query?: DocumentQuery): Promise<DocumentsPage>
  search(query: string, options?: DocumentQuery): Promise<DocumentsPage>
  /** The beginning of its text. Throws `not_found` for one that is unknown, or not for this conversation. */
  read(
    documentId: string,
    options: { characters: number; sessionId?: string | undefined },
  ): Promise<DocumentSummary & { readonly text: string }>
  /** Throws `not_found` for an unknown one. */
  remove(documentId: string): Promise<void>
}

const sweepEvery = 3_600_000

export function createDocuments(deps: DocumentsDeps): Documents {
  const { database, now, log, uploadsFolder } = deps
  const store = new DocumentStore({ database, now })
  const uploads = new Uploads({ folder: uploadsFolder, now, log })
  const searchPath = deps.searchPath ?? process.env['PATH'] ?? ['/usr/bin', '/bin'].join(delimiter)
  // What they need is loaded when the first document or picture comes, not at every start of the service.
  const reader = once(async () => new (await import('./ingest.ts')).Ingest({ store, searchPath }))
  const smallPictures = once(async () => new (await import('./thumbnails.ts')).Thumbnails())
  const sweep = (): void => {
    uploads.sweep().catch((error: unknown) => log.warn({ err: error }, "couldn't remove interrupted uploads"))
  }
  store
    .recover(log)
    .catch((error: unknown) => log.error({ err: error }, "couldn't remove unfinished documents"))
  sweep()
  const timer = setInterval(sweep, sweepEvery).unref()

  const summary = (document: StoredDocument) => summaryOf(document, uploadsFolder)

  const open = async ({ path, file_id: fileId }: IngestRequest, reader: Reader): Promise<InputFile> =>
    fileId === undefined ? openForReader(path ?? '', deps, reader) : openUpload(await uploads.pathOf(fileId))

  return {
    upload: (incoming, saving) => uploads.save(incoming, saving),
    uploadedPath: (fileId) => uploads.pathOf(fileId),
    open,
    discard: (fileId) => uploads.remove(fileId),
    async ingest(request, { signal, provenance }) {
      await using file = await open(request, { provenance })
      const { path, through } = file
      const document = await (await reader()).read({ path, through, sessionId: request.session_id, signal })
      const { document_id, title, mime_type, characters, chunks, preview } = document
      return { document_id, title, mime_type, characters, chunks, preview }
    },
    async thumbnail(request, { provenance, signal, edge }) {
      await using file = await open(request, { provenance })
      return await (await smallPictures()).of(file, { signal, edge })
    },
    async list(query) {
      const { entries, next_cursor } = store.list(query)
      return { documents: await Promise.all(entries.map(summary)), next_cursor }
    },
    async search(query, options) {
      const { entries, next_cursor } = store.search(query, options)
      const found = entries.map(async ({ document, matches }) => ({ ...(await summary(document)), matches }))
      return { documents: await Promise.all(found), next_cursor }
    },
    async read(documentId, options) {
      const found = store.read(documentId, options)
      if (!found) throw noSuchDocument(documentId)
      return { ...(await summary(found.document)), text: found.text }
    },
    async remove(documentId) {
      if (!(await store.remove(documentId))) throw noSuchDocument(documentId)
    },
    [Symbol.dispose]: () => clearInterval(timer),
  }
}

function once<Made>(make: () => Promise<Made>): () => Promise<Made> {
  let made: Promise<Made> | undefined
  return () => (made ??= make())
}

async function summaryOf(document: StoredDocument, uploadsFolder: string): Promise<DocumentSummary> {
  const { number: _, preview: __, ...members } = document
  const isGone = isInside(document.path, uploadsFolder) && !(await exists(document.path))
  return { ...members, path: isGone ? null : document.path }
}

function noSuchDocument(documentId: string): AppError {
  return new AppError('not_found', `No document "${documentId}". GET /api/documents lists them.`)
}

/** What somebody would have to be asked about is not for a search by models: here nobody can be asked. */
async function openForReader(
  path: string,
  { home, dataFolder, setting = () => undefined }: Pick<DocumentsDeps, 'home' | 'dataFolder' | 'setting'>,
  { provenance }: Reader,
): Promise<InputFile> {
  try {
    return await openInput(path, { home, dataFolder, setting, provenance, isApproved: false })
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'forbidden') throw error
    throw new AppError('forbidden', `${error.message} It wasn't ingested.`, { cause: error })
  }
}

async function openUpload(path: string): Promise<InputFile> {
  const held = await hold(path, { noFollow: true }).catch((error: unknown) => {
    throw fileError(error, path)
  })
  return { path, through: held.through, held, [Symbol.asyncDispose]: () => held[Symbol.asyncDispose]() }
}

async function exists(path: string): Promise<boolean> {
  try {
    await access(path)
    return true
  } catch {
    return false
  }
}
