import type { DataFolder } from '../platform/data-folder.ts'
import { listBackups } from '../platform/database/backup-files.ts'
import type { PreparedRestore } from '../platform/database/restore.ts'
import { CommandError } from '../cli/command-error.ts'
import type { CommandCall } from '../cli/command.ts'
import { exitCode } from '../cli/exit-codes.ts'
import { folderOf, runningService } from '../cli/running-service.ts'

export async function run(call: CommandCall): Promise<number> {
  const { terminal, flags } = call
  const folder = folderOf(call)
  if (runningService(folder))
    throw new CommandError(
      'Stop the service first with "deskhand stop": it is using the database.',
      exitCode.failed,
    )
  const from = call.positionals[0] ?? newestBackup(folder)
  if (from === undefined) throw new CommandError(`No backup in ${folder.backups}.`, exitCode.failed)
  if (!(await isSure(call, from))) {
    terminal.hint('Nothing was changed.')
    return exitCode.interrupted
  }
  const { prepareStoppedRestore } = await import('../server/lifecycle/stopped-database.ts')
  using progress = terminal.progress('Checking and restoring the backup')
  await using prepared = await prepareStoppedRestore({ folder, environment: call.environment }, from)
  progress[Symbol.dispose]()
  const strange = [...prepared.strange, ...settingsIn(prepared)]
  const isStrange = !prepared.isOwn && strange.length > 0
  const isTrusted = isStrange && (flags['trust'] === true || (await isTheirs(call, strange)))
  const restored = await prepared.commit({ isTrusted })
  const heldBack = isStrange && !isTrusted ? strange : []
  terminal.result({ ...restored, held_back: heldBack }, () =>
    [
      `Restored ${restored.restored_from}.`,
      restored.replaced && `The previous database was kept as ${restored.replaced}.`,
      ...(heldBack.length > 0
        ? [
            'The backup was not made on this machine, so:',
            ...heldBack.map((sentence) => `- ${sentence}`),
            'If it is yours, restore it again with --trust.',
          ]
        : []),
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
  if (!terminal.canAsk) throw new CommandError('Use --yes to restore without being asked.', exitCode.usage)
  return terminal.confirm(`Replace the database with ${from}?`)
}

/** Whoever only said that the database may be replaced has not said whose backup it is. */
async function isTheirs({ flags, terminal }: CommandCall, strange: readonly string[]): Promise<boolean> {
  if (flags['yes'] === true || !terminal.canAsk) return false
  terminal.hint('This backup was not made on this machine. Unless it is yours:')
  for (const sentence of strange) terminal.hint(`- ${sentence}`)
  return terminal.confirm('Is this backup yours, and do you want to restore all of it?')
}

/** What the settings beside the backup would set, as a person can read it. */
function settingsIn({ companions }: PreparedRestore): string[] {
  return [...companions.values()].flatMap((content) => {
    const settings = parsedSettings(Buffer.from(content).toString())
    const names = Object.entries(settings).map(([name, value]) => `${name} = ${shown(value)}`)
    return names.length === 0 ? [] : [`its settings are left out: ${names.map(plain).join(', ')}`]
  })
}

function parsedSettings(text: string): object {
  try {
    const { settings } = JSON.parse(text) as { settings?: unknown }
    return typeof settings === 'object' && settings !== null ? settings : {}
  } catch {
    return {}
  }
}

const MAX_SHOWN = 100

function shown(value: unknown): string {
  const text = JSON.stringify(value)
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text
}

/** Nothing that moves the cursor or turns the line around. */
function plain(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, '?')
}
