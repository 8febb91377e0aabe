import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzipSync, gzip } from 'node:zlib'
import type { Log } from '../../contract/log.ts'
import type { Database } from '../database/database.ts'

const MAX_ROWS = 2000
const MAX_BYTES = 32 * 1024 * 1024
const MAX_BODY_BYTES = 2 * 1024 * 1024
const MAX_UNPACKED_BYTES = 10 * 1024 * 1024
/** What a row counts beside its body, so that many small ones are looked at too. */
const ROW_BYTES = 10 * 1024
const PRUNE_AFTER_BYTES = 1024 * 1024

/** What a provider answered, as it was received: it is read anew, so that a better reader needs no new answer. */
export interface StoredAnswer {
  readonly status: number
  readonly url: string
  readonly contentType: string
  readonly bytes: Buffer
  readonly etag: string | null
  readonly lastModified: string | null
  readonly fetchedAt: number
  readonly freshUntil: number
  /** When it is of no use any more. */
  readonly usableUntil: number
}

/** Answers that outlive a restart, in the service's database, bounded in number and size. */
export class DiskCache {
  readonly #database: Database
  readonly #log: Log
  /** Written since the last look at the bounds; the first write looks. */
  #unchecked = PRUNE_AFTER_BYTES

  constructor(database: Database, log: Log) {
    this.#database = database
    this.#log = log
  }

  load(key: string, now: number): StoredAnswer | undefined {
    const row = this.#database
      .prepare('SELECT * FROM upstream_cache WHERE key = ? AND usable_until > ?')
      .get(hashOf(key), now)
    if (!row) return undefined
    try {
      return {
        status: Number(row['status']),
        url: String(row['url']),
        contentType: String(row['content_type']),
        bytes: gunzipSync(row['body'] as Uint8Array, { maxOutputLength: MAX_UNPACKED_BYTES }),
        etag: row['etag'] as string | null,
        lastModified: row['last_modified'] as string | null,
        fetchedAt: Number(row['fetched_at']),
        freshUntil: Number(row['fresh_until']),
        usableUntil: Number(row['usable_until']),
      }
    } catch (error) {
      this.#log.warn({ err: error }, 'A cached answer is damaged. Asking its provider again.')
      return undefined
    }
  }

  /** Never fails: without a disk the service goes on asking. */
  async save(key: string, answer: StoredAnswer): Promise<void> {
    try {
      const body = await promisify(gzip)(answer.bytes)
      if (body.byteLength > MAX_BODY_BYTES) return
      await this.#database.write(() => {
        this.#insert(hashOf(key), { ...answer, bytes: body })
        this.#unchecked += body.byteLength + ROW_BYTES
        if (this.#unchecked < PRUNE_AFTER_BYTES) return
        this.#unchecked = 0
        this.#prune(answer.fetchedAt)
      })
    } catch (error) {
      this.#log.warn({ err: error }, "Couldn't cache an answer on disk.")
    }
  }

  /** The provider said that nothing changed: only the times do. */
  async refresh(
    key: string,
    times: Pick<StoredAnswer, 'fetchedAt' | 'freshUntil' | 'usableUntil'>,
  ): Promise<void> {
    const { fetchedAt, freshUntil, usableUntil } = times
    try {
      await this.#database.write(() => {
        this.#database
          .prepare(
            'UPDATE upstream_cache SET fetched_at = ?, fresh_until = ?, usable_until = ? WHERE key = ?',
          )
          .run(fetchedAt, freshUntil, usableUntil, hashOf(key))
      })
    } catch (error) {
      this.#log.warn({ err: error }, "Couldn't cache an answer on disk.")
    }
  }

  #insert(key: string, answer: StoredAnswer): void {
    this.#database
      .prepare(
        `INSERT OR REPLACE INTO upstream_cache
           (key, status, url, content_type, body, etag, last_modified, fetched_at, fresh_until, usable_until)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(
        key,
        answer.status,
        answer.url,
        answer.contentType,
        answer.bytes,
        answer.etag,
        answer.lastModified,
        answer.fetchedAt,
        answer.freshUntil,
        answer.usableUntil,
      )
  }

  #prune(now: number): void {
    this.#database.prepare('DELETE FROM upstream_cache WHERE usable_until <= ?').run(now)
    this.#database
      .prepare(
        `DELETE FROM upstream_cache WHERE key IN (
           SELECT key FROM (
             SELECT key,
               row_number() OVER (ORDER BY fetched_at DESC) AS place,
               sum(length(body)) OVER (ORDER BY fetched_at DESC, key) AS bytes
             FROM upstream_cache
           ) WHERE place > ? OR bytes > ?
         )`,
      )
      .run(MAX_ROWS, MAX_BYTES)
  }
}

/** A question can be long and can be private; its hash is neither. */
function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}
