import { existsSync, linkSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { syncFolder, syncFile, writeFileAtomic } from '../files/atomic-file.ts'
import { timeInName, type BackupPlace } from './backup-files.ts'
import { SIDE_FILES } from './draft-file.ts'
import { moveAside, unusedName } from './recovery.ts'
import { removeCopy } from './take-backup.ts'

/** Where a file lies that is to take the place of another one. */
export function preparedName(path: string): string {
  return `${path}.restored`
}

/**
 * Puts what was prepared in place: the database and what belongs to it. Several files cannot be replaced at one instant,
 * so the decision is one file, which is there or not; from then on whoever comes next carries it out.
 */
export async function commitRestore(place: BackupPlace, decision: RestoreDecision): Promise<string | null> {
  await decideRestore(place, decision)
  return carryOut(place)
}

export interface RestoreDecision {
  readonly at: Date
  /** Where the backup is. */
  readonly backup: string
}

/** The decision alone: whoever opens the database next carries it out. */
export async function decideRestore(place: BackupPlace, { at, backup }: RestoreDecision): Promise<void> {
  await syncFile(preparedName(place.databasePath))
  await writeFileAtomic(decisionPath(place), `${at.toISOString()}\n${backup}\n`)
}

/** What was decided and not yet carried out. */
export function pendingRestore(place: BackupPlace): RestoreDecision | null {
  const path = decisionPath(place)
  if (!existsSync(path)) return null
  const [at = '', backup = ''] = readFileSync(path, 'utf8').split('\n')
  return { at: new Date(at), backup }
}

/** Takes a decision back. What was prepared is nothing without it, whatever is left of it. */
export async function cancelRestore(place: BackupPlace): Promise<void> {
  rmSync(decisionPath(place), { force: true })
  await syncFolder(dirname(place.databasePath))
  removePrepared(place)
}

function removePrepared({ databasePath, companions = [] }: BackupPlace): void {
  removeCopy(preparedName(databasePath))
  for (const file of companions) rmSync(preparedName(file), { force: true })
}

/** For whoever has the lock, before anything of it is read: ends a restore that was cut off. */
export async function finishRestore(place: BackupPlace): Promise<void> {
  if (existsSync(decisionPath(place))) await carryOut(place)
  else removePrepared(place)
}

/** Each of its steps may be the last: done again, it goes on with the next. The answer is where the old database is. */
async function carryOut(place: BackupPlace): Promise<string | null> {
  const { at } = pendingRestore(place)!
  for (const file of place.companions ?? []) {
    if (!existsSync(preparedName(file))) continue
    if (existsSync(file)) linkSync(file, unusedName(`${file}.replaced.${timeInName(at)}`))
    renameSync(preparedName(file), file)
  }
  const { databasePath: path } = place
  const replaced = existsSync(preparedName(path)) ? await replaceDatabase(path, at) : null
  rmSync(decisionPath(place))
  await syncFolder(dirname(path))
  return replaced
}

async function replaceDatabase(path: string, at: Date): Promise<string | null> {
  let replaced: string | null = null
  // A log that is still there belongs to the old file; beside the new one it would be played back into it.
  if (SIDE_FILES.some((ending) => existsSync(`${path}${ending}`)))
    replaced = await moveAside(path, { label: 'replaced', at })
  else if (existsSync(path)) {
    // A second name for the old file, then the rename over the first one: at every moment there is a whole database.
    replaced = unusedName(`${path}.replaced.${timeInName(at)}`)
    linkSync(path, replaced)
  }
  renameSync(preparedName(path), path)
  await syncFolder(dirname(path))
  return replaced
}

function decisionPath({ databasePath }: BackupPlace): string {
  return `${databasePath}.restoring`
}
