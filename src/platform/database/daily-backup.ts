import type { Log } from '../../contract/log.ts'
import type { Database } from './database.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

export interface DailyBackup extends Disposable {
  stop(): void
}

/**
 * Makes a backup whenever the newest one is a day old. The clock is looked at every hour and never slept through:
 * a machine that was suspended, or whose clock was set, is noticed within that hour.
 */
export function startDailyBackup({
  database,
  now,
  log,
}: {
  database: Pick<Database, 'backup' | 'backups'>
  now: () => Date
  log: Log
}): DailyBackup {
  let madeHere = false
  let timer = later(MINUTE_MS)
  let stopped = false

  // Not in the first minute, in which everything else starts as well.
  function later(delay: number): NodeJS.Timeout {
    return setTimeout(() => void check(), delay).unref()
  }

  async function check(): Promise<void> {
    try {
      if (isBackupDue({ lastAt: database.backups()[0]?.created_at ?? null, now: now(), madeHere })) {
        const { path, bytes } = await database.backup('daily')
        madeHere = true
        log.info({ path, bytes }, 'daily backup made')
      }
    } catch (error) {
      log.error({ err: error }, 'daily backup failed; retrying in an hour')
    }
    if (!stopped) timer = later(HOUR_MS)
  }

  function stop(): void {
    stopped = true
    clearTimeout(timer)
  }
  return { stop, [Symbol.dispose]: stop }
}

/** A backup from the future means that the clock was set back: one backup is made, then its time is left to come. */
export function isBackupDue({
  lastAt,
  now,
  madeHere,
}: {
  lastAt: string | null
  now: Date
  madeHere: boolean
}): boolean {
  if (lastAt === null) return true
  const age = now.getTime() - Date.parse(lastAt)
  return age >= DAY_MS || (age < 0 && !madeHere)
}
