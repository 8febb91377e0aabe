import type { Restores } from '../../features/backups/handlers.ts'
import { cancelRestore, pendingRestore } from '../../platform/database/pending-restore.ts'
import { backupPlace, backupRules } from '../lifecycle/backup-rules.ts'
import type { Infrastructure } from '../lifecycle/infrastructure.ts'

/** Restores that are decided while the service runs, for its next start. */
export function createRestores({
  folder,
  secrets,
  log,
  now,
}: Pick<Infrastructure, 'folder' | 'secrets' | 'log' | 'now'>): Restores {
  const place = backupPlace(folder)
  const origin = backupRules(secrets, log)
  let last: Promise<unknown> = Promise.resolve()
  // All of them prepare the same files.
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const turn = last.then(work)
    last = turn.catch(() => {})
    return turn
  }
  const schedule = async (from: string) => {
    await cancelRestore(place)
    const { prepareRestore } = await import('../../platform/database/restore.ts')
    const prepared = await prepareRestore({ ...place, path: place.databasePath, from, origin, now })
    try {
      return await prepared.schedule()
    } catch (error) {
      await cancelRestore(place)
      throw error
    }
  }
  return {
    pending: () => pendingRestore(place),
    schedule: (from) => inTurn(() => schedule(from)),
    cancel: () => inTurn(() => cancelRestore(place)),
  }
}
