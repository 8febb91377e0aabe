import type { HeldWorkflow } from './held-workflow.ts'
import type { Waiting } from './open-workflow.ts'
import { change, type Work } from './statement.ts'
import type { StepHandle } from './step-changes.ts'

/** A running step that waits without a place: what it waits for, or the time that is given, lets it be looked at again. */
export function* standBy(
  workflow: HeldWorkflow,
  step: StepHandle,
  {
    waiting,
    message,
    delayMs,
  }: { waiting: Omit<Waiting, 'confirmation_id'>; message: string; delayMs: number },
): Work<void> {
  const { transaction } = workflow
  yield* change(
    'UPDATE workflow_steps SET lease = NULL, run_at = ?2, waiting = ?3, message = ?4 WHERE key = ?1',
    step.key,
    new Date(Date.parse(transaction.at) + delayMs).toISOString(),
    JSON.stringify({ confirmation_id: null, ...waiting }),
    message,
  )
  workflow.moved(step, 'running', 'ready')
  workflow.tellStep(step, 'running', message)
  transaction.enqueue({ key: step.key, delayMs })
}
