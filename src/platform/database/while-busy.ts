import { setTimeout as sleep } from 'node:timers/promises'
import { fileError } from '../files/file-error.ts'
import { faultOf, storageError } from './sqlite-error.ts'

/** How long another program may hold the database before we give up. */
export const BUSY_LIMIT_MS = 5_000
export const BUSY_RETRY_MS = 10

/**
 * SQLite's own busy timeout would block the event loop for as long as another program holds a lock, so it is off
 * and the waiting is done here.
 */
export async function whileBusy<T>(path: string, attempt: () => T): Promise<T> {
  const started = performance.now()
  for (;;) {
    try {
      return attempt()
    } catch (error) {
      const fault = faultOf(error, path)
      if (fault === null) throw fileError(error, path)
      if (fault !== 'busy' || performance.now() - started > BUSY_LIMIT_MS) {
        throw storageError(fault, error)
      }
    }
    await sleep(BUSY_RETRY_MS)
  }
}
