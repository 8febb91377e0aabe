import { existsSync } from 'node:fs'
import { CommandError } from '../cli/command-error.ts'
import type { CommandCall } from '../cli/command.ts'
import { exitCode } from '../cli/exit-codes.ts'
import { folderOf, openSecrets, runningService } from '../cli/running-service.ts'

export async function run(call: CommandCall): Promise<number> {
  const folder = folderOf(call)
  if (!existsSync(folder.database))
    throw new CommandError(`No database in ${folder.root}, so there is nothing to move.`, exitCode.failed)
  if (runningService(folder))
    throw new CommandError(
      'Stop the service first with "deskhand stop": it is running the workflows.',
      exitCode.failed,
    )
  const url = call.environment['DESKHAND_DATABASE_URL'] ?? (await openSecrets(call)).get('DATABASE_URL')
  if (!url)
    throw new CommandError(
      'Say where to move them: set DESKHAND_DATABASE_URL=postgres://user:password@host/database.',
      exitCode.usage,
    )
  using progress = call.terminal.progress('Moving workflows, history, automations and schedules')
  const { moveToPostgres } = await import('../server/lifecycle/move-workflows.ts')
  const moved = await moveToPostgres({ folder, environment: call.environment }, url)
  progress[Symbol.dispose]()
  call.terminal.result(moved, () =>
    [
      `Moved ${moved.workflows} workflows with ${moved.steps} steps, ${moved.events} history entries, ${moved.automations} automations and ${moved.schedules} schedules.`,
      moved.already > 0 && `${moved.already} already existed there and were left unchanged.`,
      'Unfinished workflows are paused here. They continue there once a service or worker runs with DESKHAND_DATABASE_URL.',
    ]
      .filter(Boolean)
      .join('\n'),
  )
  return exitCode.ok
}
