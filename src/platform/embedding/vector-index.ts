import type { Database } from '../database/database.ts'
import { DIMENSIONS, type Embedder } from './embedder.ts'

/** A table with texts, and the one that holds their vectors. Names of ours, never from outside. */
export interface Indexed {
  readonly texts: 'document_chunks' | 'memories'
  readonly vectors: 'chunk_vectors' | 'memory_vectors'
}

export const documentChunks: Indexed = { texts: 'document_chunks', vectors: 'chunk_vectors' }
export const memories: Indexed = { texts: 'memories', vectors: 'memory_vectors' }

export interface Near {
  readonly number: number
  /** 1 means the same. */
  readonly score: number
}

const AT_ONCE = 8

/** Finds texts by what they mean. Vectors are made when there is time, and searched one by one: there are thousands at most. */
export class VectorIndex {
  readonly #database: Database
  readonly #embedder: Embedder

  constructor({ database, embedder }: { database: Database; embedder: Embedder }) {
    this.#database = database
    this.#embedder = embedder
  }

  /** Makes the vectors that are missing, a few at a time; answers with how many it made. */
  async fill({ texts, vectors }: Indexed, signal: AbortSignal): Promise<number> {
    const missing = this.#database.prepare(
      `SELECT number, text FROM ${texts} WHERE number NOT IN (SELECT number FROM ${vectors}) ORDER BY number LIMIT ?`,
    )
    let made = 0
    for (let rows = missing.all(AT_ONCE); rows.length > 0; rows = missing.all(AT_ONCE)) {
      const found = await this.#embedder.embed(
        rows.map((row) => String(row['text'])),
        signal,
      )
      await this.#database.write(() => {
        // A text may have gone in the meantime.
        const insert = this.#database.prepare(
          `INSERT OR REPLACE INTO ${vectors} (number, vector) SELECT number, ?2 FROM ${texts} WHERE number = ?1`,
        )
        for (const [index, row] of rows.entries()) insert.run(Number(row['number']), packed(found[index]!))
      })
      made += rows.length
    }
    return made
  }

  isEmpty({ vectors }: Indexed): boolean {
    return this.#database.prepare(`SELECT 1 FROM ${vectors} LIMIT 1`).get() === undefined
  }

  /** The nearest in meaning first, above `least`. */
  async nearest(
    { vectors }: Indexed,
    query: string,
    { limit, least, signal }: { limit: number; least: number; signal: AbortSignal },
  ): Promise<Near[]> {
    if (this.isEmpty({ vectors } as Indexed)) return []
    const [wanted] = await this.#embedder.embed([query], signal)
    const found: Near[] = []
    for (const row of this.#database.prepare(`SELECT number, vector FROM ${vectors}`).iterate()) {
      const score = product(wanted!, row['vector'] as Uint8Array)
      if (score >= least) found.push({ number: Number(row['number']), score })
    }
    return found.toSorted((a, b) => b.score - a.score).slice(0, limit)
  }
}

/** Ranks of two lists joined: what both hold near the top comes first (reciprocal rank fusion). */
export function joinRanks<Key>(...lists: readonly (readonly Key[])[]): Key[] {
  const scores = new Map<Key, number>()
  for (const list of lists)
    for (const [rank, key] of list.entries())
      scores.set(key, (scores.get(key) ?? 0) + 1 / (RANK_OFFSET + rank))
  return [...scores].toSorted(([, a], [, b]) => b - a).map(([key]) => key)
}

/** The usual one: a first place counts little more than a second. */
const RANK_OFFSET = 60

function packed(vector: Float32Array): Uint8Array {
  return new Uint8Array(
    Int8Array.from(vector, (value) => Math.round(Math.max(-1, Math.min(1, value * SCALE)) * 127)).buffer,
  )
}

/** Components of a vector of length one in 384 dimensions are small: most are below a quarter. */
const SCALE = 4

function product(wanted: Float32Array, stored: Uint8Array): number {
  const bytes = new Int8Array(stored.buffer, stored.byteOffset, DIMENSIONS)
  let sum = 0
  for (let index = 0; index < DIMENSIONS; index++) sum += wanted[index]! * bytes[index]!
  return sum / (127 * SCALE)
}
