import type { StatementSync } from 'node:sqlite'
import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Log } from '../../contract/log.ts'
import { ensurePrivateFolder, syncFolder } from '../files/atomic-file.ts'
import type { BackupPlace } from './backup-files.ts'
import type { OriginRules } from './backup-origin.ts'
import { Connection } from './connection.ts'
import { draftEmptyDatabase, placeDraft } from './draft-file.ts'
import { inspectFile } from './inspect-file.ts'
import { LiveDatabase } from './live-database.ts'
import { makeBackup } from './make-backup.ts'
import { latestVersion, migrate, refuseNewer } from './migrations.ts'
import { leftoversOf, recover, tellIncident } from './recovery.ts'
import { whileBusy } from './while-busy.ts'

export interface Database {
  /** A prepared statement, cached by its text. Reads run at once, on this thread. Ask anew each time: a statement does not outlive a failing disk. */
  prepare(sql: string): StatementSync
  /**
   * Queues a change. All changes queued in one turn of the event loop share one transaction and one fsync, and run in
   * the order they were queued. Resolves when it is on disk. `work` is synchronous; when it throws, only its own
   * changes are undone and the promise rejects with that error.
   */
  write<T>(work: () => T): Promise<T>
  /** Copies the live database to the backup folder, checks the copy, keeps the newest seven. */
  backup(reason: string): Promise<BackupFile>
  /** Newest first. */
  backups(): BackupFile[]
  health(): DatabaseHealth
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
  readonly migrations: readonly Migration[]
  readonly now: () => Date
  readonly log: Log
  readonly onIncident?: (incident: DatabaseIncident) => void
}

/** Forward only. The versions are 1, 2, 3 … without a gap; a database remembers the last one it has had. */
export interface Migration {
  readonly version: number
  readonly name: string
  readonly sql: string
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

export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { path, backupFolder, companions = [], migrations, now, log } = options
  const { origin } = options
  const place: BackupPlace = { databasePath: path, backupFolder, companions, origin }
  const known = latestVersion(migrations)
  await ensurePrivateFolder(backupFolder)
  const { version, incident } = await findSoundFile(place, options)
  refuseNewer(path, { found: version, known })
  // Version 0 has never been used: there is nothing in it to keep.
  if (version > 0 && version < known) {
    const { path: copy } = await makeBackup(place, { reason: `before migration ${known}`, now })
    log.info({ copy, from: version, to: known }, 'database copied before its migration')
  }
  const connection = await whileBusy(path, () => new Connection(path))
  try {
    migrate(connection, migrations, version)
    // SQLite syncs the folder for its new log as well, but does not mind when that fails.
    await syncFolder(dirname(path))
  } catch (error) {
    connection.close()
    throw error
  }
  return new LiveDatabase({ connection, place, now, log, incident })
}

/** Makes sure that there is a sound file, and says which version it has. */
async function findSoundFile(
  place: BackupPlace,
  { now, log, onIncident }: DatabaseOptions,
): Promise<{ version: number; incident: DatabaseIncident | null }> {
  const path = place.databasePath
  if (!existsSync(path) && !leftoversOf(place)) {
    await placeDraft(await draftEmptyDatabase(path))
    return { version: 0, incident: null }
  }
  const finding = existsSync(path) ? await whileBusy(path, () => inspectFile(path)) : null
  if (finding?.state === 'sound') return { version: finding.version, incident: null }
  const incident = await recover(place, { reason: finding?.reason ?? 'the file is gone', now })
  log.error(incident, tellIncident(incident))
  onIncident?.(incident)
  const restored = await whileBusy(path, () => inspectFile(path))
  if (restored.state === 'damaged') throw new Error(`The restored ${path} is damaged: ${restored.reason}.`)
  return { version: restored.version, incident }
}
