import type { Envelope } from '../../../contract/envelope.ts'
import type { Standing } from './held-workflow.ts'
import { assertStepIsOpen, hasItems, reopenStepOf, retryItems } from './items/retry-items.ts'
import type { OpenWorkflow, Waiting } from './open-workflow.ts'
import type { Intervention, Prepared } from './prepare-intervention.ts'
import { restoreDependants } from './reopen.ts'
import { definitionOf, isItem, type StepRow } from './step-rows.ts'
import { forgetSecrets, recordedArguments, wholeArguments } from './step-secrets.ts'
import { type Work, change } from './statement.ts'

/** The question that stands for the decision about a step. */
export function confirmationIn({ waiting }: StepRow): string | null {
  return waiting === null ? null : (JSON.parse(waiting) as Waiting).confirmation_id
}

export function isYes({ decision }: Intervention): boolean {
  return decision !== 'reject' && decision !== 'skip'
}

interface Decided {
  readonly intervention: Intervention
  readonly prepared: Prepared
}

/** Does what was decided, and keeps it in the history. */
export function* carryOut(
  workflow: OpenWorkflow,
  step: StepRow,
  { actor, ...decided }: Decided & { actor: string },
): Work<void> {
  const { row } = workflow
  const { args } = decided.intervention
  const recorded = args && { args: recordedArguments(workflow.rules, step.action, args) }
  const data = { ...decided.intervention, ...recorded }
  yield* workflow.record({ type: 'step.decided', step_id: step.id, actor, data })
  if (step.status === 'failed') {
    if (isItem(step.key)) yield* reopenStepOf(workflow, step)
    else yield* restoreDependants(workflow, [step])
    if (isOver(row.status)) row.status = 'running'
  }
  yield* apply(workflow, step, decided)
  yield* askAndMoveOn(workflow)
}

function* apply(workflow: OpenWorkflow, step: StepRow, { intervention, prepared }: Decided): Work<void> {
  const from = standingOf(step)
  if (!isYes(intervention) || intervention.decision === 'input')
    yield* forgetSecrets(workflow.transaction, { key: step.key, secret: secretIn(step) })
  switch (intervention.decision) {
    case 'reject': {
      const message = intervention.comment ?? 'Rejected by a person.'
      yield* workflow.fail(step, { from, error: { code: 'rejected', message } })
      break
    }
    case 'skip':
      yield* leaveQueue(workflow, step)
      yield* workflow.skip(step, from)
      break
    case 'input': {
      const envelope: Envelope = { success: true, message: 'Given by a person.', data: prepared.data ?? null }
      yield* workflow.complete(step, { from, envelope })
      break
    }
    case 'edit':
      yield* leaveQueue(workflow, step)
      yield* replaceArguments(step, prepared.edited!)
      if (step.status !== 'pending') yield* runEdited(workflow, step, { from, edited: prepared.edited! })
      break
    case 'approve': {
      const { args } = JSON.parse(step.waiting!) as Waiting
      // What was shown is what runs, whatever $now or a setting says by then.
      yield* change(
        'UPDATE workflow_steps SET run_args = ?2 WHERE key = ?1',
        step.key,
        JSON.stringify(wholeArguments(step, args)),
      )
      yield* runAgain(workflow, step, { from, approved: true })
      break
    }
    case 'retry':
      yield* runFailed(workflow, step)
      break
  }
}

function secretIn({ waiting }: StepRow): readonly string[] | undefined {
  return waiting === null ? undefined : (JSON.parse(waiting) as Waiting).secret
}

/** Of a step with items, those that failed get the new arguments. */
function* runEdited(
  workflow: OpenWorkflow,
  step: StepRow,
  { from, edited }: { from: Standing; edited: NonNullable<Prepared['edited']> },
): Work<void> {
  if (!hasItems(step)) {
    yield* runAgain(workflow, step, { from, approved: true })
    return
  }
  const definition = JSON.stringify({ ...definitionOf(step), args: edited.args })
  yield* retryItems(workflow, { ...step, definition, sources: edited.sources }, { from, isEdited: true })
}

