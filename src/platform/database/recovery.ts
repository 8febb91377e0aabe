import { existsSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'
import { AppError } from '../../contract/errors.ts'
import { syncFolder } from '../files/atomic-file.ts'
import { listBackups, timeInName, type BackupPlace } from './backup-files.ts'
import type { DatabaseIncident } from './database.ts'
import { draftEmptyDatabase, draftFromBackup, placeDraft, SIDE_FILES } from './draft-file.ts'
import { inspectFile } from './inspect-file.ts'
import { whileBusy } from './while-busy.ts'

/** Moves what is there out of the way, never deletes it, and puts the newest good backup, else an empty database, in its place. */
export async function recover(
  place: BackupPlace,
  { reason, now }: { reason: string; now: () => Date },
): Promise<DatabaseIncident> {
  const path = place.databasePath
  const at = now()
  const { good, bad } = await newestGoodBackup(place)
  const kind = existsSync(path) ? 'quarantined' : 'missing'
  // First, while everything is still where it was: for this the disk may have no room.
  const draft = await (good === null ? draftEmptyDatabase(path) : draftFromBackup(path, good))
  const movedTo = await moveAside(path, { label: 'corrupt', at })
  await placeDraft(draft)
  return {
    kind,
    reason,
    path,
    moved_to: movedTo,
    restored_from: good,
    bad_backups: bad,
    happened_at: at.toISOString(),
  }
}

/** The incident as one sentence for the log and for /health. */
export function tellIncident(incident: DatabaseIncident): string {
  const found =
    incident.kind === 'missing'
      ? `The database ${incident.path} was gone`
      : `The database ${incident.path} was damaged (${incident.reason})`
  const moved = incident.moved_to === null ? '' : `; what was there is kept as ${incident.moved_to}`
  const now =
    incident.restored_from === null
      ? 'no usable backup was found, so a new one was begun'
      : `the backup ${incident.restored_from} was restored`
  return `${found}${moved}; ${now}.`
}

/** True when something of the database is there although its file is not. */
export function leftoversOf(place: BackupPlace): boolean {
  return (
    SIDE_FILES.some((ending) => existsSync(`${place.databasePath}${ending}`)) || listBackups(place).length > 0
  )
}

/**
 * Renames a database with all that belongs to it. Its own file goes first: should we die in between, the next start
 * finds it missing and goes on from there, instead of opening it without its log.
 */
export async function moveAside(
  path: string,
  { label, at }: { label: string; at: Date },
): Promise<string | null> {
  const target = unusedName(`${path}.${label}.${timeInName(at)}`)
  let moved = false
  for (const ending of ['', ...SIDE_FILES]) {
    if (!existsSync(`${path}${ending}`)) continue
    renameSync(`${path}${ending}`, `${target}${ending}`)
    moved = true
  }
  await syncFolder(dirname(path))
  return moved ? target : null
}

export function unusedName(wanted: string): string {
  let name = wanted
  for (let count = 2; ['', ...SIDE_FILES].some((ending) => existsSync(`${name}${ending}`)); count += 1) {
    name = `${wanted}.${count}`
  }
  return name
}

/** Throws unless the file is a sound database of ours. */
export async function checkBackup(path: string): Promise<void> {
  if (!existsSync(path)) throw new AppError('not_found', `There is no backup ${path}.`)
  const finding = await whileBusy(path, () => inspectFile(path))
  if (finding.state === 'damaged') {
    throw new AppError(
      'storage_failed',
      `The backup ${path} cannot be used: ${finding.reason}. Choose another one.`,
    )
  }
}

export async function newestGoodBackup(place: BackupPlace): Promise<{ good: string | null; bad: string[] }> {
  const bad: string[] = []
  for (const { path } of listBackups(place)) {
    const finding = await whileBusy(path, () => inspectFile(path))
    if (finding.state === 'sound') return { good: path, bad }
    bad.push(path)
  }
  return { good: null, bad }
}
