import { silentLog } from '../contract/log.ts'
import type { MovedWorkflows } from '../features/workflows/postgres/move-workflows.ts'
import type { DataFolder } from '../platform/data-folder.ts'
import { openStoppedDatabase } from './service.ts'

/** Takes the workflows of a stopped service to the database that it will share with others. */
export async function moveToPostgres(folder: DataFolder, url: string): Promise<MovedWorkflows> {
  await using database = await openStoppedDatabase(folder)
  const { moveWorkflows } = await import('../features/workflows/postgres/move-workflows.ts')
  return await moveWorkflows({ database, url, now: () => new Date(), log: silentLog })
}
