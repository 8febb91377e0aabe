import { statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import { AppError, type ErrorCode } from '../../contract/errors.ts'
import { errorCodeOf } from '../files/file-error.ts'

/**
 * What a failed statement or file operation says about the storage under it. `null` from `faultOf` means nothing at
 * all: the statement itself was at fault (a constraint, a wrong column).
 */
export type StorageFault = 'busy' | 'full' | 'damaged' | 'failed'

interface Explanation {
  readonly code: ErrorCode
  readonly sentence: (reason: string) => string
}

// Result codes of SQLite, https://sqlite.org/rescode.html. The low byte is the kind, the rest says more.
const BUSY = 5
const LOCKED = 6
const OUT_OF_MEMORY = 7
const READ_ONLY = 8
const IO_ERROR = 10
const CORRUPT = 11
const FULL = 13
const CANNOT_OPEN = 14
const PROTOCOL = 15
const NOT_A_DATABASE = 26
const IO_ERROR_SHORT_READ = IO_ERROR | (2 << 8)

const faults = new Map<number, StorageFault>([
  [BUSY, 'busy'],
  [LOCKED, 'busy'],
  [PROTOCOL, 'busy'],
  [FULL, 'full'],
  [CORRUPT, 'damaged'],
  [NOT_A_DATABASE, 'damaged'],
  [OUT_OF_MEMORY, 'failed'],
  [READ_ONLY, 'failed'],
  [IO_ERROR, 'failed'],
  [CANNOT_OPEN, 'failed'],
])

const fileFaults = new Map<string, StorageFault>([
  ['ENOSPC', 'full'],
  ['EDQUOT', 'full'],
  ['EIO', 'failed'],
])

export function faultOf(error: unknown, path: string): StorageFault | null {
  return sqliteFaultOf(error, path) ?? fileFaults.get(errorCodeOf(error) ?? '') ?? null
}

export function sqliteFaultOf(error: unknown, path: string): StorageFault | null {
  const code = sqliteCode(error)
  if (code === null) return null
  if (code === IO_ERROR_SHORT_READ) return 'damaged'
  const fault = faults.get(code & 0xff) ?? null
  // A full disk is reported as an I/O error where it was the shared-memory file that could not grow.
  return fault === 'failed' && hasNoSpace(path) ? 'full' : fault
}

/** These sentences reach callers over HTTP, so they name no path; the log does. */
export function storageError(fault: StorageFault, cause: unknown): AppError {
  const reason = cause instanceof Error ? cause.message : String(cause)
  const { code, sentence } = explanations[fault]
  return new AppError(code, sentence(reason), { cause })
}

const explanations: Record<StorageFault, Explanation> = {
  full: {
    code: 'storage_full',
    sentence: () =>
      'The disk of the data folder is full, so nothing was saved. Free some space and try again.',
  },
  busy: {
    code: 'storage_failed',
    sentence: () => 'Another program is holding the database, so nothing was saved. Close it and try again.',
  },
  damaged: {
    code: 'storage_failed',
    sentence: (reason) =>
      `The database is damaged (${reason}). Restart Deskhand: it will restore the newest backup.`,
  },
  failed: {
    code: 'storage_failed',
    sentence: (reason) =>
      `The disk of the data folder reported an error (${reason}), so the change may not be saved. ` +
      'Check the disk, and see if the change is there before you repeat it.',
  },
}

function sqliteCode(error: unknown): number | null {
  if (!(error instanceof Error) || !('errcode' in error)) return null
  return typeof error.errcode === 'number' ? error.errcode : null
}

function hasNoSpace(path: string): boolean {
  try {
    const disk = statfsSync(dirname(path))
    return disk.bavail * disk.bsize < 64 * 1024
  } catch {
    // The disk does not even answer: then its being full is not the trouble.
    return false
  }
}
