import type { StatementSync } from 'node:sqlite'
import type { Database } from '../../platform/database/database.ts'
import { readable, searchable } from '../../platform/documents/search-words.ts'

type Row = NonNullable<ReturnType<StatementSync['get']>>

export interface StoredDocument {
  readonly number: number
  readonly document_id: string
  readonly title: string
  readonly mime_type: string
  readonly characters: number
  readonly chunks: number
  readonly path: string
  readonly preview: string
  /** The one conversation it belongs to; null when it belongs to all or to several. */
  readonly session_id: string | null
  readonly created_at: string
}

export interface NewDocument {
  readonly id: string
  readonly sha256: string
  readonly title: string
  readonly mimeType: string
  readonly path: string
  readonly characters: number
  readonly chunks: number
  readonly preview: string
  readonly sessionId: string | undefined
  readonly createdAt: string
}

const columns = `number, id, title, mime_type, characters, chunks, path, preview, created_at,
  CASE WHEN shared = 0 AND (SELECT count(*) FROM document_sessions WHERE document = number) = 1
    THEN (SELECT session_id FROM document_sessions WHERE document = number) END AS session_id`

/** Not complete yet: nobody sees it until `markComplete`. */
export function insertDocument(database: Database, document: NewDocument): number {
  const { id, sha256, title, mimeType, path, characters, chunks, preview, sessionId, createdAt } = document
  const row = database
    .prepare(
      `INSERT INTO documents (id, sha256, title, mime_type, path, characters, chunks, preview, shared, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING number`,
    )
    .get(
      id,
      sha256,
      title,
      mimeType,
      path,
      characters,
      chunks,
      preview,
      sessionId === undefined ? 1 : 0,
      createdAt,
    )
  const number = Number(row!['number'])
  if (sessionId !== undefined) linkSession(database, number, sessionId)
  return number
}

export interface NewChunk {
  readonly document: number
  readonly position: number
  readonly title: string
  readonly text: string
}

export function insertChunk(database: Database, { document, position, title, text }: NewChunk): void {
  database
    .prepare('INSERT INTO document_chunks (document, position, title, text) VALUES (?, ?, ?, ?)')
    .run(document, position, searchable(title), searchable(text))
}

export function markComplete(database: Database, number: number): void {
  database.prepare('UPDATE documents SET complete = 1 WHERE number = ?').run(number)
}

/** Somebody else came with the same content: from where, and for which conversation. */
export function claim(
  database: Database,
  { number, path, sessionId }: { number: number; path: string; sessionId: string | undefined },
): void {
  database.prepare('UPDATE documents SET path = ? WHERE number = ?').run(path, number)
  if (sessionId === undefined)
    database.prepare('UPDATE documents SET shared = 1 WHERE number = ?').run(number)
  else linkSession(database, number, sessionId)
}

export function selectByContent(database: Database, sha256: string): StoredDocument | undefined {
  const row = database
    .prepare(`SELECT ${columns} FROM documents WHERE sha256 = ? AND complete = 1`)
    .get(sha256)
  return row && present(row)
}

export function selectByNumber(database: Database, number: number): StoredDocument | undefined {
  const row = database
    .prepare(`SELECT ${columns} FROM documents WHERE number = ? AND complete = 1`)
    .get(number)
  return row && present(row)
}

/** Undefined when there is none, or the conversation may not use it. */
export function selectById(
  database: Database,
  { id, sessionId }: { id: string; sessionId: string | undefined },
): StoredDocument | undefined {
  const row = database
    .prepare(`SELECT ${columns} FROM documents WHERE id = ?1 AND complete = 1 AND ${seenBy('?2')}`)
    .get(id, sessionId ?? null)
  return row && present(row)
}

/** The beginning of the text, in whole chunks, until there are as many characters. */
export function selectText(database: Database, number: number, characters: number): string {
  let text = ''
  const chunks = database
    .prepare('SELECT text FROM document_chunks WHERE document = ? ORDER BY position')
    .iterate(number)
  for (const chunk of chunks) {
    if (text.length >= characters) break
    text += `${text === '' ? '' : '\n\n'}${readable(String(chunk['text']))}`
  }
  return text.slice(0, characters).toWellFormed()
}

