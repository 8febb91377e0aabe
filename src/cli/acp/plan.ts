import type { PlanEntry, SessionUpdate } from '@agentclientprotocol/sdk'
import type { Task } from '../../components/task-tracker/live-steps.ts'

type Step = Task['steps'][number]

/** An editor knows only steps that are ahead, under way or over. */
const STATUSES: Readonly<Record<Step['status'], PlanEntry['status']>> = {
  pending: 'pending',
  waiting: 'pending',
  running: 'in_progress',
  completed: 'completed',
  failed: 'completed',
  skipped: 'completed',
  cancelled: 'completed',
}

/** A plan or a workflow, as an editor lists its steps. */
export function planOf({ workflow_id, steps }: Task): SessionUpdate {
  return {
    sessionUpdate: 'plan',
    entries: steps.map((step) => ({
      content: workflow_id === undefined ? step.message || step.tool : stepInWords(step),
      priority: 'medium',
      status: STATUSES[step.status],
    })),
  }
}

function stepInWords({ tool, status, message }: Step): string {
  const isWell = STATUSES[status] !== 'completed' || status === 'completed'
  const what = isWell ? tool : `${tool} (${status})`
  return message === '' ? what : `${what}: ${message}`
}
