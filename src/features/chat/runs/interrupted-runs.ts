import type { Database } from '../../../platform/database/database.ts'
import { keepAnswer } from '../sessions/session-rows.ts'
import { AnswerFold, noRoute } from './fold.ts'
import { runEvent, type RunEvent, type RunFact } from './run-event.ts'
import { closeRun, cutRuns, eventsAfter, insertEvents, lastSeq, type RunRow } from './run-rows.ts'
import { textId } from './run-writer.ts'

/** More events than can have been sent and not yet written when the process ended. */
const UNSAVED_EVENTS = 100_000

export const interrupted = {
  type: 'run.error',
  code: 'interrupted',
  message: 'The service stopped while answering. Ask again.',
  retryable: true,
} as const satisfies RunFact

/**
 * Ends the runs that the end of the process cut. Their readers may have got some milliseconds of text that is not on disk
 * (see RunJournal), under numbers that are free in the log. So what follows is numbered beyond them, and says first what
 * the text is: who comes back reads on without a gap and ends up with what everybody else sees.
 */
export function endInterruptedRuns(database: Database, at: string): RunRow[] {
  const cut = cutRuns(database)
  for (const run of cut) {
    const answer = new AnswerFold()
    const told = eventsAfter(database, run.number, { after: 0 })
    for (const { fact } of told) answer.take(fact)
    const facts = [...(told.length === 0 ? [startOf(run)] : []), ...restated(run, answer), interrupted]
    const events = numbered(facts, told.length === 0 ? 0 : lastSeq(database, run.number) + UNSAVED_EVENTS)
    for (const { fact } of events) answer.take(fact)
    insertEvents(database, run.number, events)
    closeRun(database, run.number, { outcome: 'error', at })
    const { route } = answer.result()
    keepAnswer(database, { run: run.number, chat: run.chat, components: answer.components(), route, at })
  }
  return cut
}

function startOf({ id, session_id, message }: RunRow): RunFact {
  return { type: 'run.start', run_id: id, session_id, message, route: noRoute }
}

function* restated(run: RunRow, answer: AnswerFold): Iterable<RunFact> {
  const text = answer.lastText()
  if (text) yield { type: 'component.add', ...text }
  // A text of which nothing was kept, and skeletons that nothing will come for.
  for (const id of [textId(run.id, answer.size), ...answer.unfilled()]) yield { type: 'component.remove', id }
}

function numbered(facts: readonly RunFact[], after: number): RunEvent[] {
  return facts.map((fact, index) => runEvent(after + index + 1, fact))
}
