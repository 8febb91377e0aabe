import { dirname } from 'node:path'
import { existsSync } from 'node:fs'
import { ensurePrivateFolder, syncFolder } from '../files/atomic-file.ts'
import type { BackupPlace } from './backup-files.ts'
import { Connection } from './connection.ts'
import type { Database, DatabaseIncident, DatabaseOptions } from './database.ts'
import { draftEmptyDatabase, placeDraft } from './draft-file.ts'
import { inspectFile } from './inspect-file.ts'
import { LiveDatabase } from './live-database.ts'
import { makeBackup } from './make-backup.ts'
import { latestVersion, migrate, refuseNewer } from './migrations.ts'
import { leftoversOf, recover, tellIncident } from './recovery.ts'
import { whileBusy } from './while-busy.ts'

export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { path, backupFolder, companions = [], migrations, now, log } = options
  const { origin, keep } = options
  const place: BackupPlace = { databasePath: path, backupFolder, companions, origin, keep }
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
  const incident = await recover(place, { reason: finding?.reason ?? 'the file is missing', now })
  log.error(incident, tellIncident(incident))
  onIncident?.(incident)
  const restored = await whileBusy(path, () => inspectFile(path))
  if (restored.state === 'damaged') throw new Error(`The restored ${path} is damaged: ${restored.reason}.`)
  return { version: restored.version, incident }
}
