import { eventIssues } from '../triggers/check-trigger.ts'
import { insertTrigger } from '../triggers/trigger-rows.ts'
import type { Trigger } from '../triggers/schemas.ts'
import { ownerOfWait } from '../triggers/wait-owner.ts'
import type { HeldWorkflow } from './held-workflow.ts'
import type { Work } from './statement.ts'
import { standBy } from './stand-by.ts'
import { automated } from './step-provenance.ts'
import type { ReadyStep } from './step-rows.ts'

type Args = Readonly<Record<string, unknown>>

/** A wait without an end of its own ends after this. */
const DEFAULT_TIMEOUT_S = 30 * 86_400

/** The step owns a trigger until the event comes or the time is up. It stands as running and takes no place. */
export function* waitForEvent(workflow: HeldWorkflow, step: ReadyStep, args: Args): Work<void> {
  const { transaction, row } = workflow
  const [issue] = eventIssues(args['event'])
  if (issue) {
    const message = `The event can't be waited for: ${issue.path.slice(1) || 'event'} ${issue.message}.`
    yield* workflow.fail(step, { from: 'running', error: { code: 'invalid_arguments', message } })
    return
  }
  const { at } = transaction
  const timeoutMs = Number(args['timeout_s'] ?? DEFAULT_TIMEOUT_S) * 1000
  const run_at = new Date(Date.parse(at) + timeoutMs).toISOString()
  const trigger = { id: 'event', ...(args['event'] as object) } as Trigger
  yield* insertTrigger({
    owner: ownerOfWait(row.id, step.id),
    id: trigger.id,
    type: trigger.type,
    definition: JSON.stringify(trigger),
    provenance: automated(step.provenance ?? row.provenance),
    token: null,
    cursor: null,
    next_at: at,
  })
  const message = `Waiting for an event: ${trigger.type}.`
  const waiting = { reason: 'event', args, until: run_at } as const
  yield* standBy(workflow, step, { waiting, message, delayMs: timeoutMs })
  transaction.tell({ about: 'trigger.added', workflow_id: row.id })
}
