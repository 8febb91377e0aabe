import { setTimeout as sleep } from 'node:timers/promises'
import { CommandError } from '../command-error.ts'
import type { CommandCall } from '../command.ts'
import { exitCode } from '../exit-codes.ts'
import { folderOf, runningService } from '../running-service.ts'

const PATIENCE_MS = 15_000

export async function run(call: CommandCall): Promise<number> {
  const folder = folderOf(call)
  const service = runningService(folder)
  if (!service) {
    call.terminal.result({ stopped: false }, () => 'No service is running.')
    return exitCode.ok
  }
  const { pid } = service
  using progress = call.terminal.progress(`Stopping process ${pid}`)
  askToEnd(pid)
  const deadline = performance.now() + PATIENCE_MS
  while (runningService(folder)?.pid === pid) {
    if (performance.now() > deadline)
      throw new CommandError(
        `Process ${pid} has not ended after ${PATIENCE_MS / 1000} s. "kill -9 ${pid}" ends it now; stored data stays intact.`,
        exitCode.failed,
      )
    await sleep(50)
  }
  progress[Symbol.dispose]()
  call.terminal.result({ stopped: true, pid }, () => `Stopped process ${pid}.`)
  return exitCode.ok
}

function askToEnd(pid: number): void {
  try {
    process.kill(pid, 'SIGTERM')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    // It ended by itself between the look and the call.
    if (code === 'ESRCH') return
    if (code !== 'EPERM') throw error
    throw new CommandError(`Process ${pid} belongs to another user.`, exitCode.failed)
  }
}
