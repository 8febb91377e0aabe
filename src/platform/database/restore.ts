import { existsSync, linkSync } from 'node:fs'
import { basename, join } from 'node:path'
import { AppError } from '../../contract/errors.ts'
import { timeInName } from './backup-files.ts'
import { restoreCompanions } from './companions.ts'
import { Connection } from './connection.ts'
import { draftFromBackup, placeDraft } from './draft-file.ts'
import { inspectFile } from './inspect-file.ts'
import { checkBackup, moveAside, newestGoodBackup, unusedName } from './recovery.ts'
import { whileBusy } from './while-busy.ts'

export interface RestoreOptions {
  readonly path: string
  readonly backupFolder: string
  /** The name of a backup in the folder, or any path; the newest good one when left out. */
  readonly from?: string
  readonly companions?: readonly string[]
  readonly now?: () => Date
}

export interface Restored {
  readonly restored_from: string
  /** Where the database is that was there before, or null when there was none. */
  readonly replaced: string | null
}

/** Puts a backup in the place of the database. For a service that is stopped: the caller holds the instance lock. */
export async function restoreBackup({
  path,
  backupFolder,
  from,
  companions = [],
  now = () => new Date(),
}: RestoreOptions): Promise<Restored> {
  const backup = await chooseBackup({ path, backupFolder, from })
  const draft = await draftFromBackup(path, backup)
  const at = now()
  await restoreCompanions(backup, { companions, at })
  const isWhole = existsSync(path) && (await whileBusy(path, () => inspectFile(path))).state === 'sound'
  if (!isWhole) {
    const replaced = await moveAside(path, { label: 'replaced', at })
    await placeDraft(draft)
    return { restored_from: backup, replaced }
  }
  await foldLogIn(path)
  // A second name for the old file, then the rename over the first one: at every moment there is a whole database.
  const replaced = unusedName(`${path}.replaced.${timeInName(at)}`)
  linkSync(path, replaced)
  await placeDraft(draft)
  return { restored_from: backup, replaced }
}

async function chooseBackup({
  path,
  backupFolder,
  from,
}: {
  path: string
  backupFolder: string
  from: string | undefined
}): Promise<string> {
  if (from !== undefined) {
    const chosen = basename(from) === from ? join(backupFolder, from) : from
    await checkBackup(chosen)
    return chosen
  }
  const { good } = await newestGoodBackup({ databasePath: path, backupFolder })
  if (good === null) throw new AppError('not_found', `There is no usable backup in ${backupFolder}.`)
  return good
}

/** Makes the database one file. Its log goes away only when nobody else has the database open. */
async function foldLogIn(path: string): Promise<void> {
  await whileBusy(path, () => {
    const connection = new Connection(path)
    connection.close()
  })
  if (existsSync(`${path}-wal`) || existsSync(`${path}-shm`)) {
    throw new AppError(
      'already_running',
      `Another program has ${path} open. Stop Deskhand with "deskhand stop", then restore again.`,
    )
  }
}
