import type { OpenWorkflow } from './open-workflow.ts'
import { CRASH_LIMIT } from './rules.ts'
import { definitionOf, type StepRow } from './step-rows.ts'
import { recordedArguments } from './step-secrets.ts'
import { type Work, change } from './statement.ts'

/** What a person is told who has to decide about a step whose outcome nobody knows. */
export const OUTCOME_UNKNOWN =
  'The service stopped while this step ran, so it may or may not have taken effect. Check, then decide: retry runs it ' +
  'again, input gives its result, skip leaves it out, reject fails it.'

/** A step that could not even be begun, because every process that took it ended. */
export function* giveUpStep(workflow: OpenWorkflow, step: StepRow): Work<void> {
  const isTaken = step.status === 'running' || (step.status === 'pending' && step.queued === 1)
  const isLater = step.run_at !== null && step.lease === null
  if (!(isTaken || isLater) || workflow.row.status === 'cancelled') return
  const asks = step.status === 'pending' && step.asks === 1
  const taken = asks ? 'asking' : 'running'
  const from = isLater ? 'ready' : taken
  const message = "Every process that took this step ended before it could start, so it isn't retried."
  yield* workflow.fail(step, { from, error: { code: 'crashed', message } })
  yield* workflow.moveOn()
}

/**
 * A step that ran when its process ended. Running it again is safe when its tool says so; otherwise nobody knows whether
 * it took effect, and a person decides. `counts` is false where the process was stopped in good order.
 */
export function* afterCrash(
  workflow: OpenWorkflow,
  step: StepRow,
  { counts }: { counts: boolean },
): Work<void> {
  const crashes = step.crashes + (counts ? 1 : 0)
  yield* change('UPDATE workflow_steps SET crashes = ?2 WHERE key = ?1', step.key, crashes)
  yield* workflow.record({ type: 'step.interrupted', step_id: step.id, data: { attempt: step.attempts } })
  if (crashes >= CRASH_LIMIT) {
    const message = `The service ended ${crashes} times while this step ran, so it isn't run again.`
    yield* workflow.fail(step, { from: 'running', error: { code: 'crashed', message } })
    return
  }
  if (workflow.rules.catalog.find(step.action)?.tool.idempotent === true) {
    yield* change(
      "UPDATE workflow_steps SET status = 'pending', lease = NULL, queued = 0 WHERE key = ?1",
      step.key,
    )
    workflow.moved(step, 'running', 'ready')
    workflow.tellStep(step, 'pending', null)
    return
  }
  const own =
    step.run_args === null ? definitionOf(step).args : (JSON.parse(step.run_args) as Record<string, unknown>)
  const args = recordedArguments(workflow.rules, step.action, own)
  const waiting = { reason: 'outcome_unknown', confirmation_id: null, args } as const
  yield* workflow.wait(step, { from: 'running', waiting, message: OUTCOME_UNKNOWN })
  // Where the service stops in good order, nobody is there to ask; the next one asks when it starts.
  if (counts) {
    const { row, transaction } = workflow
    transaction.tell({ about: 'question.missing', workflow_id: row.id, step_id: step.id })
  }
}
