import { statSync } from 'node:fs'
import type { StatementSync } from 'node:sqlite'
import { AppError } from '../../contract/errors.ts'
import type { Log } from '../../contract/log.ts'
import { listBackups, type BackupPlace } from './backup-files.ts'
import type { Connection } from './connection.ts'
import type { BackupFile, Database, DatabaseHealth, DatabaseIncident } from './database.ts'
import { makeBackup } from './make-backup.ts'
import { tellIncident } from './recovery.ts'
import type { StorageFault } from './sqlite-error.ts'
import { WriteQueue } from './write-queue.ts'

export interface LiveDatabaseOptions {
  readonly connection: Connection
  readonly place: BackupPlace
  readonly now: () => Date
  readonly log: Log
  /** What had to be done to open it. */
  readonly incident: DatabaseIncident | null
}

/** What is wrong with the storage at this moment. */
interface Trouble {
  readonly fault: StorageFault
  readonly detail: string
}

export class LiveDatabase implements Database {
  readonly #connection: Connection
  readonly #place: BackupPlace
  readonly #now: () => Date
  readonly #log: Log
  readonly #incident: DatabaseIncident | null
  readonly #queue: WriteQueue
  readonly #fileId: number | null
  #trouble: Trouble | null = null
  #lastBackup: Promise<unknown> = Promise.resolve()
  #closing: Promise<void> | null = null

  constructor({ connection, place, now, log, incident }: LiveDatabaseOptions) {
    this.#connection = connection
    this.#place = place
    this.#now = now
    this.#log = log
    this.#incident = incident
    this.#fileId = fileState(place.databasePath).id
    this.#queue = new WriteQueue({
      connection,
      onFault: (fault, error) => this.#degrade(fault, error),
      onCommit: () => this.#recover(),
    })
  }

  prepare(sql: string): StatementSync {
    return this.#connection.prepare(sql)
  }

  write<T>(work: () => T): Promise<T> {
    if (this.#closing) return Promise.reject(closedError('nothing was saved'))
    return this.#queue.write(work)
  }

  backup(reason: string): Promise<BackupFile> {
    if (this.#closing) return Promise.reject(closedError('no backup was made'))
    const made = this.#lastBackup.then(() => makeBackup(this.#place, { reason, now: this.#now }))
    // One at a time; the next one does not care how this one ended.
    this.#lastBackup = made.catch(() => undefined)
    return made
  }

  backups(): BackupFile[] {
    return listBackups(this.#place)
  }

  async foldLog(): Promise<void> {
    await this.#queue.settled()
    if (!this.#closing) this.#connection.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()
  }

  health(): DatabaseHealth {
    const path = this.#place.databasePath
    const file = fileState(path)
    const detail = this.#trouble?.detail ?? this.#fileTrouble(file.id)
    return {
      status: detail === null ? 'ok' : 'degraded',
      detail: detail ?? (this.#incident && tellIncident(this.#incident)),
      path,
      bytes: file.bytes,
      wal_bytes: fileState(`${path}-wal`).bytes,
      last_backup_at: this.backups()[0]?.created_at ?? null,
      restored_from: this.#incident?.restored_from ?? null,
    }
  }

  close(): Promise<void> {
    this.#closing ??= this.#finish()
    return this.#closing
  }

  async #finish(): Promise<void> {
    await this.#queue.settled()
    await this.#lastBackup
    try {
      this.#connection.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()
    } catch (error) {
      // Everything acknowledged is in the log, which the next start reads.
      this.#log.warn({ err: error }, "couldn't merge the database log into the file")
    }
    this.#connection.close()
  }

  /** SQLite goes on writing to a file that has been deleted or replaced, and everything written is lost. */
  #fileTrouble(fileId: number | null): string | null {
    if (fileId === this.#fileId || this.#closing) return null
    const path = this.#place.databasePath
    return `The database ${path} was ${fileId === null ? 'removed' : 'replaced'} while in use. Stop Deskhand, put the file back or restore a backup, and start again.`
  }

  #degrade(fault: StorageFault, error: Error): void {
    this.#log.error({ err: error, fault, path: this.#place.databasePath }, 'database write failed')
    // Damage does not heal because another page could be written.
    if (this.#trouble?.fault !== 'damaged') this.#trouble = { fault, detail: error.message }
    if (fault !== 'failed') return
    try {
      // After a failed fsync the kernel may have thrown the pages away that SQLite takes for written.
      this.#connection.reopen()
    } catch (reopenError) {
      this.#log.error({ err: reopenError }, 'database could not be reopened')
    }
  }

  #recover(): void {
    if (this.#trouble === null || this.#trouble.fault === 'damaged') return
    this.#trouble = null
    this.#log.info({ path: this.#place.databasePath }, 'database writes work again')
  }
}

function fileState(path: string): { id: number | null; bytes: number } {
  const found = statSync(path, { throwIfNoEntry: false })
  return { id: found?.ino ?? null, bytes: found?.size ?? 0 }
}

function closedError(consequence: string): AppError {
  return new AppError(
    'unavailable',
    `The service is stopping, so ${consequence}. Try again once it is running.`,
  )
}
