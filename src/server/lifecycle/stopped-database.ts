import { silentLog } from '../../contract/log.ts'
import { migrations } from '../../migrations/migrations.ts'
import type { DataFolder } from '../../platform/data-folder.ts'
import type { Database } from '../../platform/database/database.ts'
import { acquireInstanceLock } from '../../platform/database/instance-lock.ts'
import { finishRestore } from '../../platform/database/pending-restore.ts'
import { prepareRestore, type PreparedRestore } from '../../platform/database/restore.ts'
import { ensurePrivateFolder } from '../../platform/files/atomic-file.ts'
import { keyringChoice, openSecretStore } from '../../platform/secrets/secret-store.ts'
import { backupPlace, backupRules } from './backup-rules.ts'
import { openDatabase } from '../../platform/database/open-database.ts'

export interface StoppedService {
  readonly folder: DataFolder
  readonly environment: NodeJS.ProcessEnv
}

/** The database without the service around it, for a command that works while nothing runs. */
export async function openStoppedDatabase(stopped: StoppedService): Promise<Database & AsyncDisposable> {
  const { folder } = stopped
  const { lock, place } = await lockFolder(stopped)
  const database = await openDatabase({
    ...place,
    path: folder.database,
    migrations,
    now: () => new Date(),
    log: silentLog,
  })
  return Object.assign(database, {
    async [Symbol.asyncDispose]() {
      await database.close()
      await lock.release()
    },
  })
}

/** A backup that may take the place of the database of a service that does not run. */
export async function prepareStoppedRestore(
  stopped: StoppedService,
  from: string | undefined,
): Promise<PreparedRestore & AsyncDisposable> {
  const { lock, place } = await lockFolder(stopped)
  try {
    const prepared = await prepareRestore({ ...place, path: stopped.folder.database, from })
    return Object.assign(prepared, {
      async [Symbol.asyncDispose]() {
        prepared[Symbol.dispose]()
        await lock.release()
      },
    })
  } catch (error) {
    await lock.release()
    throw error
  }
}

async function lockFolder({ folder, environment }: StoppedService) {
  // On a new machine there is none yet.
  await ensurePrivateFolder(folder.root)
  const lock = await acquireInstanceLock({ folder: folder.root, now: () => new Date() })
  const place = backupPlace(folder)
  await finishRestore(place)
  const keyring = keyringChoice(environment)
  const secrets = await openSecretStore({ folder: folder.root, keyring, environment, log: silentLog })
  return { lock, place: { ...place, origin: backupRules(secrets, silentLog) } }
}
