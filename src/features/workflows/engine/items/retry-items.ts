import { AppError } from '../../../../contract/errors.ts'
import type { HeldWorkflow, Standing } from '../held-workflow.ts'
import { restoreDependants } from '../reopen.ts'
import { sentenceOf } from '../step-condition.ts'
import { definitionOf, readStep, stepOfItem, type StepRow } from '../step-rows.ts'
import { readValues, withLocal } from '../step-values.ts'
import { resolveReferences } from '../variables.ts'
import { all, change, type Work } from '../statement.ts'

/** Whether something of the step has run, so that only a part of it has to run again. */
export function hasItems(step: StepRow): boolean {
  return step.failures_left !== null && (step.items ?? 0) > 0
}

/**
 * Runs the items again that failed or were left out, and none that completed. `isEdited` where the arguments of the step
 * are new ones; otherwise an item keeps those that it had.
 */
export function* retryItems(
  workflow: HeldWorkflow,
  step: StepRow,
  { from, isEdited }: { from: Standing; isEdited: boolean },
): Work<void> {
  const { for_each, needs_human } = definitionOf(step)
  const { concurrency = 1, failures = 0 } = for_each!
  const again: StepRow[] = []
  let failed = 0
  for (const item of yield* endedItems(step.key))
    if (yield* renewArguments(workflow, { step, item, isEdited })) again.push(item)
    else failed += 1
  for (const [index, { key }] of again.entries())
    yield* putBack(key, { blocked: index < concurrency ? 0 : 1, asks: needs_human === true })
  yield* change(
    `UPDATE workflow_steps SET status = 'running', blocked = ?2, failures_left = ?3, lease = NULL, error = NULL,
       message = NULL, result = NULL, finished_at = NULL, handled = 0 WHERE key = ?1`,
    step.key,
    again.length,
    failures - failed,
  )
  workflow.moved(step, from, 'blocked')
  workflow.row.active_count += Math.min(again.length, concurrency)
  workflow.tellStep(step, 'running', null)
  if (again.length > 0) return
  const message = `${failed} items can't run: their arguments have no value.`
  yield* workflow.fail(
    { ...step, lease: null },
    { from: 'blocked', error: { code: 'items_failed', message } },
  )
}

/** Lets the step of a failed item wait for it once more. */
export function* reopenStepOf(workflow: HeldWorkflow, item: StepRow): Work<void> {
  const step = (yield* readStep(stepOfItem(item.key)))!
  const isOver = step.status === 'failed'
  if (isOver) yield* restoreDependants(workflow, [step])
  yield* change(
    `UPDATE workflow_steps SET status = 'running', blocked = blocked + 1, failures_left = failures_left + 1, lease = NULL,
       error = NULL, message = NULL, result = NULL, finished_at = NULL, handled = 0 WHERE key = ?1`,
    step.key,
  )
  if (isOver) workflow.moved(step, step.handled === 1 ? 'handled' : 'failed', 'blocked')
}

/** Refuses what comes too late: others have gone on with the results of the step. */
export function* assertStepIsOpen(item: StepRow): Work<void> {
  const step = (yield* readStep(stepOfItem(item.key)))!
  if (step.status === 'running' || step.status === 'failed') return
  throw new AppError('conflict', `Step "${step.id}" is ${step.status}, so its items can't be changed.`)
}

/** The arguments that a person gave for one item, with every `$name` replaced. */
export function* argumentsForItem(
  workflow: Pick<HeldWorkflow, 'row' | 'rules'>,
  item: StepRow,
  { args, sources }: { args: Readonly<Record<string, unknown>>; sources: string | null },
): Work<Readonly<Record<string, unknown>>> {
  const step = (yield* readStep(stepOfItem(item.key)))!
  const values = yield* readValues(workflow, { ...step, sources })
  const known = withLocal(values, definitionOf(item).local ?? {})
  return resolveReferences(args, known.inArguments) as Readonly<Record<string, unknown>>
}

function* endedItems(step: number): Work<readonly StepRow[]> {
  return yield* all<StepRow>(
    `SELECT * FROM workflow_steps WHERE parent = ?1
       AND (status = 'failed' OR (status = 'skipped' AND skipped_because = 'failure')) ORDER BY item`,
    step,
  )
}

/** False where the item still has no arguments. */
function* renewArguments(
  workflow: HeldWorkflow,
  { step, item, isEdited }: { step: StepRow; item: StepRow; isEdited: boolean },
): Work<boolean> {
  if (item.run_args !== null && !isEdited) return true
  const { args } = definitionOf(step)
  try {
    const resolved = yield* argumentsForItem(workflow, item, { args, sources: step.sources })
    yield* change(
      'UPDATE workflow_steps SET run_args = ?2, revision = revision + ?3 WHERE key = ?1',
      item.key,
      JSON.stringify(resolved),
      isEdited ? 1 : 0,
    )
    return true
  } catch (error) {
    if (sentenceOf(error) === undefined) throw error
    return false
  }
}

function* putBack(key: number, { blocked, asks }: { blocked: number; asks: boolean }): Work<void> {
  yield* change(
    `UPDATE workflow_steps SET status = 'pending', skipped_because = NULL, blocked = ?2, asks = ?3, queued = 0, tries = 0,
       crashes = 0, approved = 0, waiting = NULL, message = NULL, error = NULL, result = NULL, finished_at = NULL
     WHERE key = ?1`,
    key,
    blocked,
    asks ? 1 : 0,
  )
}
