import type { DataFolder } from '../platform/data-folder.ts'
import { listBackups } from '../platform/database/backup-files.ts'
import { acquireInstanceLock } from '../platform/database/instance-lock.ts'
import { restoreBackup } from '../platform/database/restore.ts'
import { ensurePrivateFolder } from '../platform/files/atomic-file.ts'
import { CommandError } from './command-error.ts'
import type { CommandCall } from './command.ts'
import { exitCode } from './exit-codes.ts'
import { folderOf, runningService } from './running-service.ts'

export async function run(call: CommandCall): Promise<number> {
  const folder = folderOf(call)
  if (runningService(folder))
    throw new CommandError(
      'Stop the service first, with "deskhand stop": it is using the database.',
      exitCode.failed,
    )
  const from = call.positionals[0] ?? newestBackup(folder)
  if (from === undefined) throw new CommandError(`There is no backup in ${folder.backups}.`, exitCode.failed)
  if (!(await isSure(call, from))) {
    call.terminal.hint('Nothing was changed.')
    return exitCode.interrupted
  }
  using progress = call.terminal.progress('Checking the backup and putting it in place')
  // On a new machine there is none yet.
  await ensurePrivateFolder(folder.root)
  await using _lock = await acquireInstanceLock({ folder: folder.root, now: () => new Date() })
  const { database: path, backups: backupFolder, settings } = folder
  const restored = await restoreBackup({ path, backupFolder, from, companions: [settings] })
  progress[Symbol.dispose]()
  call.terminal.result(restored, () =>
    [
      `Restored ${restored.restored_from}.`,
      restored.replaced && `The database that was there is kept as ${restored.replaced}.`,
    ]
      .filter(Boolean)
      .join('\n'),
  )
  return exitCode.ok
}

function newestBackup({ database, backups }: DataFolder): string | undefined {
  return listBackups({ databasePath: database, backupFolder: backups })[0]?.path
}

async function isSure({ flags, terminal }: CommandCall, from: string): Promise<boolean> {
  if (flags['yes'] === true) return true
  if (!terminal.canAsk) throw new CommandError('Say --yes to restore without being asked.', exitCode.usage)
  return terminal.confirm(`Put ${from} in place of the database?`)
}
