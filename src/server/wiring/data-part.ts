import { backupsHandlers, type Restores } from '../../features/backups/handlers.ts'
import { api } from '../../features/contracts.ts'
import { dataHandlers } from '../../features/data/handlers.ts'
import { withoutValues } from '../../features/mcp/client/server-config.ts'
import { cancelRestore, pendingRestore } from '../../platform/database/pending-restore.ts'
import { bind } from '../http/app.ts'
import { backupPlace, backupRules } from '../lifecycle/backup-rules.ts'
import type { Infrastructure } from '../lifecycle/infrastructure.ts'

/** What keeps the data safe, and shows and exports it. */
export function boundData(infrastructure: Infrastructure) {
  const restores = createRestores(infrastructure)
  return {
    backups: bind(api.backups, backupsHandlers({ ...infrastructure, restores })),
    data: bind(api.data, dataHandlers({ ...infrastructure, settings: () => openSettings(infrastructure) })),
  }
}

/** The settings without what is secret, masked or not. */
function openSettings({ settings }: Infrastructure): Readonly<Record<string, unknown>> {
  const values: Readonly<Record<string, unknown>> = {
    ...settings.view(),
    MCP_SERVERS: withoutValues(settings.get('MCP_SERVERS')),
  }
  const open = settings.schema().filter(({ secret }) => !secret)
  return Object.fromEntries(open.map(({ name }) => [name, values[name] ?? null]))
}

/** Restores that are decided while the service runs, for its next start. */
function createRestores({
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
