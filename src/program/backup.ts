import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { CommandError } from '../cli/command-error.ts'
import type { CommandCall } from '../cli/command.ts'
import { exitCode } from '../cli/exit-codes.ts'
import { callServiceForJson, folderOf, runningService } from '../cli/running-service.ts'
import { bytesText } from '../contract/text/numbers.ts'
import type { BackupFile } from '../platform/database/database.ts'

/** A database of many gigabytes on a slow disk. */
const PATIENCE_MS = 3_600_000

export async function run(call: CommandCall): Promise<number> {
  const isRunning = runningService(folderOf(call)) !== null
  if (call.flags['list'] === true) {
    const backups = isRunning ? await listFromService(call) : await listFromDisk(call)
    call.terminal.result({ backups }, () => drawList(backups, call))
    return exitCode.ok
  }
  using progress = call.terminal.progress('Copying the database')
  const backup = isRunning ? await backUpByService(call) : await backUpFromDisk(call)
  progress[Symbol.dispose]()
  call.terminal.result(backup, () => `Backed up ${bytesText(backup.bytes)} to ${backup.path}`)
  return exitCode.ok
}

async function listFromService(call: CommandCall): Promise<BackupFile[]> {
  const { backups } = await callServiceForJson<{ backups: BackupFile[] }>(call, {
    method: 'GET',
    path: '/api/backups',
  })
  return backups
}

async function listFromDisk(call: CommandCall): Promise<BackupFile[]> {
  const { listBackups } = await import('../platform/database/backup-files.ts')
  const { database, backups } = folderOf(call)
  return listBackups({ databasePath: database, backupFolder: backups })
}

function backUpByService(call: CommandCall): Promise<BackupFile> {
  const signal = AbortSignal.timeout(PATIENCE_MS)
  return callServiceForJson<BackupFile>(call, { method: 'POST', path: '/api/backups', signal })
}

/** With no service running the command may open the database itself; the lock keeps it the only one. */
async function backUpFromDisk(call: CommandCall): Promise<BackupFile> {
  const { root, database: file } = folderOf(call)
  if (!existsSync(file))
    throw new CommandError(`Nothing to back up in ${root}: no service has run there yet.`, exitCode.failed)
  const { openStoppedDatabase } = await import('../server/lifecycle/stopped-database.ts')
  await using database = await openStoppedDatabase({ folder: folderOf(call), environment: call.environment })
  return await database.backup('manual')
}

function drawList(backups: readonly BackupFile[], call: CommandCall): string {
  if (backups.length === 0) return 'No backups yet.'
  const rows = backups.map(({ reason, bytes, path }) => [basename(path), reason, bytesText(bytes)])
  return [
    call.terminal.table(['file', 'why', 'size'], rows),
    '',
    `Backups are in ${folderOf(call).backups}. Restore one with "deskhand restore FILE".`,
  ].join('\n')
}