function* runFailed(workflow: OpenWorkflow, step: StepRow): Work<void> {
  const from = standingOf(step)
  if (hasItems(step)) yield* retryItems(workflow, step, { from, isEdited: false })
  else yield* runAgain(workflow, step, { from, approved: step.approved === 1 })
}

/** Runs failed steps again, and with them what was skipped because of them. */
export function* retryFailed(workflow: OpenWorkflow, steps: readonly StepRow[], actor: string): Work<void> {
  yield* restoreDependants(
    workflow,
    steps.filter(({ key }) => !isItem(key)),
  )
  for (const step of steps) {
    if (isItem(step.key)) {
      yield* assertStepIsOpen(step)
      yield* reopenStepOf(workflow, step)
    }
    yield* workflow.record({ type: 'step.decided', step_id: step.id, actor, data: { decision: 'retry' } })
    yield* runFailed(workflow, step)
  }
  if (isOver(workflow.row.status)) workflow.row.status = 'running'
  yield* askAndMoveOn(workflow)
}

function* askAndMoveOn(workflow: OpenWorkflow): Work<void> {
  // One that was rejected asks again.
  if (workflow.isGoingOn) yield* workflow.askWhereReady()
  yield* workflow.moveOn()
}

/** A failure that was handled can be mended in a completed workflow, too. */
function isOver(status: string): boolean {
  return status === 'failed' || status === 'completed'
}

function standingOf(step: StepRow): Standing {
  if (step.status === 'failed') return step.handled === 1 ? 'handled' : 'failed'
  if (step.status === 'waiting') return 'waiting'
  // A wait that a person cuts short.
  if (step.status === 'running') return 'ready'
  return step.blocked === 0 ? 'ready' : 'blocked'
}

function* replaceArguments(step: StepRow, { args, sources }: NonNullable<Prepared['edited']>): Work<void> {
  if (isItem(step.key)) {
    yield* change(
      'UPDATE workflow_steps SET run_args = ?2, revision = revision + 1, approved = 0 WHERE key = ?1',
      step.key,
      JSON.stringify(args),
    )
    return
  }
  const definition = JSON.stringify({ ...definitionOf(step), args })
  yield* change(
    // Who allowed the step allowed its old arguments.
    `UPDATE workflow_steps SET definition = ?2, sources = ?3, revision = revision + 1, run_args = NULL, approved = 0
     WHERE key = ?1`,
    step.key,
    definition,
    sources,
  )
}

/** Puts the step back to where it waits for its turn. */
function* runAgain(
  workflow: OpenWorkflow,
  step: StepRow,
  { from, approved }: { from: Standing; approved: boolean },
): Work<void> {
  yield* change(
    `UPDATE workflow_steps SET status = 'pending', asks = CASE WHEN ?2 = 1 THEN 0 ELSE asks END, approved = ?2, tries = 0,
       crashes = CASE WHEN status = 'failed' THEN 0 ELSE crashes END, waiting = NULL, message = NULL, error = NULL,
       result = NULL, finished_at = NULL, handled = 0 WHERE key = ?1`,
    step.key,
    approved ? 1 : 0,
  )
  // One that repeats begins with its first turn.
  if (!isItem(step.key) && step.items !== null)
    yield* change('DELETE FROM workflow_steps WHERE parent = ?1', step.key)
  workflow.moved(step, from, 'ready')
  workflow.tellStep(step, 'pending', null)
}

/** A step that was handed out, but not begun, when its workflow was paused gives its place back. */
function* leaveQueue({ row }: OpenWorkflow, step: StepRow): Work<void> {
  if (step.queued === 1 && step.asks === 0) row.in_flight -= 1
  yield* change('UPDATE workflow_steps SET queued = 0, lease = NULL WHERE key = ?1', step.key)
}
