import type { Publish } from '../../../contract/event.ts'
import { runEnded, runFailed } from '../../../contract/run-events.ts'
import type { StartedRun } from '../chat-seams.ts'
import type { LiveRun } from './live-run.ts'

/** A run as whoever began it sees it. */
export function startedRun(run: LiveRun): StartedRun {
  const answer = run.ended.then(() => run.answer.result())
  // Whoever waits for it hears of a failure; nobody has to.
  answer.catch(() => {})
  return { run_id: run.id, session_id: run.session_id, answer }
}

export function tellEnd(run: LiveRun, publish: Publish): void {
  const { id: run_id, session_id, last } = run
  if (last?.type === 'run.end') publish(runEnded, { run_id, session_id, outcome: last.outcome })
  if (last?.type !== 'run.error') return
  const { code, message, retryable } = last
  publish(runFailed, { run_id, session_id, code, message, retryable })
}
