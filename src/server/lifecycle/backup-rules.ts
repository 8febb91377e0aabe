import { randomBytes } from 'node:crypto'
import type { Log } from '../../contract/log.ts'
import { migrations } from '../../migrations/migrations.ts'
import { strangeRows } from '../../migrations/strange-rows.ts'
import type { DataFolder } from '../../platform/data-folder.ts'
import type { OriginRules } from '../../platform/database/backup-origin.ts'
import type { SecretStore } from '../../platform/secrets/secret-store.ts'

/** The key with which backups are sealed is a secret of this machine, and no part of a backup. */
const KEY = 'BACKUP_KEY'

/** The database, and the files that are backed up and restored with it. */
export function backupPlace({ database, backups, settings }: DataFolder) {
  return { databasePath: database, backupFolder: backups, companions: [settings] }
}

export function backupRules(secrets: SecretStore, log: Log): OriginRules {
  return {
    migrations,
    strangeRows,
    async key() {
      const known = secrets.get(KEY)
      if (known !== null) return Buffer.from(known, 'base64url')
      // Kept in a keyring that does not answer: another one in its place would disown every older backup.
      if (secrets.unreadable.includes(KEY)) return null
      const key = randomBytes(32)
      try {
        await secrets.set(KEY, key.toString('base64url'))
        return key
      } catch (error) {
        log.warn({ err: error }, "Backups are not sealed because the key for it can't be stored.")
        return null
      }
    },
  }
}
