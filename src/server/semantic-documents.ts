import type { Log } from '../contract/log.ts'
import {
  documentChunks,
  joinRanks,
  type VectorIndex,
} from '../features/chat/router/embedding/vector-index.ts'
import type { Documents, DocumentsPage } from '../features/documents/documents.ts'
import type { Database } from '../platform/database/database.ts'

export interface SemanticDocumentsDeps {
  readonly database: Database
  readonly index: VectorIndex
  readonly log: Log
}

const NEAREST_CHUNKS = 24
/** Below this two texts have nothing to do with each other. */
const LEAST_ALIKE = 0.32
const DEFAULT_LIMIT = 50
const EXCERPT = 400

/** The documents, found by their words and by their meaning. The meaning of a new one is worked out after it was read. */
export function semanticDocuments(
  documents: Documents,
  { database, index, log }: SemanticDocumentsDeps,
): Documents {
  const stopping = new AbortController()
  let filling: Promise<void> | undefined

  function fillLater(): void {
    filling ??= index
      .fill(documentChunks, stopping.signal)
      .then(() => {})
      .catch((error: unknown) => {
        // What is missing is made after the next document; the words find it until then.
        if (!stopping.signal.aborted)
          log.warn({ err: error }, 'The meaning of a document could not be worked out.')
      })
      .finally(() => (filling = undefined))
  }

  async function byMeaning(
    query: string,
    { limit, sessionId }: { limit: number; sessionId: string | undefined },
  ): Promise<Found[]> {
    const chunks = await index.nearest(documentChunks, query, {
      limit: NEAREST_CHUNKS,
      least: LEAST_ALIKE,
      signal: stopping.signal,
    })
    const found = new Map<string, Found>()
    for (const { number, score } of chunks) {
      const row = database
        .prepare(
          `SELECT documents.id AS id, c.position AS position, c.text AS text FROM document_chunks AS c
           JOIN documents ON documents.number = c.document
           WHERE c.number = ?1 AND complete = 1 AND (?2 IS NULL OR shared = 1 OR EXISTS
             (SELECT 1 FROM document_sessions AS s WHERE s.document = documents.number AND s.session_id = ?2))`,
        )
        .get(number, sessionId ?? null)
      if (!row || found.has(String(row['id']))) continue
      const text = String(row['text']).slice(0, EXCERPT).toWellFormed()
      found.set(String(row['id']), { id: String(row['id']), chunk: Number(row['position']), text, score })
    }
    return [...found.values()].slice(0, limit)
  }

  return {
    ...documents,
    async ingest(request, call) {
      const document = await documents.ingest(request, call)
      fillLater()
      return document
    },
    async search(query, options = {}) {
      const byWords = await documents.search(query, options)
      // Later pages go on with the words: the first one has what is nearest in meaning.
      if (options.cursor !== undefined) return byWords
      const { limit = DEFAULT_LIMIT, sessionId } = options
      const near = await byMeaning(query, { limit, sessionId })
      return near.length === 0
        ? byWords
        : joined(byWords, near, { limit, read: (id) => documents.read(id, { characters: 1, sessionId }) })
    },
    [Symbol.dispose]() {
      stopping.abort()
      documents[Symbol.dispose]()
    },
  }
}

interface Found {
  readonly id: string
  readonly chunk: number
  readonly text: string
  readonly score: number
}

type Entry = DocumentsPage['documents'][number]

async function joined(
  byWords: DocumentsPage,
  near: readonly Found[],
  { limit, read }: { limit: number; read: (id: string) => ReturnType<Documents['read']> },
): Promise<DocumentsPage> {
  const known = new Map(byWords.documents.map((document) => [document.document_id, document]))
  const order = joinRanks(
    [...known.keys()],
    near.map(({ id }) => id),
  ).slice(0, Math.max(limit, 1))
  const documents = order.map(async (id): Promise<Entry> => {
    const document = known.get(id)
    if (document) return document
    const { chunk, text, score } = near.find((found) => found.id === id)!
    const { text: _, ...summary } = await read(id)
    return { ...summary, matches: [{ chunk, text, score }] }
  })
  return { ...byWords, documents: await Promise.all(documents) }
}
