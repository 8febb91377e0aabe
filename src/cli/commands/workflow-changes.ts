import { fromRecord, type WorkflowTask } from '../../components/task-tracker/live-steps.ts'
import type { Confirmation } from '../../contract/confirmation.ts'
import type { CommandCall } from '../command.ts'
import { callServiceForJson } from '../running-service.ts'
import { openEvents } from '../service-events.ts'
import type { WorkflowRecord } from './workflow-record.ts'

/** A workflow as it is now, and again whenever it may have changed, until nobody listens any more. */
export async function* workflowStates(
  id: string,
  call: CommandCall,
  signal: AbortSignal,
): AsyncGenerator<WorkflowTask> {
  const ended = new AbortController()
  using _listening = { [Symbol.dispose]: () => ended.abort() }
  // Listening begins before the first look, so that nothing falls between the two.
  const changes = await workflowChanges(id, call, AbortSignal.any([signal, ended.signal]))
  do yield fromRecord(await read(id, call))
  while (!(await changes.next()).done)
}

/** What a person must decide before it goes on. */
export async function questionsOf(id: string, call: CommandCall): Promise<Confirmation[]> {
  const { confirmations } = await callServiceForJson<{ confirmations: Confirmation[] }>(call, {
    method: 'GET',
    path: '/api/confirmations',
  })
  return confirmations.filter(({ workflow_id }) => workflow_id === id)
}

function read(id: string, call: CommandCall): Promise<WorkflowRecord> {
  const path = `/api/workflows/${encodeURIComponent(id)}`
  return callServiceForJson<WorkflowRecord>(call, { method: 'GET', path })
}

async function workflowChanges(
  id: string,
  call: CommandCall,
  signal: AbortSignal,
): Promise<AsyncGenerator<Change>> {
  const path = '/api/events?topics=workflow.*,step.*,confirmation.*'
  return changesOf(id, await openEvents<Change>(call, { method: 'GET', path, signal }), signal)
}

interface Change {
  readonly type: string
  readonly workflow_id?: string
}

async function* changesOf(
  id: string,
  events: AsyncGenerator<Change>,
  signal: AbortSignal,
): AsyncGenerator<Change> {
  try {
    for await (const event of events)
      // Questions do not say which workflow they are about.
      if (event.workflow_id === id || event.type.startsWith('confirmation.') || event.type === 'resync')
        yield event
  } catch (error) {
    if (!signal.aborted) throw error
  }
}
