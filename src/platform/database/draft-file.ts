import { closeSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { syncFile, syncFolder } from '../files/atomic-file.ts'
import { APPLICATION_ID } from './connection.ts'
import { faultOf, storageError } from './sqlite-error.ts'

/**
 * A database comes to its place whole, by a rename. So a crash never leaves half of one there, and a file that is empty
 * or lacks our mark is always a damaged one.
 */
export interface DraftFile {
  readonly draft: string
  readonly path: string
}

/** What SQLite keeps beside a database, by the ending of its name. */
export const SIDE_FILES = ['-wal', '-shm', '-journal'] as const

export function draftName(path: string): string {
  return `${path}.draft`
}

export async function draftEmptyDatabase(path: string): Promise<DraftFile> {
  const draft = draftName(path)
  // Left by a crash; whatever it was made from is still there.
  removeDraft(draft)
  try {
    // Created as a private file before SQLite does it with the umask.
    closeSync(openSync(draft, 'wx', 0o600))
    await finishDraft(draft)
  } catch (error) {
    removeDraft(draft)
    const fault = faultOf(error, path)
    throw fault ? storageError(fault, error) : error
  }
  return { draft, path }
}

/** Makes a file that holds what it should ready for its place. */
export async function finishDraft(draft: string): Promise<void> {
  markAsOurs(draft)
  await syncFile(draft)
}

export async function placeDraft({ draft, path }: DraftFile): Promise<void> {
  renameSync(draft, path)
  await syncFolder(dirname(path))
}

export function markAsOurs(draft: string): void {
  const sqlite = new DatabaseSync(draft, { defensive: true })
  try {
    sqlite.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA journal_mode = WAL`)
  } finally {
    sqlite.close()
  }
}

function removeDraft(draft: string): void {
  for (const ending of ['', ...SIDE_FILES]) rmSync(`${draft}${ending}`, { force: true })
}
