import type { ToolCatalog } from '../../features/tools/tool-catalog.ts'
import type { OpenBackend } from '../../features/workflows/engine/backend.ts'
import type { Infrastructure } from '../lifecycle/infrastructure.ts'

/** Opens the workflows that several processes share; which steps this one runs depends on the tools that it has. */
export type OpenShared = (catalog: ToolCatalog) => OpenBackend

/** Undefined where the workflows are this process's own: then nothing of PostgreSQL is even loaded. */
export async function sharedWorkflows({
  settings,
  now,
  log,
}: Pick<Infrastructure, 'settings' | 'now' | 'log'>): Promise<OpenShared | undefined> {
  const url = settings.get('DATABASE_URL')
  if (url === null) return undefined
  const { postgresBackend } = await import('../../features/workflows/postgres/postgres-backend.ts')
  return (catalog) =>
    postgresBackend({
      url,
      now,
      log,
      places: () => settings.get('WORKER_STEPS'),
      agents: () => {
        const allowed = settings.get('WORKER_AGENTS')
        const own = catalog.agents()
        return allowed === null ? own : own.filter((agent) => allowed.includes(agent))
      },
    })
}
