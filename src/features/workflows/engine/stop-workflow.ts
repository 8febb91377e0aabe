import type { OpenWorkflow, Waiting } from './open-workflow.ts'
import { itemRange, keyRange, waitingSteps } from './step-rows.ts'
import { forgetSecrets } from './step-secrets.ts'
import { change, type Work } from './statement.ts'

/**
 * Ends a workflow where it stands: everything open is skipped. What runs has no lease from then on, so that its result
 * counts for nothing; whoever calls this stops it afterwards.
 */
export function* stopWorkflow(
  workflow: OpenWorkflow,
  { actor, message }: { actor: string; message: string },
): Work<void> {
  const { row, transaction } = workflow
  const { firstKey, lastKey } = keyRange(row.number)
  const { firstItem, lastItem } = itemRange(row.number)
  yield* closeQuestions(workflow)
  yield* change(
    `UPDATE workflow_steps SET status = 'skipped', skipped_because = 'person', lease = NULL, queued = 0, run_at = NULL,
       waiting = NULL, blocked = 0, message = ?5, finished_at = ?6
     WHERE (key BETWEEN ?1 AND ?2 OR key BETWEEN ?3 AND ?4) AND status IN ('pending', 'running', 'waiting')`,
    firstKey,
    lastKey,
    firstItem,
    lastItem,
    message,
    transaction.at,
  )
  Object.assign(row, { open_count: 0, active_count: 0, in_flight: 0, waiting_count: 0 })
  yield* workflow.record({ type: 'workflow.stopped', actor, data: { message } })
  yield* workflow.moveOn()
}

/** What was asked about needs no answer any more. */
function* closeQuestions({ row, transaction }: OpenWorkflow): Work<void> {
  for (const { key, waiting } of yield* waitingSteps(row.number)) {
    const { confirmation_id, secret } = JSON.parse(waiting!) as Waiting
    yield* forgetSecrets(transaction, { key, secret })
    if (confirmation_id !== null)
      transaction.tell({ about: 'question.closed', confirmation_id, approved: false })
  }
}

/** Marks it as deleted: whatever of it still runs counts for nothing. */
export function* cancelWorkflow(workflow: OpenWorkflow, actor: string): Work<number> {
  const { row } = workflow
  const { firstKey, lastKey } = keyRange(row.number)
  const { firstItem, lastItem } = itemRange(row.number)
  yield* closeQuestions(workflow)
  yield* change(
    `UPDATE workflow_steps SET status = 'cancelled', lease = NULL, queued = 0, run_at = NULL, waiting = NULL
     WHERE (key BETWEEN ?1 AND ?2 OR key BETWEEN ?3 AND ?4) AND status IN ('pending', 'running', 'waiting')`,
    firstKey,
    lastKey,
    firstItem,
    lastItem,
  )
  row.status = 'cancelled'
  yield* workflow.record({ type: 'workflow.cancelled', actor })
  yield* workflow.moveOn()
  return row.number
}
