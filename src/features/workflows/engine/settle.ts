import type { Envelope } from '../../../contract/envelope.ts'
import type { Claim } from './claim.ts'
import { afterCrash } from './crash-rules.ts'
import type { StepError } from './held-workflow.ts'
import { OpenWorkflow, type Scene, type Waiting } from './open-workflow.ts'
import { readStep, workflowOf } from './step-rows.ts'
import type { Work } from './statement.ts'

/** How a try ended. */
export type Ending =
  | { readonly kind: 'completed'; readonly envelope: Envelope }
  | {
      readonly kind: 'failed'
      readonly error: StepError
      readonly envelope?: Envelope
      readonly mayRetry: boolean
    }
  | { readonly kind: 'waiting'; readonly waiting: Waiting; readonly message: string }
  /** The service stops, and the step with it. */
  | { readonly kind: 'interrupted' }
  /** Nothing has come about: a person could not be asked before the service stopped. */
  | { readonly kind: 'unasked' }

/** Writes down how a try ended, unless another try has taken its place or the workflow is gone. */
export function* settleStep({ transaction, rules }: Scene, claim: Claim, ending: Ending): Work<void> {
  const workflow = yield* OpenWorkflow.lock(workflowOf(claim.key), { transaction, rules })
  const counted = workflow && workflow.row.status !== 'cancelled' && (yield* apply(workflow, claim, ending))
  if (counted) yield* workflow.moveOn()
  else if (ending.kind === 'waiting' && ending.waiting.confirmation_id !== null) {
    const { confirmation_id } = ending.waiting
    transaction.tell({ about: 'question.closed', confirmation_id, approved: false })
  }
}

function* apply(workflow: OpenWorkflow, claim: Claim, ending: Ending): Work<boolean> {
  if (ending.kind === 'unasked') return false
  const from = claim.asks ? 'asking' : 'running'
  if (ending.kind === 'completed') return yield* workflow.complete(claim, { from, envelope: ending.envelope })
  if (ending.kind === 'waiting') return yield* workflow.wait(claim, { from, ...ending })
  if (ending.kind === 'failed') {
    const { error, envelope, mayRetry } = ending
    if (mayRetry && claim.tries < claim.retry)
      return yield* workflow.postpone(claim, { error, delayMs: workflow.rules.retryDelayMs(claim.tries) })
    return yield* workflow.fail(claim, { from, error, ...(envelope && { envelope }) })
  }
  const step = yield* readStep(claim.key)
  if (step?.lease !== claim.lease) return false
  yield* afterCrash(workflow, step, { counts: false })
  return true
}
