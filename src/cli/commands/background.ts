import { spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ensurePrivateFolder } from '../../platform/files/atomic-file.ts'
import { CommandError } from '../command-error.ts'
import type { CommandCall } from '../command.ts'
import { exitCode } from '../exit-codes.ts'
import { folderOf, runningService } from '../running-service.ts'

const PATIENCE_MS = 60_000

/** Starts the service as a process of its own and comes back once it is ready, or says why it is not. */
export async function startInBackground(call: CommandCall): Promise<number> {
  const folder = folderOf(call)
  await ensurePrivateFolder(folder.root)
  await ensurePrivateFolder(folder.logs)
  const complaints = join(folder.logs, 'start.log')
  const child = launch(call, complaints)
  using progress = call.terminal.progress('Starting')
  const deadline = performance.now() + PATIENCE_MS
  while (child.exitCode === null && child.signalCode === null) {
    const { pid, address = null } = runningService(folder) ?? {}
    if (pid === child.pid && address !== null) {
      progress[Symbol.dispose]()
      call.terminal.result({ started: true, pid, address }, () => `Deskhand is running at ${address}.`)
      return exitCode.ok
    }
    if (performance.now() > deadline)
      throw new CommandError(
        `Process ${child.pid} is not ready after ${PATIENCE_MS / 1000} s and is still starting. "deskhand logs" shows what it is doing.`,
        exitCode.failed,
      )
    await sleep(50)
  }
  const reason = readFileSync(complaints, 'utf8')
    .replace(/^deskhand: /, '')
    .trim()
  throw new CommandError(reason || 'The service stopped before it was ready.', exitCode.failed)
}

function launch(call: CommandCall, complaints: string) {
  // What it logs is in its log; what it writes here is why it could not start.
  const file = openSync(complaints, 'w', 0o600)
  const words = call.words.filter((word) => word !== '--background' && word !== '-b')
  const child = spawn(process.execPath, [...process.execArgv, process.argv[1]!, 'start', ...words], {
    detached: true,
    stdio: ['ignore', 'ignore', file],
    env: { ...call.environment, FORCE_COLOR: '0' },
  })
  closeSync(file)
  child.unref()
  return child
}
