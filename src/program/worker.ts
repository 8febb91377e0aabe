import type { CommandCall } from '../cli/command.ts'
import { exitCode } from '../cli/exit-codes.ts'
import { folderOf } from '../cli/running-service.ts'
import { endOnBug, untilSignal } from './start.ts'

export async function run(call: CommandCall): Promise<number> {
  const { terminal, environment } = call
  const stopAsked = untilSignal()
  const { startWorker } = await import('../server/lifecycle/worker.ts')
  const worker = await startWorker({
    folder: folderOf(call),
    environment,
    output: process.stdout,
    pretty: terminal.isInteractive,
  })
  endOnBug(worker)
  await stopAsked
  await worker.close()
  return exitCode.ok
}