/** By key, not by offset: what is added while somebody turns pages moves nothing. */
export function selectPage(
  database: Database,
  { before, limit, sessionId }: { before: number; limit: number; sessionId: string | undefined },
): StoredDocument[] {
  return database
    .prepare(
      `SELECT ${columns} FROM documents WHERE number < ?1 AND complete = 1 AND ${seenBy('?3')} ORDER BY number DESC LIMIT ?2`,
    )
    .all(before, limit, sessionId ?? null)
    .map(present)
}

/**
 * Hides the document, and frees its content to be ingested anew while the chunks are still being removed. The number is
 * undefined when there is no such document.
 */
export function hide(database: Database, id: string): number | undefined {
  const row = database
    .prepare(
      `UPDATE documents SET complete = 0, sha256 = 'removed ' || id WHERE id = ? AND complete = 1 RETURNING number`,
    )
    .get(id)
  return row && Number(row['number'])
}

/** Of a document that will not be completed: its content may be ingested anew. */
export function freeContent(database: Database, number: number): void {
  database
    .prepare(`UPDATE documents SET sha256 = 'removed ' || id WHERE number = ? AND complete = 0`)
    .run(number)
}

/** What a crash left half written or half removed. */
export function hideUnfinished(database: Database): number[] {
  return database
    .prepare(`UPDATE documents SET sha256 = 'removed ' || id WHERE complete = 0 RETURNING number`)
    .all()
    .map((row) => Number(row['number']))
}

/** Removes some chunks; once there are none, the document itself. True when it is gone. */
export function removeSome(database: Database, number: number, most: number): boolean {
  const { changes } = database
    .prepare(
      'DELETE FROM document_chunks WHERE number IN (SELECT number FROM document_chunks WHERE document = ? LIMIT ?)',
    )
    .run(number, most)
  if (Number(changes) === most) return false
  database.prepare('DELETE FROM documents WHERE number = ? AND complete = 0').run(number)
  return true
}

export interface Hit {
  readonly chunkNumber: number
  readonly document: number
  readonly position: number
  readonly score: number
}

/** Chunks that fit, the best first. A word in the title counts as much as several in the text. */
export function selectHits(
  database: Database,
  { expression, most, sessionId }: { expression: string; most: number; sessionId: string | undefined },
): Hit[] {
  return database
    .prepare(
      `SELECT c.number AS chunk_number, c.document, c.position, -bm25(document_search, 5.0, 1.0) AS score
       FROM document_search JOIN document_chunks AS c ON c.number = document_search.rowid
         JOIN documents ON documents.number = c.document
       WHERE document_search MATCH ?1 AND complete = 1 AND ${seenBy('?3')}
       ORDER BY score DESC, c.number LIMIT ?2`,
    )
    .all(expression, most, sessionId ?? null)
    .map((row) => ({
      chunkNumber: Number(row['chunk_number']),
      document: Number(row['document']),
      position: Number(row['position']),
      score: Number(row['score']),
    }))
}

/** The place in a chunk where the words stand. Numbers are bound as REAL, which FTS5 takes for any rowid at all. */
export function selectSnippet(
  database: Database,
  { chunkNumber, expression }: { chunkNumber: number; expression: string },
): string {
  const row = database
    .prepare(
      `SELECT snippet(document_search, 1, '', '', '…', 48) AS snippet FROM document_search
       WHERE document_search MATCH ? AND rowid = CAST(? AS INTEGER)`,
    )
    .get(expression, chunkNumber)
  return readable(String(row?.['snippet'] ?? ''))
    .replaceAll(/\s+/g, ' ')
    .trim()
}

function linkSession(database: Database, number: number, sessionId: string): void {
  database
    .prepare('INSERT INTO document_sessions (document, session_id) VALUES (?, ?) ON CONFLICT DO NOTHING')
    .run(number, sessionId)
}

/** With a conversation, only what it may use; without one, everything. */
function seenBy(parameter: string): string {
  return `(${parameter} IS NULL OR shared = 1 OR EXISTS
    (SELECT 1 FROM document_sessions AS s WHERE s.document = documents.number AND s.session_id = ${parameter}))`
}

function present(row: Row): StoredDocument {
  const text = (name: string): string => row[name] as string
  return {
    number: Number(row['number']),
    document_id: text('id'),
    title: text('title'),
    mime_type: text('mime_type'),
    characters: Number(row['characters']),
    chunks: Number(row['chunks']),
    path: text('path'),
    preview: text('preview'),
    session_id: row['session_id'] as string | null,
    created_at: text('created_at'),
  }
}
