import { randomBytes } from 'node:crypto'
import { AppError } from '../../../contract/errors.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { MemoryFact } from '../schemas.ts'
import { recognizeFact, type Fact } from './recognize-facts.ts'

/** What others may ask about the user. */
export interface Memory {
  /** The newest value of a kind, e.g. home_city. */
  known(kind: string): string | undefined
  /** The newest first. */
  list(): MemoryFact[]
  /** The best match first. */
  search(query: string): MemoryFact[]
}

/** Words that stand in every question about oneself and find nothing. */
const empty = new Set(
  'a an and are about at can could did do does for from have how i in is it know me my of on or please tell that the this to was what when where which who whose why will with would you your'.split(
    ' ',
  ),
)

/** What a question is about, in lower case. */
export function tellingWords(query: string): string[] {
  const words = query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return words.filter((word) => !empty.has(word)).slice(0, 32)
}

/** Facts that the user stated. They are few, and read at every question, so they are read from the database as asked. */
export class MemoryStore implements Memory {
  readonly #database: Database
  readonly #now: () => Date

  constructor({ database, now }: { database: Database; now: () => Date }) {
    this.#database = database
    this.#now = now
  }

  known(kind: string): string | undefined {
    const row = this.#database
      .prepare('SELECT value FROM memories WHERE kind = ? ORDER BY updated_at DESC, number DESC LIMIT 1')
      .get(kind)
    return row && String(row['value'])
  }

  list(): MemoryFact[] {
    return this.#database
      .prepare('SELECT * FROM memories ORDER BY updated_at DESC, number DESC')
      .all()
      .map(present)
  }

  search(query: string): MemoryFact[] {
    const telling = tellingWords(query)
    if (telling.length === 0) return []
    return this.#database
      .prepare(
        `SELECT memories.* FROM memory_search JOIN memories ON memories.number = memory_search.rowid
         WHERE memory_search MATCH ? ORDER BY rank LIMIT 50`,
      )
      .all(telling.map((word) => `"${word}"*`).join(' OR '))
      .map(present)
  }

  /** By its number in the database, which its vector has too. */
  numbered(number: number): MemoryFact | undefined {
    const row = this.#database.prepare('SELECT * FROM memories WHERE number = ?').get(number)
    return row && present(row)
  }

  /** Keeps a sentence; undefined when it was known already. One of the same kind takes the place of the older. */
  async add(
    given: Fact | string,
    { source, session_id = null }: { source: MemoryFact['source']; session_id?: string | null },
  ): Promise<{ fact: MemoryFact; isNew: boolean }> {
    const fact = typeof given === 'string' ? (recognizeFact(given) ?? unrecognized(given)) : given
    const at = this.#now().toISOString()
    return this.#database.write(() => {
      const same = this.#sameAs(fact)
      if (same?.value === fact.value && same.text === fact.text) return { fact: same, isNew: false }
      if (same) return { fact: this.#update(same.memory_id, fact, at), isNew: same.value !== fact.value }
      const row = this.#database
        .prepare(
          `INSERT INTO memories (id, text, kind, value, source, session_id, created_at, updated_at)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING *`,
        )
        .get(newId(), fact.text, fact.kind, fact.value, source, session_id, at, at)
      return { fact: present(row!), isNew: true }
    })
  }

  async edit(memory_id: string, text: string): Promise<MemoryFact> {
    const fact = recognizeFact(text) ?? unrecognized(text)
    const at = this.#now().toISOString()
    return this.#database.write(() => {
      this.#find(memory_id)
      return this.#update(memory_id, { ...fact, text: text.trim() }, at)
    })
  }

  async remove(memory_id: string): Promise<void> {
    await this.#database.write(() => {
      this.#find(memory_id)
      this.#database.prepare('DELETE FROM memories WHERE id = ?').run(memory_id)
    })
  }

  async clear(): Promise<number> {
    return this.#database.write(() => Number(this.#database.prepare('DELETE FROM memories').run().changes))
  }

  #find(memory_id: string): MemoryFact {
    const row = this.#database.prepare('SELECT * FROM memories WHERE id = ?').get(memory_id)
    if (row) return present(row)
    throw new AppError('not_found', `No fact "${memory_id}". GET /api/memory lists them.`)
  }

  #sameAs({ kind, value, text, several }: Unsure): MemoryFact | undefined {
    const row =
      kind === null || several
        ? this.#database
            .prepare('SELECT * FROM memories WHERE kind IS ? AND lower(COALESCE(value, text)) = lower(?)')
            .get(kind, value ?? text)
        : this.#database.prepare('SELECT * FROM memories WHERE kind = ?').get(kind)
    return row && present(row)
  }

  #update(memory_id: string, { text, kind, value }: Unsure, at: string): MemoryFact {
    const row = this.#database
      .prepare('UPDATE memories SET text = ?, kind = ?, value = ?, updated_at = ? WHERE id = ? RETURNING *')
      .get(text, kind, value, at, memory_id)
    return present(row!)
  }
}

/** A fact whose meaning may not have been understood. */
interface Unsure {
  readonly text: string
  readonly kind: string | null
  readonly value: string | null
  readonly several: boolean
}

function unrecognized(text: string): Unsure {
  return { text: text.trim(), kind: null, value: null, several: true }
}

function present(row: Record<string, unknown>): MemoryFact {
  const textOrNull = (name: string) => row[name] as string | null
  return {
    memory_id: String(row['id']),
    text: String(row['text']),
    kind: textOrNull('kind'),
    value: textOrNull('value'),
    source: row['source'] as MemoryFact['source'],
    session_id: textOrNull('session_id'),
    created_at: String(row['created_at']),
    updated_at: String(row['updated_at']),
  }
}

function newId(): string {
  return `mem_${randomBytes(12).toString('base64url')}`
}
