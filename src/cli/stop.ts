import { setTimeout as sleep } from 'node:timers/promises'
import { CommandError } from './command-error.ts'
import type { CommandCall } from './command.ts'
import { exitCode } from './exit-codes.ts'
import { folderOf, runningService } from './running-service.ts'

const PATIENCE_MS = 15_000

export async function run(call: CommandCall): Promise<number> {
  const folder = folderOf(call)
  const service = runningService(folder)
  if (!service) {
    call.terminal.result({ stopped: false }, () => 'No service is running.')
    return exitCode.ok
  }
  using progress = call.terminal.progress('Stopping')
  process.kill(service.pid, 'SIGTERM')
  const deadline = performance.now() + PATIENCE_MS
  while (runningService(folder) !== null) {
    if (performance.now() > deadline)
      throw new CommandError(
        `Process ${service.pid} has not ended after ${PATIENCE_MS / 1000} s.`,
        exitCode.failed,
      )
    progress.update(`Stopping process ${service.pid}`)
    await sleep(50)
  }
  progress[Symbol.dispose]()
  call.terminal.result({ stopped: true, pid: service.pid }, () => `Stopped process ${service.pid}.`)
  return exitCode.ok
}
