import type { StatementSync } from 'node:sqlite'
import type { Log } from '../../contract/log.ts'
import type { OriginRules } from './backup-origin.ts'
import type { Migration } from './migrations.ts'

export interface Database {
  /** A prepared statement, cached by its text. Reads run at once, on this thread. Ask anew each time: a statement does not outlive a failing disk. */
  prepare(sql: string): StatementSync
  /**
   * Queues a change. All changes queued in one turn of the event loop share one transaction and one fsync, and run in
   * the order they were queued. Resolves when it is on disk. `work` is synchronous; when it throws, only its own
   * changes are undone and the promise rejects with that error.
   */
  write<T>(work: () => T): Promise<T>
  /** Copies the live database to the backup folder, checks the copy, keeps the newest ones. */
  backup(reason: string): Promise<BackupFile>
  /** Newest first. */
  backups(): BackupFile[]
  health(): DatabaseHealth
  /** Folds the log into the file, as far as nobody reads it just then: what was overwritten is in neither after that. */
  foldLog(): Promise<void>
  /** Waits for queued writes, folds the log into the file, closes. */
  close(): Promise<void>
}

export interface DatabaseHealth {
  readonly status: 'ok' | 'degraded'
  readonly detail: string | null
  readonly path: string
  readonly bytes: number
  readonly wal_bytes: number
  readonly last_backup_at: string | null
  readonly restored_from: string | null
}

export interface DatabaseOptions {
  readonly path: string
  readonly backupFolder: string
  /** Files that are copied beside each backup, and come back with it. */
  readonly companions?: readonly string[]
  /** How our own backups are told from others; left out, every backup is taken for ours. */
  readonly origin?: OriginRules
  /** How many backups are kept; seven when left out. */
  readonly keep?: () => number
  readonly migrations: readonly Migration[]
  readonly now: () => Date
  readonly log: Log
  readonly onIncident?: (incident: DatabaseIncident) => void
}

export interface BackupFile {
  readonly path: string
  readonly bytes: number
  readonly created_at: string
  readonly reason: string
}

/** What the user must hear about: the database was found damaged or gone, and this is what became of it. */
export interface DatabaseIncident {
  /** `missing`: there was no file to move away, but backups or a log say that there has been one. */
  readonly kind: 'quarantined' | 'missing'
  readonly reason: string
  readonly path: string
  readonly moved_to: string | null
  readonly restored_from: string | null
  /** Backups that are newer but did not pass the check. They stay where they are. */
  readonly bad_backups: readonly string[]
  /** What was taken away from the backup because it was not made here. */
  readonly held_back: readonly string[]
  readonly happened_at: string
}
