import type { Restores } from '../../features/backups/handlers.ts'
import { pendingRestore } from '../../platform/database/pending-restore.ts'
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
  return {
    pending: () => pendingRestore(place),
    async schedule(from) {
      const { cancelRestore, prepareRestore } = await import('../../platform/database/restore.ts')
      // Another one that waits would be half of each.
      await cancelRestore(place)
      const prepared = await prepareRestore({ ...place, path: place.databasePath, from, origin, now })
      try {
        return await prepared.schedule()
      } catch (error) {
        await cancelRestore(place)
        throw error
      }
    },
    async cancel() {
      const { cancelRestore } = await import('../../platform/database/restore.ts')
      await cancelRestore(place)
    },
  }
}
