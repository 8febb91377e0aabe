import { randomUUID } from 'node:crypto'
import { AppError } from '../../../contract/errors.ts'
import type { Log } from '../../../contract/log.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { AnswerGate } from '../addresses/answer-gate.ts'
import type { Asked, AnswerWriter } from '../answering.ts'
import type { KnownTypes } from '../components/known-types.ts'
import type { ComponentRepair } from '../components/repair-component.ts'
import type { NewTimer } from '../../timers/contract.ts'
import { keepAnswer } from '../sessions/session-rows.ts'
import { noRoute } from './fold.ts'
import { interrupted } from './interrupted-runs.ts'
import type { LiveRun } from './live-run.ts'
import type { RunFact } from './run-event.ts'
import { closeRun } from './run-rows.ts'
import { RunWriter } from './run-writer.ts'

/** How long an answerer that was told to stop may take before the run ends without it. */
const STOP_GRACE_MS = 2_000

export interface ConductOptions {
  readonly asked: Asked
  /** Says the answer; rejects when there can be none. */
  readonly speak: (writer: AnswerWriter) => Promise<void>
  readonly loadKnown: () => Promise<KnownTypes>
  readonly database: Database
  readonly gate: AnswerGate
  readonly now: () => Date
  readonly log: Log
  readonly onRepair: (repair: ComponentRepair) => void
  readonly startTimer: (timer: NewTimer) => void
}

/** Lets a run be answered and ends it, whatever happens: with `run.end`, or with `run.error`. */
export async function conductRun(run: LiveRun, options: ConductOptions): Promise<void> {
  const { speak, loadKnown, database, gate, onRepair, now, startTimer } = options
  const { signal } = run
  const writer = new RunWriter({ run, known: await loadKnown(), database, gate, onRepair, now, startTimer })
  let failure: unknown
  try {
    await untilStopped(speak(writer), signal)
  } catch (error) {
    failure = error
  }
  writer.close()
  const last = signal.aborted ? stopOf(run, writer) : endOf(failure, { run, writer, log: options.log })
  run.emit(last, () => keep(run, last, options))
}

/** An answerer that ignores its signal keeps nobody waiting. */
async function untilStopped(speaking: Promise<void>, signal: AbortSignal): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>()
  let timer: NodeJS.Timeout | undefined
  const onAbort = () => {
    timer = setTimeout(() => reject(new AppError('cancelled', 'The answer was stopped.')), STOP_GRACE_MS)
  }
  if (signal.aborted) onAbort()
  else signal.addEventListener('abort', onAbort, { once: true })
  try {
    await Promise.race([speaking, promise])
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', onAbort)
  }
}

function stopOf(run: LiveRun, { usage }: RunWriter): RunFact {
  if (run.stopReason === 'interrupted') return interrupted
  return { type: 'run.end', outcome: 'cancelled', components: run.answer.components(), usage }
}

function endOf(
  failure: unknown,
  { run, writer, log }: { run: LiveRun; writer: RunWriter; log: Log },
): RunFact {
  if (failure !== undefined) return errorOf(failure, { run, log })
  const outcome = writer.asksApproval ? 'interrupt' : 'success'
  return { type: 'run.end', outcome, components: run.answer.components(), usage: writer.usage }
}

const retryable: ReadonlySet<string> = new Set([
  'timeout',
  'rate_limited',
  'upstream_failed',
  'upstream_timeout',
  'unavailable',
  'overloaded',
])

function errorOf(failure: unknown, { run, log }: { run: LiveRun; log: Log }): RunFact {
  if (failure instanceof AppError) {
    const { code, message } = failure
    return { type: 'run.error', code, message, retryable: retryable.has(code) }
  }
  const incident = randomUUID()
  log.error({ err: failure, run_id: run.id, incident_id: incident }, 'An answer failed unexpectedly.')
  const message = `The answer failed unexpectedly. Look for ${incident} in the log.`
  return { type: 'run.error', code: 'internal', message, retryable: false }
}

/** In the transaction of the last event: history and log never disagree. */
function keep(run: LiveRun, last: RunFact, { database, now }: ConductOptions): void {
  const at = now().toISOString()
  const { components, route } = run.answer.result()
  closeRun(database, run.number!, { outcome: last.type === 'run.end' ? last.outcome : 'error', at })
  const usage = last.type === 'run.end' ? last.usage : null
  keepAnswer(database, { run: run.number!, chat: run.chat!, components, route: route ?? noRoute, usage, at })
}
