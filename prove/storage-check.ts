import { DatabaseSync } from 'node:sqlite'
import type { Database } from '../src/platform/database/database.ts'
import { openProofDatabase } from './storage-writer.ts'

export interface ProofCheck {
  readonly openMs: number
  readonly sound: boolean
  /** Acknowledged and not there. */
  readonly lost: number
  /** In one table only, or undone and there. */
  readonly torn: number
  /** There and not acknowledged. */
  readonly extra: number
  /** Times that the database was taken for damaged when it was opened. */
  readonly incidents: number
}

/** Opens the database as the service does, and compares it with what was acknowledged. */
export async function checkProofDatabase(
  folder: string,
  acknowledged: ReadonlySet<string>,
): Promise<ProofCheck> {
  let incidents = 0
  const started = performance.now()
  const database = await openProofDatabase(folder, () => {
    incidents += 1
  })
  const openMs = performance.now() - started
  try {
    const entries = idsIn(database, 'entry')
    const twins = idsIn(database, 'twin')
    return {
      openMs,
      sound: isSound(database),
      lost: acknowledged.difference(entries).size,
      torn:
        entries.symmetricDifference(twins).size + [...entries].filter((id) => id.startsWith('undone')).length,
      extra: entries.difference(acknowledged).size,
      incidents,
    }
  } finally {
    await database.close()
  }
}

function idsIn(database: Database, table: 'entry' | 'twin'): Set<string> {
  return new Set(
    database
      .prepare(`SELECT id FROM ${table}`)
      .all()
      .map((row) => String(row['id'])),
  )
}

/** The database and every file that calls itself a backup of it. */
function isSound(database: Database): boolean {
  const answer = database.prepare('PRAGMA integrity_check').get()
  return answer?.['integrity_check'] === 'ok' && database.backups().every(({ path }) => isSoundBackup(path))
}

function isSoundBackup(path: string): boolean {
  const backup = new DatabaseSync(path, { readOnly: true })
  try {
    const answer = backup.prepare('PRAGMA integrity_check').get()
    return answer?.['integrity_check'] === 'ok'
  } catch {
    return false
  } finally {
    backup.close()
  }
}
