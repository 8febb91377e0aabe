import { existsSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'
import { syncFolder } from '../files/atomic-file.ts'
import { listBackups, timeInName, type BackupPlace } from './backup-files.ts'
import type { DatabaseIncident } from './database.ts'
import {
  draftEmptyDatabase,
  draftName,
  finishDraft,
  placeDraft,
  SIDE_FILES,
  type DraftFile,
} from './draft-file.ts'
import { takeBackup, UnusableBackup, type TakenBackup } from './take-backup.ts'

/** Moves what is there out of the way, never deletes it, and puts the newest good backup, else an empty database, in its place. */
export async function recover(
  place: BackupPlace,
  { reason, now }: { reason: string; now: () => Date },
): Promise<DatabaseIncident> {
  const path = place.databasePath
  const at = now()
  const kind = existsSync(path) ? 'quarantined' : 'missing'
  // First, while everything is still where it was: for this the disk may have no room.
  const { good, bad } = await takeNewestGood(place, draftName(path))
  const draft = good ? await draftOf(good.taken, path) : await draftEmptyDatabase(path)
  const movedTo = await moveAside(path, { label: 'corrupt', at })
  await placeDraft(draft)
  return {
    kind,
    reason,
    path,
    moved_to: movedTo,
    restored_from: good?.backup ?? null,
    bad_backups: bad,
    held_back: good?.taken.strange ?? [],
    happened_at: at.toISOString(),
  }
}

/** The incident as one sentence for the log and for /health. */
export function tellIncident(incident: DatabaseIncident): string {
  const found =
    incident.kind === 'missing'
      ? `The database ${incident.path} was missing`
      : `The database ${incident.path} was damaged (${incident.reason})`
  const moved = incident.moved_to === null ? '' : `; the old file was kept as ${incident.moved_to}`
  const now =
    incident.restored_from === null
      ? 'no usable backup was found, so a new database was created'
      : `the backup ${incident.restored_from} was restored`
  const strange =
    incident.held_back.length === 0
      ? ''
      : ` It was not made on this machine: ${incident.held_back.join(', ')}.`
  return `${found}${moved}; ${now}.${strange}`
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

/** A copy of the newest backup that can be used, and those that could not. */
export async function takeNewestGood(
  place: BackupPlace,
  copy: string,
): Promise<{ good: { backup: string; taken: TakenBackup } | null; bad: string[] }> {
  const bad: string[] = []
  for (const { path } of listBackups(place)) {
    try {
      return { good: { backup: path, taken: await takeBackup(path, { copy, place }) }, bad }
    } catch (error) {
      // A disk that is full or fails says nothing about the backup.
      if (!(error instanceof UnusableBackup)) throw error
      bad.push(path)
    }
  }
  return { good: null, bad }
}

/** Nobody is there to be asked: of a backup that was not made here, what is strange does not come back. */
async function draftOf(taken: TakenBackup, path: string): Promise<DraftFile> {
  taken.calm()
  await finishDraft(taken.copy)
  return { draft: taken.copy, path }
}
