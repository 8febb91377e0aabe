import { closeSync, existsSync, openSync, readSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { APPLICATION_ID } from './connection.ts'
import { faultOf } from './sqlite-error.ts'

export type Finding =
  | { readonly state: 'sound'; readonly version: number }
  | { readonly state: 'damaged'; readonly reason: string }

/** One more reason not to use a file, asked for before anything in it is computed; null for none. */
export type Doubt = (sqlite: DatabaseSync, version: number) => string | null

const HEADER = Buffer.from('SQLite format 3\0', 'latin1')

/**
 * Says whether a file is a whole database of ours, and leaves it and its log exactly as they are. Throws when the file
 * cannot be read at all: a disk that fails is no reason to call its content damaged.
 */
export function inspectFile(path: string, doubt?: Doubt): Finding {
  const header = readHeader(path)
  if (header.length === 0) return { state: 'damaged', reason: 'the file is empty' }
  if (!header.equals(HEADER)) return { state: 'damaged', reason: "the file doesn't start like a database" }
  // A rollback journal must be played back before anything can be read, and only a writer may do that.
  // Otherwise read-only: closing such a connection does not fold the log into a file that may be damaged.
  const sqlite = new DatabaseSync(path, {
    readOnly: !existsSync(`${path}-journal`),
    timeout: 0,
    defensive: true,
  })
  try {
    return inspectContent(sqlite, doubt)
  } catch (error) {
    if (faultOf(error, path) !== 'damaged') throw error
    return { state: 'damaged', reason: error instanceof Error ? error.message : String(error) }
  } finally {
    sqlite.close()
  }
}

function readHeader(path: string): Buffer {
  const buffer = Buffer.alloc(HEADER.length)
  const file = openSync(path, 'r')
  try {
    return buffer.subarray(0, readSync(file, buffer, 0, buffer.length, 0))
  } finally {
    closeSync(file)
  }
}

function inspectContent(sqlite: DatabaseSync, doubt: Doubt | undefined): Finding {
  const id = sqlite.prepare('PRAGMA application_id').get()?.['application_id']
  if (id !== APPLICATION_ID) return { state: 'damaged', reason: 'the file is not a Deskhand database' }
  const version = Number(sqlite.prepare('PRAGMA user_version').get()?.['user_version'])
  const reason = doubt?.(sqlite, version) ?? null
  if (reason !== null) return { state: 'damaged', reason }
  // Reading rows would not notice a page of zeros; this does.
  const answer = sqlite.prepare('PRAGMA quick_check(1)').get()?.['quick_check']
  if (answer !== 'ok') return { state: 'damaged', reason: String(answer) }
  return { state: 'sound', version }
}
