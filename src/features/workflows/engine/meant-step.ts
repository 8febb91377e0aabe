import { AppError } from '../../../contract/errors.ts'
import type { Waiting } from './open-workflow.ts'
import { prepareIntervention, type Intervention } from './prepare-intervention.ts'
import { decidedAlready, noSuchStep, noSuchWorkflow, wrongState } from './refusals.ts'
import type { Rules } from './rules.ts'
import { failedSteps, findStep, waitingSteps, type StepRow } from './step-rows.ts'
import type { Work } from './statement.ts'
import { findWorkflow, type WorkflowRow } from './workflow-rows.ts'

/** The step that is meant, after everything was checked that can be checked before the answer is taken. */
export function* inspect(
  { id, step_id, rules }: { id: string; step_id: string | undefined; rules: Rules },
  intervention: Intervention,
): Work<StepRow> {
  const row = yield* findWorkflow(id)
  if (!row || row.status === 'cancelled') throw noSuchWorkflow(id)
  const step = step_id === undefined ? yield* theOneThatWaits(row) : yield* findStep(row.number, step_id)
  if (!step) throw noSuchStep(step_id ?? '')
  yield* prepareIntervention({ row, rules }, step, intervention)
  return step
}

export function* stepsToRetry(
  { number }: WorkflowRow,
  step_id: string | undefined,
): Work<readonly StepRow[]> {
  if (step_id === undefined) return yield* failedSteps(number)
  const step = yield* findStep(number, step_id)
  if (!step) throw noSuchStep(step_id)
  if (step.status === 'failed') return [step]
  throw new AppError('conflict', `Step "${step_id}" is ${step.status}; only a failed step can be retried.`)
}

export function* waitingFor(
  id: string,
  { step_id, confirmation_id }: { step_id: string; confirmation_id: string },
): Work<StepRow> {
  const row = yield* findWorkflow(id)
  const step = row && (yield* findStep(row.number, step_id))
  const waiting = step?.status === 'waiting' ? (JSON.parse(step.waiting!) as Waiting) : undefined
  if (!step || waiting?.confirmation_id !== confirmation_id) throw decidedAlready(step_id)
  return step
}

function* theOneThatWaits(row: WorkflowRow): Work<StepRow | undefined> {
  const [step, ...more] = yield* waitingSteps(row.number)
  if (!step) throw wrongState(row, 'No step is waiting for a decision.')
  if (more.length === 0) return step
  const ids = [step, ...more].map(({ id }) => id).join(', ')
  const errors = [{ path: '/body/step_id', message: `is required: ${ids} are waiting` }]
  throw new AppError('invalid_request', `Several steps are waiting: ${ids}. Choose one with step_id.`, {
    errors,
  })
}
