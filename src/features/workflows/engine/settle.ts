import type { Envelope } from '../../../contract/envelope.ts'
import type { Claim } from './claim.ts'
import { afterCrash } from './crash-rules.ts'
import type { StepError } from './held-workflow.ts'
import { OpenWorkflow, type Scene, type Waiting } from './open-workflow.ts'
import { readStep, workflowOf } from './step-rows.ts'
import { forgetSecrets, recordedArguments } from './step-secrets.ts'
import type { Work } from './statement.ts'

/** How a try ended. */
export type Ending = (
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
) & {
  /** Which of the arguments were secrets. */
  readonly secret?: readonly string[] | undefined
}

/** Writes down how a try ended, unless another try has taken its place or the workflow is gone. */
export function* settleStep({ transaction, rules }: Scene, claim: Claim, ending: Ending): Work<void> {
  const workflow = yield* OpenWorkflow.lock(workflowOf(claim.key), { transaction, rules })
  const counted = workflow && workflow.row.status !== 'cancelled' && (yield* apply(workflow, claim, ending))
  if (!counted || isOver(claim, ending))
    yield* forgetSecrets(transaction, { key: claim.key, secret: ending.secret })
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
  if (ending.kind === 'waiting')
    return yield* workflow.wait(claim, {
      from,
      waiting: recorded(workflow, claim, ending),
      message: ending.message,
    })
  if (ending.kind === 'failed') {
    const { error, envelope } = ending
    if (!isOver(claim, ending))
      return yield* workflow.postpone(claim, { error, delayMs: workflow.rules.retryDelayMs(claim.tries) })
    return yield* workflow.fail(claim, { from, error, ...(envelope && { envelope }) })
  }
  const step = yield* readStep(claim.key)
  if (step?.lease !== claim.lease) return false
  yield* afterCrash(workflow, step, { counts: false })
  return true
}

/** Whether the step is not tried again, and does not wait. */
function isOver({ tries, retry }: Claim, ending: Ending): boolean {
  return ending.kind === 'completed' || (ending.kind === 'failed' && !(ending.mayRetry && tries < retry))
}

function recorded(
  { rules }: OpenWorkflow,
  { action }: Claim,
  { waiting, secret }: Extract<Ending, { kind: 'waiting' }>,
): Waiting {
  return { ...waiting, args: recordedArguments(rules, action, waiting.args), ...(secret && { secret }) }
}
