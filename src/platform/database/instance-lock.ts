import { closeSync, existsSync, openSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../../contract/errors.ts'
import { writeFileAtomic } from '../files/atomic-file.ts'
import { timeInName } from './backup-files.ts'
import { faultOf } from './sqlite-error.ts'

/** Who holds a data folder, as it wrote down itself; null where it has not yet. */
export interface Instance {
  readonly pid: number | null
  readonly address: string | null
  readonly started_at: string | null
}

export interface InstanceLock extends AsyncDisposable {
  /** Tells others where this instance listens. */
  announce(address: string): Promise<void>
  release(): Promise<void>
}

// Somebody who only looks whether the lock is held has it for a moment too.
const ATTEMPTS = 10
const ATTEMPT_PAUSE_MS = 20

/**
 * One service a data folder. The lock is SQLite's lock on a file, which the kernel frees when the process ends, however
 * it ends: nothing can be stale.
 */
export async function acquireInstanceLock({
  folder,
  now,
}: {
  folder: string
  now: () => Date
}): Promise<InstanceLock> {
  const sqlite = await lockFile(folder, now)
  const infoPath = infoPathIn(folder)
  const instance: Instance = { pid: process.pid, address: null, started_at: now().toISOString() }
  const tell = (address: string | null): Promise<void> =>
    writeFileAtomic(infoPath, `${JSON.stringify({ ...instance, address })}\n`)
  await tell(null)
  const release = async (): Promise<void> => {
    if (!sqlite.isOpen) return
    rmSync(infoPath, { force: true })
    sqlite.close()
  }
  return { announce: tell, release, [Symbol.asyncDispose]: release }
}

/** The instance that holds the folder, or null when none does. */
export function findInstance(folder: string): Instance | null {
  const path = lockPathIn(folder)
  if (!existsSync(path)) return null
  const sqlite = new DatabaseSync(path, { readOnly: true, timeout: 0 })
  try {
    sqlite.prepare('SELECT count(*) FROM sqlite_schema').get()
    return null
  } catch (error) {
    const fault = faultOf(error, path)
    if (fault === 'busy') return readInfo(folder)
    // Nobody can hold a lock on something that is no database.
    if (fault === 'damaged') return null
    throw error
  } finally {
    sqlite.close()
  }
}

async function lockFile(folder: string, now: () => Date): Promise<DatabaseSync> {
  const path = lockPathIn(folder)
  makePrivate(path)
  for (let attempt = 1; ; attempt += 1) {
    const sqlite = new DatabaseSync(path, { timeout: 0 })
    try {
      sqlite.exec('BEGIN EXCLUSIVE')
      return sqlite
    } catch (error) {
      sqlite.close()
      const fault = faultOf(error, path)
      if (fault === 'busy' && attempt >= ATTEMPTS) throw alreadyRunning(folder)
      if (fault === 'damaged' && attempt < ATTEMPTS) renameSync(path, `${path}.corrupt.${timeInName(now())}`)
      else if (fault !== 'busy') throw error
    }
    await sleep(ATTEMPT_PAUSE_MS)
  }
}

/** SQLite would let everybody read it. Only a missing file is touched: closing one that is locked would unlock it. */
function makePrivate(path: string): void {
  if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600))
}

function alreadyRunning(folder: string): AppError {
  const { pid, address } = readInfo(folder)
  const who = pid === null ? 'Deskhand is already running' : `Deskhand is already running as process ${pid}`
  const where = address === null ? '' : ` at ${address}`
  return new AppError(
    'already_running',
    `${who}${where} with the data in ${folder}. Use that one, or stop it with "deskhand stop".`,
  )
}

function readInfo(folder: string): Instance {
  const nothing: Instance = { pid: null, address: null, started_at: null }
  try {
    const parsed: unknown = JSON.parse(readFileSync(infoPathIn(folder), 'utf8'))
    if (typeof parsed !== 'object' || parsed === null) return nothing
    const { pid, address, started_at } = parsed as Record<string, unknown>
    return {
      pid: typeof pid === 'number' ? pid : null,
      address: typeof address === 'string' ? address : null,
      started_at: typeof started_at === 'string' ? started_at : null,
    }
  } catch {
    // It only makes a message better: the lock itself is what counts.
    return nothing
  }
}

function lockPathIn(folder: string): string {
  return join(folder, 'instance.lock')
}

function infoPathIn(folder: string): string {
  return join(folder, 'instance.json')
}
