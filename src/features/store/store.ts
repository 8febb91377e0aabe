import { AppError } from '../../contract/errors.ts'
import { limits } from '../../contract/limits.ts'
import type { Database } from '../../platform/database/database.ts'

export interface StoreEntry {
  /** The value as JSON text: it is only ever passed on. */
  readonly json: string
  readonly version: number
}

/** How a key stands, whether it has a value or not. */
export interface StoreState {
  /** Counts on when a value is deleted; 0 when there never was one. */
  readonly version: number
  readonly json: string | null
  readonly updated_at: string | null
}

export interface Written {
  readonly key: string
  readonly version: number
  readonly updated_at: string
}

/** What a writer expects to find: one of these versions, or nothing at all. */
export interface Precondition {
  readonly ifMatch?: string | undefined
  readonly ifNoneMatch?: string | undefined
}

export interface StoreChange {
  readonly key: string
  readonly version: number
  readonly deleted: boolean
}

export interface StoreDeps {
  readonly database: Database
  readonly now: () => Date
  readonly onChange: (change: StoreChange) => void
}

/** Last-write-wins JSON values, with versions for those who want to write safely beside others. */
export class Store {
  readonly #database: Database
  readonly #now: () => Date
  readonly #onChange: (change: StoreChange) => void

  constructor({ database, now, onChange }: StoreDeps) {
    this.#database = database
    this.#now = now
    this.#onChange = onChange
  }

  read(key: string): StoreEntry | undefined {
    const row = this.#database.prepare('SELECT value, version FROM store_entries WHERE key = ?').get(key)
    return row && { json: row['value'] as string, version: row['version'] as number }
  }

  state(key: string): StoreState {
    const row = this.#database
      .prepare('SELECT value, version, updated_at FROM store_entries WHERE key = ?')
      .get(key)
    if (!row) return { version: this.#lastDeletedVersion(key), json: null, updated_at: null }
    return {
      version: Number(row['version']),
      json: row['value'] as string,
      updated_at: row['updated_at'] as string,
    }
  }

  list({ prefix = '', limit, after = '' }: { prefix?: string; limit: number; after?: string }) {
    const rows = this.#database
      .prepare(
        `SELECT key, version, length(CAST(value AS BLOB)) AS bytes, updated_at FROM store_entries
         WHERE key > ? AND substr(key, 1, length(?)) = ? ORDER BY key LIMIT ?`,
      )
      .all(after, prefix, prefix, limit)
    return rows.map((row) => ({
      key: row['key'] as string,
      version: row['version'] as number,
      bytes: row['bytes'] as number,
      updated_at: row['updated_at'] as string,
    }))
  }

  async write(key: string, json: string, precondition: Precondition = {}): Promise<Written> {
    assertSize(key, json)
    const written = await this.#database.write(() => {
      const current = this.#versionOf(key)
      assertPrecondition(key, current, precondition)
      const version = (current ?? this.#lastDeletedVersion(key)) + 1
      const updated_at = this.#now().toISOString()
      this.#database
        .prepare(
          `INSERT INTO store_entries (key, value, version, updated_at) VALUES (?, ?, ?, ?)
           ON CONFLICT (key) DO UPDATE SET value = excluded.value, version = excluded.version, updated_at = excluded.updated_at`,
        )
        .run(key, json, version, updated_at)
      return { key, version, updated_at }
    })
    this.#onChange({ key, version: written.version, deleted: false })
    return written
  }

  /** False when there was nothing to remove. */
  async remove(key: string, precondition: Precondition = {}): Promise<boolean> {
    const version = await this.#database.write(() => {
      const current = this.#versionOf(key)
      assertPrecondition(key, current, precondition)
      if (current === undefined) return undefined
      this.#database.prepare('DELETE FROM store_entries WHERE key = ?').run(key)
      this.#database
        .prepare(
          'INSERT INTO store_deletions (key, version) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET version = excluded.version',
        )
        .run(key, current + 1)
      return current + 1
    })
    if (version !== undefined) this.#onChange({ key, version, deleted: true })
    return version !== undefined
  }

  counts(): { entries: number; bytes: number } {
    const row = this.#database
      .prepare(
        'SELECT count(*) AS entries, coalesce(sum(length(CAST(value AS BLOB))), 0) AS bytes FROM store_entries',
      )
      .get()
    return { entries: Number(row?.['entries'] ?? 0), bytes: Number(row?.['bytes'] ?? 0) }
  }

  #versionOf(key: string): number | undefined {
    const row = this.#database.prepare('SELECT version FROM store_entries WHERE key = ?').get(key)
    return row && Number(row['version'])
  }

  #lastDeletedVersion(key: string): number {
    const row = this.#database.prepare('SELECT version FROM store_deletions WHERE key = ?').get(key)
    return row ? Number(row['version']) : 0
  }
}

/** The same for whoever writes: what grew here piece by piece could not be written back by the page. */
function assertSize(key: string, json: string): void {
  if (Buffer.byteLength(json) <= limits.store_value_bytes.value) return
  throw new AppError(
    'too_large',
    `“${key}” would be larger than 1 MiB, so nothing was changed. Remove some of it first.`,
  )
}

export function etagOf(version: number): string {
  return `"${version}"`
}

function assertPrecondition(
  key: string,
  current: number | undefined,
  { ifMatch, ifNoneMatch }: Precondition,
): void {
  if (ifMatch !== undefined && !matches(ifMatch, current))
    throw new AppError(
      'precondition_failed',
      `"${key}" was changed by someone else. Read it again and repeat your change.`,
    )
  if (ifNoneMatch !== undefined && matches(ifNoneMatch, current))
    throw new AppError('precondition_failed', `"${key}" already has a value.`)
}

/** `*` means any value; otherwise a list of tags, weak or strong. */
function matches(header: string, current: number | undefined): boolean {
  if (current === undefined) return false
  if (header.trim() === '*') return true
  return header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etagOf(current))
}
