import { randomBytes } from 'node:crypto'
import { AppError } from '../../contract/errors.ts'
import type { Log } from '../../contract/log.ts'
import type { Database } from '../../platform/database/database.ts'
import { chunksOf } from '../../platform/documents/text-chunks.ts'
import * as rows from './document-rows.ts'
import type { Hit, StoredDocument } from './document-rows.ts'
import { searchExpressions } from '../../platform/documents/search-words.ts'

export interface DocumentDraft {
  readonly sha256: string
  readonly title: string
  readonly mimeType: string
  readonly path: string
  readonly text: string
  /** The conversation that may use it; all of them when left out. */
  readonly sessionId?: string | undefined
}

export interface DocumentQuery {
  readonly limit?: number | undefined
  readonly cursor?: string | undefined
  /** Only what this conversation may use. */
  readonly sessionId?: string | undefined
}

export interface Match {
  readonly chunk: number
  readonly text: string
  readonly score: number
}

export interface FoundDocument {
  readonly document: StoredDocument
  readonly matches: Match[]
}

export interface DocumentPage<Entry> {
  readonly entries: Entry[]
  readonly next_cursor: string | null
}

/** Writing to the index is work for this thread, so it is done in bites between which others have their turn. */
const chunksPerWrite = 50
const maxHits = 1000
const matchesPerDocument = 3
const previewCharacters = 280
const defaultLimit = 50

/** Documents in the database, cut into chunks with full-text search. */
export class DocumentStore {
  readonly #database: Database
  readonly #now: () => Date

  constructor({ database, now }: { database: Database; now: () => Date }) {
    this.#database = database
    this.#now = now
  }

  /** Removes what a crash left half done. */
  async recover(log: Log): Promise<void> {
    const unfinished = await this.#database.write(() => rows.hideUnfinished(this.#database))
    for (const number of unfinished) await this.#removeChunks(number)
    if (unfinished.length > 0) log.info({ documents: unfinished.length }, 'unfinished documents removed')
  }

  /** The document with this content, which from now on may be used by this conversation too. */
  async claimByContent(
    sha256: string,
    { path, sessionId }: { path: string; sessionId: string | undefined },
  ): Promise<StoredDocument | undefined> {
    return this.#database.write(() => {
      const found = rows.selectByContent(this.#database, sha256)
      if (!found) return undefined
      rows.claim(this.#database, { number: found.number, path, sessionId })
      return rows.selectByNumber(this.#database, found.number)
    })
  }

  async add(draft: DocumentDraft, signal: AbortSignal): Promise<StoredDocument> {
    const chunks = chunksOf(draft.text)
    const number = await this.#database.write(() =>
      rows.insertDocument(this.#database, {
        id: `doc_${randomBytes(16).toString('hex')}`,
        sha256: draft.sha256,
        title: draft.title,
        mimeType: draft.mimeType,
        path: draft.path,
        characters: draft.text.length,
        chunks: chunks.length,
        preview: previewOf(draft.text),
        sessionId: draft.sessionId,
        createdAt: this.#now().toISOString(),
      }),
    )
    try {
      for (let from = 0; from < chunks.length; from += chunksPerWrite) {
        signal.throwIfAborted()
        const some = chunks.slice(from, from + chunksPerWrite)
        await this.#database.write(() => {
          for (const [index, text] of some.entries()) {
            const position = from + index
            rows.insertChunk(this.#database, {
              document: number,
              position,
              title: position === 0 ? draft.title : '',
              text,
            })
          }
        })
      }
      await this.#database.write(() => rows.markComplete(this.#database, number))
    } catch (error) {
      await this.#database.write(() => rows.freeContent(this.#database, number))
      await this.#removeChunks(number)
      throw error
    }
    return rows.selectByNumber(this.#database, number)!
  }

  /** The newest first. */
  list({ limit = defaultLimit, cursor, sessionId }: DocumentQuery = {}): DocumentPage<StoredDocument> {
    const before = cursor === undefined ? Number.MAX_SAFE_INTEGER : numberOf(cursor)
    const found = rows.selectPage(this.#database, { before, limit: limit + 1, sessionId })
    const entries = found.slice(0, limit)
    return { entries, next_cursor: found.length > limit ? String(entries.at(-1)!.number) : null }
  }

  /** The best match first: documents with all the words in one place, or, when there are none, with any of them. */
  search(
    query: string,
    { limit = defaultLimit, cursor, sessionId }: DocumentQuery = {},
  ): DocumentPage<FoundDocument> {
    const offset = cursor === undefined ? 0 : numberOf(cursor)
    const expressions = searchExpressions(query)
    if (!expressions) return { entries: [], next_cursor: null }
    let expression = expressions.all
    let hits = rows.selectHits(this.#database, { expression, most: maxHits, sessionId })
    if (hits.length === 0) {
      expression = expressions.any
      hits = rows.selectHits(this.#database, { expression, most: maxHits, sessionId })
    }
    const byDocument = [...Map.groupBy(hits, (hit) => hit.document)]
    const page = byDocument.slice(offset, offset + limit)
    return {
      entries: page.map(([number, found]) => this.#found(number, { found, expression })),
      next_cursor: byDocument.length > offset + limit ? String(offset + limit) : null,
    }
  }

  /** The beginning of its text; undefined when there is none, or the conversation may not use it. */
  read(
    id: string,
    { characters, sessionId }: { characters: number; sessionId?: string | undefined },
  ): { readonly document: StoredDocument; readonly text: string } | undefined {
    const document = rows.selectById(this.#database, { id, sessionId })
    return document && { document, text: rows.selectText(this.#database, document.number, characters) }
  }

  /** False when there is no such document. */
  async remove(id: string): Promise<boolean> {
    const number = await this.#database.write(() => rows.hide(this.#database, id))
    if (number === undefined) return false
    await this.#removeChunks(number)
    return true
  }

  #found(
    number: number,
    { found, expression }: { found: readonly Hit[]; expression: string },
  ): FoundDocument {
    return {
      document: rows.selectByNumber(this.#database, number)!,
      matches: found.slice(0, matchesPerDocument).map(({ chunkNumber, position, score }) => ({
        chunk: position,
        text: rows.selectSnippet(this.#database, { chunkNumber, expression }),
        score: Number(score.toPrecision(4)),
      })),
    }
  }

  async #removeChunks(number: number): Promise<void> {
    while (!(await this.#database.write(() => rows.removeSome(this.#database, number, chunksPerWrite))));
  }
}

function previewOf(text: string): string {
  const line = text
    .slice(0, 4 * previewCharacters)
    .replaceAll(/\s+/g, ' ')
    .trim()
  return line.length <= previewCharacters
    ? line
    : `${line.slice(0, previewCharacters).trimEnd().toWellFormed()} …`
}

function numberOf(cursor: string): number {
  if (/^\d{1,15}$/.test(cursor)) return Number(cursor)
  throw new AppError('invalid_request', 'Invalid cursor. Start without one.')
}
