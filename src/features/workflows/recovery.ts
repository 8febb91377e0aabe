import { all, run, type Transaction, type Work } from './backend.ts'
import { afterCrash } from './crash-rules.ts'
import { OpenWorkflow } from './open-workflow.ts'
import type { Rules } from './rules.ts'
import { keyRange, type StepRow } from './step-rows.ts'
import { deleteWorkflow } from './workflow-rows.ts'

/** So many workflows are set right in one transaction: it must not hold up everything else. */
const AT_A_TIME = 100

/** Workflows that can have been interrupted, from the oldest on. */
export function* selectInterrupted(after: number): Work<readonly { number: number; status: string }[]> {
  return yield* all<{ number: number; status: string }>(
    `SELECT number, status FROM workflows WHERE status IN ('running', 'paused', 'cancelled') AND number > ?1
     ORDER BY number LIMIT ?2`,
    after,
    AT_A_TIME,
  )
}

/** Sets right what a process has left behind that ended without a word, and lets it go on. */
export function* recoverWorkflow(
  scene: { transaction: Transaction; rules: Rules },
  number: number,
): Work<void> {
  const workflow = yield* OpenWorkflow.lock(number, scene)
  if (!workflow) return
  const range = keyRange(number)
  // A deletion that had begun: it was asked for, and nobody can want half of it.
  if (workflow.row.status === 'cancelled') return yield* deleteWorkflow({ number, ...range })
  const left = yield* all<StepRow>(
    `SELECT * FROM workflow_steps WHERE key BETWEEN ?1 AND ?2 AND (status = 'running' OR queued = 1 OR run_at IS NOT NULL)`,
    range.firstKey,
    range.lastKey,
  )
  for (const step of left) {
    if (step.status === 'running') yield* afterCrash(workflow, step, { counts: true })
    else yield* run('UPDATE workflow_steps SET queued = 0, run_at = NULL, lease = NULL WHERE key = ?1', step.key)
  }
  workflow.row.in_flight = 0
  if (workflow.isGoingOn) yield* workflow.askWhereReady()
  yield* workflow.moveOn()
}
