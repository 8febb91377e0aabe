import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { AppError } from '../../contract/errors.ts'
import { writeFileAtomic } from '../files/atomic-file.ts'
import type { BackupPlace } from './backup-files.ts'
import type { OriginRules } from './backup-origin.ts'
import { Connection } from './connection.ts'
import { markAsOurs } from './draft-file.ts'
import { inspectFile } from './inspect-file.ts'
import { commitRestore, decideRestore, preparedName } from './pending-restore.ts'
import { takeNewestGood } from './recovery.ts'
import { removeCopy, takeBackup, type TakenBackup } from './take-backup.ts'
import { whileBusy } from './while-busy.ts'

export interface RestoreOptions {
  readonly path: string
  readonly backupFolder: string
  /** The name of a backup in the folder, or any path; the newest good one when left out. */
  readonly from?: string | undefined
  readonly companions?: readonly string[]
  /** How our own backups are told from others; left out, every backup is taken for ours. */
  readonly origin?: OriginRules
  readonly now?: () => Date
}

export interface Restored {
  readonly restored_from: string
  /** Where the database is that was there before, or null when there was none. */
  readonly replaced: string | null
  /** What was taken away from a backup that was not made here. */
  readonly held_back: readonly string[]
}

/** A backup that was copied and checked. Nothing has changed yet. */
export interface PreparedRestore extends Disposable {
  readonly isOwn: boolean
  /** What in a backup of unknown origin would act by itself or decide what others may do. */
  readonly strange: readonly string[]
  /** The companions that it brings, by name. */
  readonly companions: ReadonlyMap<string, Uint8Array>
  /** Puts it in place: all of it when a person says that it is theirs, else without what is strange. */
  commit(options: { isTrusted: boolean }): Promise<Restored>
  /** Leaves it for the next start of a service that runs now, without what is strange. */
  schedule(): Promise<Pick<Restored, 'restored_from' | 'held_back'>>
}

/** The caller holds the instance lock: to put it in place at once nothing else may have the database open. */
export async function prepareRestore(options: RestoreOptions): Promise<PreparedRestore> {
  const { path, backupFolder, from, companions = [], now = () => new Date() } = options
  const place: BackupPlace = { databasePath: path, backupFolder, companions, origin: options.origin }
  const copy = preparedName(path)
  const { backup, taken } = await chooseBackup(place, { from, copy })
  const heldBack = (isWhole: boolean) => (isWhole ? [] : taken.strange)
  const ready = async (isWhole: boolean) => {
    for (const file of isWhole ? companions : []) {
      const content = taken.companions.get(basename(file))
      if (content) await writeFileAtomic(preparedName(file), content)
    }
  }
  const makeOurs = (isWhole: boolean) => {
    if (!isWhole) taken.calm()
    markAsOurs(copy)
  }
  return {
    isOwn: taken.isOwn,
    strange: taken.strange,
    companions: taken.companions,
    async commit({ isTrusted }) {
      const isWhole = taken.isOwn || isTrusted
      makeOurs(isWhole)
      await foldLogIn(path)
      await ready(isWhole)
      const replaced = await commitRestore(place, { at: now(), backup })
      return { restored_from: backup, replaced, held_back: heldBack(isWhole) }
    },
    async schedule() {
      makeOurs(taken.isOwn)
      await ready(taken.isOwn)
      await decideRestore(place, { at: now(), backup })
      return { restored_from: backup, held_back: heldBack(taken.isOwn) }
    },
    [Symbol.dispose]: () => removeCopy(copy),
  }
}

/** Puts a backup in the place of the database at once, without what is strange in it. */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  using prepared = await prepareRestore(options)
  return await prepared.commit({ isTrusted: false })
}

async function chooseBackup(
  place: BackupPlace,
  { from, copy }: { from: string | undefined; copy: string },
): Promise<{ backup: string; taken: TakenBackup }> {
  const { backupFolder } = place
  if (from !== undefined) {
    const backup = basename(from) === from ? join(backupFolder, from) : from
    return { backup, taken: await takeBackup(backup, { copy, place }) }
  }
  const { good } = await takeNewestGood(place, copy)
  if (good === null) throw new AppError('not_found', `No usable backup in ${backupFolder}.`)
  return good
}

/** Makes a sound database one file. Its log goes away only when nobody else has the database open. */
async function foldLogIn(path: string): Promise<void> {
  const isSound = existsSync(path) && (await whileBusy(path, () => inspectFile(path))).state === 'sound'
  if (!isSound) return
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
