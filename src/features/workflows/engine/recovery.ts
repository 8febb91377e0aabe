import type { Backend } from './backend.ts'
import { afterCrash } from './crash-rules.ts'
import { OpenWorkflow, type Scene } from './open-workflow.ts'
import type { Rules } from './rules.ts'
import type { WorkflowStatus } from '../schemas.ts'
import { itemRange, keyRange, type StepRow } from './step-rows.ts'
import { deleteWorkflow } from './workflow-rows.ts'
import { type Work, all, change } from './statement.ts'

/** So many workflows are set right in one transaction: it must not hold up everything else. */
const AT_A_TIME = 100

const INTERRUPTIBLE = ['running', 'paused', 'cancelled'] as const satisfies readonly WorkflowStatus[]

/** Sets right everything that a process has left behind that ended without a word, and lets it go on. */
export async function recoverAll(backend: Backend, rules: Rules): Promise<void> {
  for (const status of INTERRUPTIBLE) {
    let after = 0
    for (;;) {
      const found = await backend.read(selectNumbers(status, after))
      if (found.length === 0) break
      await backend.transact(function* (transaction) {
        for (const { number } of found) yield* recoverWorkflow({ transaction, rules }, number)
      })
      after = found.at(-1)!.number
    }
  }
}

/** Ends deletions that had begun; harmless where the one who began still waits for what runs. */
export async function finishDeletions(backend: Backend): Promise<void> {
  for (const { number } of await backend.read(selectNumbers('cancelled', 0)))
    await backend.transact(() => deleteWorkflow(number))
}

function* selectNumbers(status: WorkflowStatus, after: number): Work<readonly { number: number }[]> {
  return yield* all<{ number: number }>(
    'SELECT number FROM workflows WHERE status = ?1 AND number > ?2 ORDER BY number LIMIT ?3',
    status,
    after,
    AT_A_TIME,
  )
}

function* recoverWorkflow(scene: Scene, number: number): Work<void> {
  const workflow = yield* OpenWorkflow.lock(number, scene)
  if (!workflow) return
  const { firstKey, lastKey } = keyRange(number)
  const { firstItem, lastItem } = itemRange(number)
  // A deletion that had begun: it was asked for, and nobody can want half of it.
  if (workflow.row.status === 'cancelled') {
    yield* deleteWorkflow(number)
    return
  }
  // One that runs without a lease waits for its items.
  const left = yield* all<StepRow>(
    `SELECT * FROM workflow_steps WHERE (key BETWEEN ?1 AND ?2 OR key BETWEEN ?3 AND ?4)
       AND ((status = 'running' AND lease IS NOT NULL) OR queued = 1 OR run_at IS NOT NULL)`,
    firstKey,
    lastKey,
    firstItem,
    lastItem,
  )
  for (const step of left) {
    if (step.lease !== null && step.status === 'running') yield* afterCrash(workflow, step, { counts: true })
    else yield* waitAgain(workflow, step)
  }
  workflow.row.in_flight = 0
  if (workflow.isGoingOn) yield* workflow.askWhereReady()
  yield* workflow.moveOn()
}

/** What was handed out is handed out anew; what waits for its time goes on waiting for it. */
function* waitAgain(
  { transaction, isGoingOn }: OpenWorkflow,
  { key, run_at, status, action }: StepRow,
): Work<void> {
  const delayMs = run_at === null ? 0 : Date.parse(run_at) - Date.parse(transaction.at)
  // A wait is a step of its own: it ends when its time has come, also in a paused workflow.
  const isWait = status === 'running'
  const isLater = isWait || (isGoingOn && delayMs > 0)
  yield* change(
    'UPDATE workflow_steps SET queued = 0, lease = NULL, run_at = ?2 WHERE key = ?1',
    key,
    isLater ? run_at : null,
  )
  // What it has called may have ended meanwhile.
  const isCall = action === 'CALL_AUTOMATION'
  if (isLater) transaction.enqueue({ key, delayMs: isCall ? 0 : Math.max(0, delayMs) })
}
