import { setTimeout as sleep } from 'node:timers/promises'
import type { CommandCall } from '../command.ts'
import { openEvents } from '../service-events.ts'

/** How long after a decision its answer may take to begin. It begins before the decision is answered. */
const CONTINUES_WITHIN_MS = 2000

/** Ends the wait for a run that goes on from a decision. */
export async function late(): Promise<undefined> {
  await sleep(CONTINUES_WITHIN_MS, undefined, { ref: false })
}

/** The runs that begin in a conversation from now on. */
export async function runsOf(
  sessionId: string | undefined,
  call: CommandCall,
  signal: AbortSignal,
): Promise<AsyncGenerator<string, undefined>> {
  const request = { method: 'GET', path: '/api/events?topics=run.*', signal }
  return begunIn(sessionId, await openEvents<Begun>(call, request))
}

interface Begun {
  readonly type: string
  readonly session_id?: string
  readonly run_id?: string
}

async function* begunIn(
  sessionId: string | undefined,
  events: AsyncGenerator<Begun>,
): AsyncGenerator<string, undefined> {
  try {
    for await (const { type, session_id, run_id } of events)
      if (type === 'run.start' && session_id === sessionId && run_id !== undefined) yield run_id
  } catch {
    // Nobody listens any more.
  }
  return undefined
}
