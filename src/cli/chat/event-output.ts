import type { CommandCall } from '../command.ts'
import { exitCode } from '../exit-codes.ts'
import type { Answered } from './converse.ts'
import { askRun, type Question } from './run-events.ts'

/** For scripts: every event of the answer, one JSON object a line. */
export async function followRunAsLines(question: Question, call: CommandCall): Promise<Answered> {
  let exit: number = exitCode.ok
  let sessionId: string | undefined
  for await (const event of askRun(question, call)) {
    call.terminal.print(JSON.stringify(event))
    if (event.type === 'run.start') sessionId = event.session_id
    // What waits for a yes that nobody can give here is not done.
    if (event.type === 'run.error' || (event.type === 'run.end' && event.outcome === 'interrupt'))
      exit = exitCode.failed
  }
  return { exit, sessionId }
}
