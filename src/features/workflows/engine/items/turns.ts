import type { Envelope } from '../../../../contract/envelope.ts'
import type { HeldWorkflow, StepError, StepName } from '../held-workflow.ts'
import { itemArguments } from './item-arguments.ts'
import { insertItems } from './item-rows.ts'
import { holds, sentenceOf } from '../step-condition.ts'
import {
  definitionOf,
  itemKeyOf,
  readStep,
  stepOfItem,
  type ReadyStep,
  type StepDefinition,
} from '../step-rows.ts'
import { readValues, withLocal, type StepValues } from '../step-values.ts'
import { change, type Work } from '../statement.ts'

/** How a turn ended. */
type TurnEnd =
  | { readonly status: 'completed'; readonly envelope: Envelope }
  | { readonly status: 'failed'; readonly error: StepError }
  | { readonly status: 'skipped' }

interface Turn {
  readonly step: ReadyStep
  readonly definition: StepDefinition
  readonly index: number
  /** The data of the turn before. */
  readonly result: unknown
  readonly delayMs: number
}

/** Begins a step that repeats: its first turn. The step itself takes no place from then on. */
export function* startTurns(workflow: HeldWorkflow, step: ReadyStep, definition: StepDefinition): Work<void> {
  yield* change(
    `UPDATE workflow_steps SET status = 'running', queued = 0, lease = NULL, attempts = attempts + 1, started_at = ?2,
       finished_at = NULL, message = NULL, error = NULL, result = NULL, failures_left = NULL WHERE key = ?1`,
    step.key,
    workflow.transaction.at,
  )
  workflow.moved(step, 'running', 'blocked')
  workflow.tellStep(step, 'running', null)
  yield* workflow.record({ type: 'step.started', step_id: step.id, data: { attempt: step.attempts + 1 } })
  yield* startTurn(workflow, { step, definition, index: 0, result: null, delayMs: 0 })
}

/** A turn has ended: the step ends with it, or another follows. */
export function* turnEnded(workflow: HeldWorkflow, item: StepName, end: TurnEnd): Work<void> {
  const step = (yield* readStep(stepOfItem(item.key)))!
  if (end.status === 'failed') {
    yield* workflow.fail(step, { from: 'blocked', error: end.error })
    return
  }
  const definition = definitionOf(step)
  const { until, most, every_s = 0 } = definition.repeat!
  const index = item.key - itemKeyOf(step.key, 0)
  const result = end.status === 'completed' ? (end.envelope.data ?? null) : null
  const values = withLocal(yield* readValues(workflow, step), { index, result })
  const verdict = answerOf(until, values, workflow.transaction.at)
  if (typeof verdict !== 'boolean') yield* workflow.fail(step, { from: 'blocked', error: verdict })
  else if (verdict) yield* workflow.complete(step, { from: 'blocked', envelope: envelopeOf(end, index) })
  else if (index + 1 < most)
    yield* startTurn(workflow, { step, definition, index: index + 1, result, delayMs: every_s * 1000 })
  else yield* workflow.fail(step, { from: 'blocked', error: exhausted(most) })
}

function* startTurn(workflow: HeldWorkflow, turn: Turn): Work<void> {
  const { step, definition, index, result, delayMs } = turn
  const { transaction, row } = workflow
  const local = { index, result }
  const values = withLocal(yield* readValues(workflow, step), local)
  let args: Record<string, unknown>
  try {
    args = itemArguments({ action: step.action, args: definition.args }, { values, at: transaction.at })
  } catch (error) {
    const message = sentenceOf(error)
    if (message === undefined) throw error
    yield* workflow.fail(
      { ...step, lease: null },
      { from: 'blocked', error: { code: 'unresolved_reference', message } },
    )
    return
  }
  const run_at = new Date(Date.parse(transaction.at) + delayMs).toISOString()
  const item = { index, local: { index }, status: 'pending', args, ...(delayMs > 0 && { run_at }) } as const
  yield* insertItems(workflow, step, { items: [item], definition, ready: 1 })
  yield* change('UPDATE workflow_steps SET blocked = 1, items = ?2 WHERE key = ?1', step.key, index + 1)
  row.active_count += 1
  if (delayMs > 0) transaction.enqueue({ key: itemKeyOf(step.key, index), delayMs })
}

function answerOf(until: string, values: StepValues, at: string): boolean | StepError {
  try {
    return holds(until, values, at)
  } catch (error) {
    const message = sentenceOf(error)
    if (message === undefined) throw error
    return { code: 'bad_condition', message }
  }
}

function envelopeOf(end: TurnEnd, index: number): Envelope {
  if (end.status === 'completed') return end.envelope
  return { success: true, message: `Turn ${index + 1} was skipped.`, data: null }
}

function exhausted(most: number): StepError {
  const message = `It was not done after ${most} ${most === 1 ? 'turn' : 'turns'}.`
  return { code: 'repeat_exhausted', message }
}
