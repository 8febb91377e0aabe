import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import { contentKindOf } from '../../platform/documents/content-kind.ts'
import { runReader } from '../../platform/documents/run-reader.ts'
import { fileError } from '../../platform/files/file-error.ts'
import type { InputFile } from '../../platform/files/input-file.ts'
import { firstSheet } from '../../platform/spreadsheets/read/first-sheet.ts'
import type { Documents } from '../documents/documents.ts'
import type { Asked, Attachment } from './answering.ts'

/** What stands in an attached file, as far as it is shown. */
export type AttachedContent = AttachedText | AttachedSheet | AttachedPicture

export interface AttachedText {
  readonly kind: 'text'
  readonly name: string
  readonly text: string
  /** Whether there is more of it. */
  readonly truncated: boolean
  /** Whether it was written as it stands there, and not read out of a document. */
  readonly isPlain: boolean
}

export interface AttachedSheet {
  readonly kind: 'sheet'
  readonly name: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly unknown[])[]
  readonly more: boolean
  /** The one that is shown, and all that there are. */
  readonly sheet: string
  readonly sheets: readonly string[]
}

export interface AttachedPicture {
  readonly kind: 'picture'
  readonly name: string
  /** A data URL. */
  readonly url: string
  readonly width: number
  readonly height: number
  readonly bytes: number
  readonly modified_at: string
}

const MAX_BYTES = 200_000
const MAX_ROWS = 200
/** As large as a card shows it, and small enough to be kept in the conversation. */
const PICTURE_EDGE = 800

const SPREADSHEETS =
  /^application\/(?:vnd\.openxmlformats-officedocument\.spreadsheetml|vnd\.ms-excel|vnd\.oasis\.opendocument\.spreadsheet)/

type Reading = Pick<Documents, 'open' | 'ingest' | 'read'>

/** Text as it is, the rows of a workbook, a picture, and everything else as it was read. Throws why it can't be read. */
export async function attachedContent(
  documents: Reading,
  attachment: Attachment,
  asked: Asked,
): Promise<AttachedContent> {
  if (attachment.document_id === undefined) {
    const { file_id, path } = attachment
    await using file = await documents.open({ file_id, path }, asked)
    const found = await ofFile(file, attachment.name ?? basename(file.path), asked.signal)
    if (found) return found
  }
  return readDocument(documents, attachment, asked)
}

async function ofFile(
  file: InputFile,
  name: string,
  signal: AbortSignal,
): Promise<AttachedContent | undefined> {
  try {
    const kind = await contentKindOf(file.through, name)
    if (/^text\/(?!html)/.test(kind)) return await plainText(file, name)
    if (SPREADSHEETS.test(kind)) return await sheetOf(file, name, signal)
    return kind.startsWith('image/') ? await pictureOf(file, name, signal) : undefined
  } catch (error) {
    throw fileError(error, file.path)
  }
}

async function plainText(file: InputFile, name: string): Promise<AttachedText> {
  await using held = await open(file.through)
  const { buffer, bytesRead } = await held.read({ buffer: Buffer.alloc(MAX_BYTES), position: 0 })
  const text = buffer.subarray(0, bytesRead).toString('utf8')
  return { kind: 'text', name, text, truncated: file.held.stats.size > bytesRead, isPlain: true }
}

async function sheetOf(file: InputFile, name: string, signal: AbortSignal): Promise<AttachedSheet> {
  const { openSpreadsheet } = await import('../../platform/spreadsheets/read/open-spreadsheet.ts')
  const { readWindow } = await import('../../platform/spreadsheets/read/sheet-window.ts')
  await using book = await openSpreadsheet(file.through)
  const sheet = firstSheet(book, name)
  const { columns, rows, more } = await readWindow(book.rows(sheet, { signal }), {
    range: undefined,
    headerRow: undefined,
    offset: 0,
    limit: MAX_ROWS,
  })
  return {
    kind: 'sheet',
    name,
    columns,
    rows: rows.map((row) => columns.map((column) => row[column])),
    more,
    sheet,
    sheets: book.sheets.filter(({ hidden }) => !hidden).map((one) => one.name),
  }
}

async function pictureOf(file: InputFile, name: string, signal: AbortSignal): Promise<AttachedPicture> {
  const { fullWidth, fullHeight, shown } = await runReader(
    'picture',
    { path: file.through, maxEdge: PICTURE_EDGE },
    { signal },
  )
  const { size, mtime } = file.held.stats
  return {
    kind: 'picture',
    name,
    url: `data:${shown.mediaType};base64,${shown.base64}`,
    width: fullWidth,
    height: fullHeight,
    bytes: size,
    modified_at: mtime.toISOString(),
  }
}

async function readDocument(
  documents: Reading,
  attachment: Attachment,
  { session_id, signal, provenance }: Asked,
): Promise<AttachedText> {
  const { file_id, path } = attachment
  const document_id =
    attachment.document_id ??
    (await documents.ingest({ file_id, path, session_id }, { signal, provenance })).document_id
  const { title, text, characters } = await documents.read(document_id, {
    characters: MAX_BYTES,
    sessionId: session_id,
  })
  const name = attachment.name ?? title
  return { kind: 'text', name, text, truncated: characters > text.length, isPlain: false }
}
