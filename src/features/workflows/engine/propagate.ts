import type { HeldWorkflow, StepName } from './held-workflow.ts'
import { childrenOf, skipDependants, unblockStep, type StepHandle } from './step-changes.ts'
import { keyRange, readEdges, readReadyStep, type ReadyStep, type StepRow } from './step-rows.ts'
import { all, change, first, type Work } from './statement.ts'

/** How a step ended, as those see it that depend on it. */
export interface EndedStep {
  readonly key: number
  readonly how: 'done' | 'failure' | 'condition'
}

/** A step that went wrong, as a handler sees it. */
export type FailedStep = Pick<StepRow, 'key' | 'id' | 'handled' | 'error' | 'finished_at'>

type Before = FailedStep & Pick<StepRow, 'status' | 'skipped_because'>

/** Lets those go on that have waited for a step, and those that have waited for them. No recursion: chains are long. */
export function* propagate(workflow: HeldWorkflow, ended: EndedStep): Work<void> {
  const all = [ended]
  for (const { key, how } of all)
    for (const { child } of yield* childrenOf(key)) {
      const step = (yield* readReadyStep(child))!
      const next = yield* dependencyEnded(workflow, step, how)
      if (next) all.push({ key: child, how: next })
    }
}

/** A handler that completes has dealt with what went wrong before it. */
export function* afterCompletion(workflow: HeldWorkflow, { key }: StepHandle): Work<void> {
  if (workflow.row.failed_count > 0) yield* handleFailures(workflow, key)
  yield* propagate(workflow, { key, how: 'done' })
}

export function* afterFailure(workflow: HeldWorkflow, step: StepHandle): Work<void> {
  const { goes_on } = (yield* first<{ goes_on: number }>(
    'SELECT goes_on FROM workflow_steps WHERE key = ?1',
    step.key,
  ))!
  if (goes_on === 1) {
    yield* markHandled(workflow, step, { how: 'on_error' })
    yield* propagate(workflow, { key: step.key, how: 'done' })
    return
  }
  const message = `Skipped because step "${step.id}" failed.`
  const skipped = yield* skipDependants(step.key, { message, at: workflow.transaction.at })
  for (const dependant of skipped) {
    workflow.moved(dependant, 'blocked', 'skipped')
    yield* workflow.record({ type: 'step.skipped', step_id: dependant.id, data: { because: step.id } })
    workflow.tellStep(dependant, 'skipped', message)
  }
  if (!(yield* hasHandlers(workflow.row.number))) return
  for (const { key } of [step, ...skipped]) yield* propagate(workflow, { key, how: 'failure' })
}

/** What went wrong before a step: the failed steps that it depends on, also through those that were skipped by it. */
export function* failuresBefore(workflow: number, key: number): Work<FailedStep[]> {
  const parents = new Map<number, number[]>()
  for (const { parent, child } of yield* readEdges(workflow))
    parents.set(child, [...(parents.get(child) ?? []), parent])
  const { firstKey, lastKey } = keyRange(workflow)
  const rows = yield* all<Before>(
    `SELECT key, id, status, skipped_because, handled, error, finished_at FROM workflow_steps
     WHERE key BETWEEN ?1 AND ?2 AND status IN ('failed', 'skipped')`,
    firstKey,
    lastKey,
  )
  const ended = new Map(rows.map((row) => [row.key, row]))
  const seen = new Set(parents.get(key))
  for (const before of seen) {
    const step = ended.get(before)
    if (step?.status === 'skipped' && step.skipped_because !== 'condition')
      for (const earlier of parents.get(before) ?? []) seen.add(earlier)
  }
  return rows
    .filter(({ key: one, status }) => status === 'failed' && seen.has(one))
    .toSorted((a, b) => (a.finished_at! < b.finished_at! ? -1 : 1))
}

/** What comes of a step when one of those has ended that it depends on; undefined when it has not ended by that. */
function* dependencyEnded(
  workflow: HeldWorkflow,
  step: ReadyStep,
  how: EndedStep['how'],
): Work<EndedStep['how'] | undefined> {
  const { key, status, skipped_because, blocked, runs_after } = step
  if (blocked <= 0) return undefined
  const isLast = blocked === 1
  if (status === 'skipped' && skipped_because === 'person')
    return yield* leftOutByPerson(key, { how, isLast })
  // It was skipped with the step that failed.
  if (how === 'failure' && runs_after === null) return undefined
  if (status !== 'pending' || !isLast) {
    yield* unblockStep(key)
    return undefined
  }
  const reason = yield* reasonToSkip(step, { workflow: workflow.row.number, how })
  if (reason === undefined) {
    yield* workflow.makeReady(step)
    return undefined
  }
  yield* unblockStep(key)
  yield* workflow.skipByCondition(step, { from: 'blocked', message: reason })
  return 'condition'
}

/** What a person left out ends when everything before it has, or when something before it fails. */
function* leftOutByPerson(
  key: number,
  { how, isLast }: { how: EndedStep['how']; isLast: boolean },
): Work<EndedStep['how'] | undefined> {
  if (how !== 'failure') {
    yield* unblockStep(key)
    return isLast ? 'done' : undefined
  }
  yield* change('UPDATE workflow_steps SET blocked = 0 WHERE key = ?1', key)
  return 'failure'
}

/** Everything before the step has ended: why it does not run; undefined when it does. */
function* reasonToSkip(
  { key, runs_after }: ReadyStep,
  { workflow, how }: { workflow: number; how: EndedStep['how'] },
): Work<string | undefined> {
  if (runs_after === 'always') return undefined
  if (runs_after === 'failure') {
    if (how === 'failure' || (yield* failuresBefore(workflow, key)).length > 0) return undefined
    return 'Skipped because nothing before it failed.'
  }
  if (how !== 'condition') return undefined
  return (yield* areAllSkipped(workflow, key))
    ? 'Skipped because the steps before it were skipped by a condition.'
    : undefined
}

function* areAllSkipped(workflow: number, key: number): Work<boolean> {
  const { firstKey, lastKey } = keyRange(workflow)
  const other = yield* first(
    `SELECT 1 AS one FROM workflow_edges JOIN workflow_steps ON workflow_steps.key = workflow_edges.parent
     WHERE workflow_edges.parent BETWEEN ?2 AND ?3 AND child = ?1
       AND (status <> 'skipped' OR skipped_because <> 'condition') LIMIT 1`,
    key,
    firstKey,
    lastKey,
  )
  return other === undefined
}

function* hasHandlers(workflow: number): Work<boolean> {
  const { firstKey, lastKey } = keyRange(workflow)
  const found = yield* first(
    'SELECT 1 AS one FROM workflow_steps WHERE key BETWEEN ?1 AND ?2 AND runs_after IS NOT NULL LIMIT 1',
    firstKey,
    lastKey,
  )
  return found !== undefined
}

function* handleFailures(workflow: HeldWorkflow, key: number): Work<void> {
  const step = (yield* readReadyStep(key))!
  if (step.runs_after !== 'failure') return
  for (const failed of yield* failuresBefore(workflow.row.number, key))
    if (failed.handled === 0) yield* markHandled(workflow, failed, { by: step.id })
}

function* markHandled(
  workflow: HeldWorkflow,
  step: StepName,
  data: Readonly<Record<string, unknown>>,
): Work<void> {
  yield* change('UPDATE workflow_steps SET handled = 1 WHERE key = ?1', step.key)
  workflow.moved(step, 'failed', 'handled')
  yield* workflow.record({ type: 'step.handled', step_id: step.id, data })
}
