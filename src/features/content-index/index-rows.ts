import type { DatabaseSync } from 'node:sqlite'
import { officeTypes } from '../../platform/documents/content-signatures.ts'
import type { DocumentSections } from '../../platform/documents/reader-orders.ts'
import { searchable } from '../../platform/documents/search-words.ts'
import { chunksOf } from '../../platform/documents/text-chunks.ts'
import type { ContentKind, IndexCounts, UnreadFile } from './index-messages.ts'

export interface WaitingFile {
  readonly number: number
  readonly path: string
  readonly bytes: number
}

export type ReadOutcome =
  | { readonly state: 'indexed'; readonly content: DocumentSections }
  | { readonly state: 'too_large' }
  | { readonly state: 'unreadable'; readonly reason: string }
  /** There is no text in it, or none for the index. */
  | { readonly state: 'other' }

/** After so many times the program is not ended again by the same file. */
const maxStumbles = 3
const maxBytesAtOnce = 16 * 1024 * 1024

/** What was being read when the program ended, by a crash or because the machine went off. */
export function recoverReading(database: DatabaseSync): void {
  database.exec(`
    UPDATE files SET stumbles = stumbles + 1, state = 'waiting' WHERE state = 'reading';
    UPDATE files SET state = 'unreadable', reason = 'Reading it ended the program each time.'
      WHERE state = 'waiting' AND stumbles >= ${maxStumbles}`)
}

/** The newest first, for they are looked for the most; what may have ended the program last, and each on its own. */
export function takeWaiting(database: DatabaseSync, most: number): WaitingFile[] {
  const rows = database
    .prepare(
      `SELECT number, path, bytes, stumbles FROM files WHERE state = 'waiting'
       ORDER BY stumbles, modified DESC LIMIT ?`,
    )
    .all(most)
  const files = rows.map((row) => ({
    number: Number(row['number']),
    path: String(row['path']),
    bytes: Number(row['bytes']),
  }))
  const unsure = rows.findIndex((row) => Number(row['stumbles']) > 0)
  let bytes = 0
  // All of their texts are in memory at once.
  const large = files.findIndex((file) => (bytes += file.bytes) > maxBytesAtOnce)
  const [end = files.length] = [unsure, large].filter((at) => at >= 0).toSorted((a, b) => a - b)
  const taken = files.slice(0, Math.max(end, 1))
  const mark = database.prepare(`UPDATE files SET state = 'reading' WHERE number = ?`)
  inOne(database, () => taken.forEach(({ number }) => mark.run(number)))
  return taken
}

/** Puts what was read in the place of what was known before, all of it or nothing. */
export function keepOutcomes(database: DatabaseSync, outcomes: ReadonlyMap<number, ReadOutcome>): void {
  const forget = database.prepare('DELETE FROM chunks WHERE file = ?')
  const settle = database.prepare(
    'UPDATE files SET state = ?, kind = ?, title = ?, reason = ?, stumbles = 0 WHERE number = ?',
  )
  const add = database.prepare('INSERT INTO chunks (file, place, text) VALUES (?, ?, ?)')
  inOne(database, () => {
    for (const [number, outcome] of outcomes) {
      forget.run(number)
      const { content, reason = null } = outcome as { content?: DocumentSections; reason?: string }
      const kind = content ? kindOf(content.mimeType) : null
      settle.run(outcome.state, kind, content?.title ?? null, reason, number)
      for (const { place, text } of content?.sections ?? [])
        for (const chunk of chunksOf(text)) add.run(number, place, searchable(chunk))
    }
  })
}

/** Reading was stopped before its end: they wait again, and nobody is to blame. */
export function putBack(database: DatabaseSync): void {
  database.exec(`UPDATE files SET state = 'waiting' WHERE state = 'reading'`)
}

export function countFiles(database: DatabaseSync): IndexCounts {
  const rows = database.prepare('SELECT state, count(*) AS files FROM files GROUP BY state').all()
  const of = (...states: string[]): number =>
    rows
      .filter((row) => states.includes(String(row['state'])))
      .reduce((sum, row) => sum + Number(row['files']), 0)
  return {
    indexed: of('indexed'),
    waiting: of('waiting', 'reading'),
    tooLarge: of('too_large'),
    unreadable: of('unreadable'),
  }
}

export function unreadFiles(database: DatabaseSync, most: number): UnreadFile[] {
  return database
    .prepare(
      `SELECT path, coalesce(reason, 'It is too large.') AS reason FROM files
       WHERE state IN ('unreadable', 'too_large') ORDER BY modified DESC LIMIT ?`,
    )
    .all(most)
    .map((row) => ({ path: String(row['path']), reason: String(row['reason']) }))
}

const kinds: Readonly<Record<string, ContentKind>> = {
  'application/pdf': 'pdf',
  [officeTypes.docx.mimeType]: 'word',
  'application/vnd.oasis.opendocument.text': 'word',
  [officeTypes.xlsx.mimeType]: 'spreadsheet',
  'application/vnd.oasis.opendocument.spreadsheet': 'spreadsheet',
  'application/vnd.ms-excel': 'spreadsheet',
  'text/csv': 'spreadsheet',
  'text/tab-separated-values': 'spreadsheet',
  [officeTypes.pptx.mimeType]: 'presentation',
  'application/vnd.oasis.opendocument.presentation': 'presentation',
  'text/html': 'web',
  'message/rfc822': 'mail',
}

function kindOf(mimeType: string): ContentKind {
  return kinds[mimeType] ?? 'text'
}

function inOne(database: DatabaseSync, work: () => void): void {
  database.exec('BEGIN IMMEDIATE')
  try {
    work()
    database.exec('COMMIT')
  } catch (error) {
    database.exec('ROLLBACK')
    throw error
  }
}
