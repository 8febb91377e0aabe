import { basename } from 'node:path'
import type { Handlers } from '../../contract/endpoint.ts'
import { AppError } from '../../contract/errors.ts'
import type { AuditLog } from '../../platform/audit/audit-log.ts'
import type { Database } from '../../platform/database/database.ts'
import type { RestoreDecision } from '../../platform/database/pending-restore.ts'
import type { backupsContract } from './contract.ts'

/** Restores are carried out by the next start, which alone has the database to itself. */
export interface Restores {
  pending(): RestoreDecision | null
  schedule(path: string): Promise<{ readonly held_back: readonly string[] }>
  cancel(): Promise<void>
}

export interface BackupsDeps {
  readonly database: Pick<Database, 'backups' | 'backup'>
  readonly restores: Restores
  readonly audit: Pick<AuditLog, 'effect'>
}

export function backupsHandlers({
  database,
  restores,
  audit,
}: BackupsDeps): Handlers<typeof backupsContract> {
  const effect = <Result>(kind: string, subject: string, run: () => Promise<Result>) =>
    audit.effect({ kind, subject, provenance: 'local-client' }, run)
  return {
    list() {
      const pending = restores.pending()
      return {
        backups: database.backups(),
        pending_restore: pending && { path: pending.backup, decided_at: pending.at.toISOString() },
      }
    },
    create: () => database.backup('manual'),
    async restore({ body }) {
      // Only what the list names, so that no request can name a file elsewhere.
      const found = database.backups().find(({ path }) => basename(path) === basename(body.backup))
      if (!found) throw new AppError('not_found', `No backup "${body.backup}". GET /api/backups lists them.`)
      const { path } = found
      const { held_back } = await effect('backup.restore', path, () => restores.schedule(path))
      return { path, held_back: [...held_back] }
    },
    async cancelRestore() {
      const pending = restores.pending()
      if (pending) await effect('backup.restore_cancelled', pending.backup, () => restores.cancel())
      return { cancelled: pending !== null }
    },
  }
}
