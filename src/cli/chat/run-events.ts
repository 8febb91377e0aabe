import { setTimeout as sleep } from 'node:timers/promises'
import { ownTimeZone } from '../../contract/text/time-zone.ts'
import type { RunFact } from '../../features/chat/runs/run-event.ts'
import { CommandError } from '../command-error.ts'
import type { CommandCall } from '../command.ts'
import { exitCode } from '../exit-codes.ts'
import { openEvents } from '../service-events.ts'

/** One event of a run as it comes over the wire. */
export type RunEvent = RunFact & { readonly seq: number }

export interface Question {
  readonly message: string
  readonly session_id?: string | undefined
  /** What the shell knows, beside the time zone. */
  readonly context?: object
  readonly attachments?: readonly { readonly file_id: string }[]
}

const LAST: ReadonlySet<string> = new Set(['run.end', 'run.error'])
const MAX_RETURNS = 5

/** Says something and yields what happens until the answer is whole, also over a connection that breaks. */
export async function* askRun(question: Question, call: CommandCall): AsyncGenerator<RunEvent> {
  const context = { time_zone: ownTimeZone(), client: 'terminal', ...question.context }
  const body = JSON.stringify({ ...question, context })
  const events = await openEvents<RunEvent>(call, { method: 'POST', path: '/chat/stream', body })
  let run: string | undefined
  let last = 0
  try {
    for await (const event of events) {
      if (event.type === 'run.start') run = event.run_id
      last = event.seq
      yield event
      if (LAST.has(event.type)) return
    }
  } catch (error) {
    if (run === undefined) throw error
  }
  if (run === undefined)
    throw new CommandError('The connection was lost before the answer started.', exitCode.failed)
  yield* followRun(run, call, last)
}

/** A run that goes on already, from its start or from after one of its events. */
export async function* followRun(run: string, call: CommandCall, after = 0): AsyncGenerator<RunEvent> {
  let last = after
  for (let tries = 0; tries < MAX_RETURNS; tries += 1) {
    for await (const event of restOf(run, call, last)) {
      last = event.seq
      tries = 0
      yield event
      if (LAST.has(event.type)) return
    }
    await sleep(300 * 2 ** tries)
  }
  throw new CommandError('The connection was lost before the answer was complete.', exitCode.failed)
}

/** Ends without a word when the connection breaks; what the service refuses is thrown. */
async function* restOf(run: string, call: CommandCall, after: number): AsyncGenerator<RunEvent> {
  const path = `/api/runs/${encodeURIComponent(run)}/events?after=${after}`
  try {
    yield* await openEvents<RunEvent>(call, { method: 'GET', path })
  } catch (error) {
    if (error instanceof CommandError && error.exit !== exitCode.notRunning) throw error
  }
}
