import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { AppError } from '../../contract/errors.ts'

/** "DsHd": marks a SQLite file as ours. An empty file opens as a valid empty database, so the content cannot tell. */
export const APPLICATION_ID = 0x44734864

const CACHED_STATEMENTS = 500

/** The one connection that the service reads and writes through, with its statements. It can be opened anew. */
export class Connection {
  readonly path: string
  #sqlite: DatabaseSync
  readonly #statements = new Map<string, StatementSync>()

  constructor(path: string) {
    this.path = path
    this.#sqlite = openSqlite(path)
  }

  get isTransaction(): boolean {
    return this.#sqlite.isTransaction
  }

  prepare(sql: string): StatementSync {
    const cached = this.#statements.get(sql)
    if (cached) return cached
    if (!this.#sqlite.isOpen) {
      throw new AppError(
        'unavailable',
        'The database is closed because the service is stopping. Start it again.',
      )
    }
    const statement = this.#sqlite.prepare(sql)
    if (this.#statements.size >= CACHED_STATEMENTS) this.#forgetOldestStatement()
    this.#statements.set(sql, statement)
    return statement
  }

  /** For several statements at once, as migrations have them. */
  execute(sql: string): void {
    this.#sqlite.exec(sql)
  }

  /**
   * Drops everything SQLite remembers about the file. The new connection is opened before the old one is closed:
   * when that fails, reads go on with the old one.
   */
  reopen(): void {
    const fresh = openSqlite(this.path)
    const old = this.#sqlite
    this.#sqlite = fresh
    this.#statements.clear()
    old.close()
  }

  close(): void {
    this.#statements.clear()
    this.#sqlite.close()
  }

  #forgetOldestStatement(): void {
    const oldest = this.#statements.keys().next()
    if (!oldest.done) this.#statements.delete(oldest.value)
  }
}

function openSqlite(path: string): DatabaseSync {
  const location = pathToFileURL(path)
  // Never create: a file that has vanished must not come back as an empty database.
  location.searchParams.set('mode', 'rw')
  const sqlite = new DatabaseSync(location, { timeout: 0, defensive: true })
  try {
    const mode = sqlite.prepare('PRAGMA journal_mode = WAL').get()?.['journal_mode']
    if (mode !== 'wal') {
      throw new AppError(
        'storage_failed',
        `The disk with ${path} can't hold a write-ahead log. Move the data folder to a local disk.`,
      )
    }
    // What is deleted or overwritten does not stay in the free room of a page.
    // FULL: each commit reaches the disk before it is acknowledged. fullfsync: on macOS a plain fsync does not.
    sqlite.exec(`
      PRAGMA synchronous = FULL;
      PRAGMA fullfsync = ON;
      PRAGMA checkpoint_fullfsync = ON;
      PRAGMA foreign_keys = ON;
      PRAGMA trusted_schema = OFF;
      PRAGMA journal_size_limit = 67108864;
      PRAGMA secure_delete = FAST;
    `)
  } catch (error) {
    sqlite.close()
    throw error
  }
  return sqlite
}
