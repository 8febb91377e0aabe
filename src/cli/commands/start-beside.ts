import type { CommandCall } from '../command.ts'
import { Terminal } from '../terminal/terminal.ts'

/** Starts the service for a command whose output belongs to a protocol: what the start says goes beside it. */
export async function startBeside(call: CommandCall): Promise<void> {
  const { startInBackground } = await import('./background.ts')
  const { stdin: input, stderr: out, stderr: error } = process
  const terminal = new Terminal({ json: false, input, out, error, environment: call.environment })
  await startInBackground({ ...call, terminal, words: call.words.filter((word) => word !== '--start') })
}
