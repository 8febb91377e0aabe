import { Readable, Writable } from 'node:stream'
import type { CommandCall } from '../command.ts'
import { exitCode } from '../exit-codes.ts'
import { folderOf, requireService, runningService } from '../running-service.ts'
import { startBeside } from './start-beside.ts'

/** Speaks the Agent Client Protocol on the standard streams: the chat of the service that runs, in an editor. */
export async function run(call: CommandCall): Promise<number> {
  if (call.flags['start'] === true && !runningService(folderOf(call))) await startBeside(call)
  requireService(folderOf(call))
  const [{ default: program }, sdk, { acpAgent }] = await Promise.all([
    import('../../../package.json', { with: { type: 'json' } }),
    import('@agentclientprotocol/sdk'),
    import('../acp/acp-agent.ts'),
  ])
  const stream = sdk.ndJsonStream(
    Writable.toWeb(process.stdout),
    Readable.toWeb(process.stdin) as ReadableStream<Uint8Array>,
  )
  const connection = acpAgent({ sdk, version: program.version, call }).connect(stream)
  await connection.closed
  return exitCode.ok
}
