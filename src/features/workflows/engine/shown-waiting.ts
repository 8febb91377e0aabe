import type { Static } from '../../../contract/type.ts'
import type { WorkflowRecord } from '../schemas.ts'
import type { Waiting } from './open-workflow.ts'

type Shown = NonNullable<Static<typeof WorkflowRecord>['steps'][number]['waiting']>

/** What a step waits for, as a client sees it. */
export function shownWaiting(text: string): Shown {
  const { reason, confirmation_id, args, until, workflow_id } = JSON.parse(text) as Waiting
  return {
    reason,
    confirmation_id,
    args: { ...args },
    ...(until !== undefined && { until }),
    ...(workflow_id !== undefined && { workflow_id }),
  }
}
