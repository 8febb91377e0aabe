import { silentLog } from '../../contract/log.ts'
import type { MovedWorkflows } from '../../features/workflows/postgres/move-workflows.ts'
import { openStoppedDatabase, type StoppedService } from './stopped-database.ts'

/** Takes the workflows of a stopped service to the database that it will share with others. */
export async function moveToPostgres(stopped: StoppedService, url: string): Promise<MovedWorkflows> {
  await using database = await openStoppedDatabase(stopped)
  const { moveWorkflows } = await import('../../features/workflows/postgres/move-workflows.ts')
  return await moveWorkflows({ database, url, now: () => new Date(), log: silentLog })
}
