import type { ErrorIssue } from '../../contract/errors.ts'
import { plainArguments } from './step-names.ts'
import type { WorkflowStep } from './schemas.ts'
import { eventIssues } from './triggers/check-trigger.ts'

/** What is wrong with the event that a step waits for, as far as it is known before it runs. */
export function awaitedEventIssues(step: WorkflowStep): ErrorIssue[] {
  if (step.agent !== 'flow' || step.action !== 'WAIT_FOR' || step.args['event'] === undefined) return []
  // What values come to is known when it runs.
  if (JSON.stringify(plainArguments(step)['event']).includes('$')) return []
  return eventIssues(step.args['event']).map(({ path, message }) => ({ path: `/args/event${path}`, message }))
}
