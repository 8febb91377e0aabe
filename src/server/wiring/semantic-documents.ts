import type { Log } from '../../contract/log.ts'
import { documentChunks, joinRanks, type VectorIndex } from '../../platform/embedding/vector-index.ts'
import type { Documents, DocumentsPage } from '../../features/documents/documents.ts'
import type { Database } from '../../platform/database/database.ts'

export interface SemanticDocumentsDeps {
  readonly database: Database
  readonly index: VectorIndex
  readonly log: Log
}

const NEAREST_CHUNKS = 24
/** Below this two texts have nothing to do with each other. */
const MIN_ALIKE = 0.28
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
        if (!stopping.signal.aborted) log.warn({ err: error }, "Couldn't work out the meaning of a document.")
      })
      .finally(() => (filling = undefined))
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
      const near = await nearestDocuments(
        { database, index },
        { query, limit, sessionId, signal: stopping.signal },
      )
      return near.length === 0
        ? byWords
        : joined(byWords, near, {
            query,
            limit,
            read: (id) => documents.read(id, { characters: 1, sessionId }),
          })
    },
    [Symbol.dispose]() {
      stopping.abort()
      documents[Symbol.dispose]()
    },
  }
}

interface Wish {
  readonly query: string
  readonly limit: number
  readonly sessionId: string | undefined
  readonly signal: AbortSignal
}

/** The documents that the conversation may use and that are nearest in meaning, each with its nearest place. */
async function nearestDocuments(
  { database, index }: Pick<SemanticDocumentsDeps, 'database' | 'index'>,
  { query, limit, sessionId, signal }: Wish,
): Promise<Found[]> {
  const nearest = { limit: NEAREST_CHUNKS, least: MIN_ALIKE, signal }
  const found = new Map<string, Found>()
  for (const { number, score } of await index.nearest(documentChunks, query, nearest)) {
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
  {
    query,
    limit,
    read,
  }: { query: string; limit: number; read: (id: string) => ReturnType<Documents['read']> },
): Promise<DocumentsPage> {
  const known = new Map(byWords.documents.map((document) => [document.document_id, document]))
  const ids = [...known.keys()]
  const exact = ids.filter((id) => hasEveryWord(known.get(id)!, query))
  // A place that has every word counts twice; one that shares some small words with a question counts after the meaning.
  const order = joinRanks(
    exact,
    near.map(({ id }) => id),
    ids,
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

function hasEveryWord({ title, matches = [] }: Entry, query: string): boolean {
  const words = query.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu) ?? []
  return matches.some(({ text }) => words.every((word) => `${title} ${text}`.toLowerCase().includes(word)))
}
