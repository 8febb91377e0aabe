import type { Handlers } from '../../contract/endpoint.ts'
import type { Database } from '../../platform/database/database.ts'
import type { backupsContract } from './contract.ts'

export function backupsHandlers({ database }: { database: Database }): Handlers<typeof backupsContract> {
  return {
    list: () => ({ backups: database.backups() }),
    create: () => database.backup('manual'),
  }
}
