import { doneCount, fromRecord, type WorkflowTask } from '../../components/task-tracker/live-steps.ts'
import type { Confirmation } from '../../contract/confirmation.ts'
import { askApproval } from './approval.ts'
import type { CommandCall } from '../command.ts'
import { drawTask } from '../draw/draw-task.ts'
import { inkFor } from '../draw-answer.ts'
import { exitCode } from '../exit-codes.ts'
import { LiveRegion } from '../terminal/live-region.ts'
import { callServiceForJson } from '../running-service.ts'
import { openEvents } from '../service-events.ts'
import { exitCodeOf, type WorkflowRecord } from './workflow-record.ts'

/** Shows a workflow in place until it ends; what waits for a yes is asked about. Ctrl-C only stops looking. */
export async function followWorkflow(record: WorkflowRecord, call: CommandCall): Promise<number> {
  const leaving = new AbortController()
  const leave = () => leaving.abort()
  process.once('SIGINT', leave)
  try {
    return await follow(fromRecord(record), call, leaving.signal)
  } finally {
    process.off('SIGINT', leave)
  }
}

async function follow(first: WorkflowTask, call: CommandCall, signal: AbortSignal): Promise<number> {
  const { terminal } = call
  let task = first
  for await (const next of states(first, call, signal)) {
    task = next
    if (task.status !== 'waiting' || !terminal.canAsk) continue
    const waiting = await questionsOf(task.workflow_id, call)
    for (const confirmation of waiting) await askApproval(confirmation, call)
  }
  if (task.status !== 'running') return exitCodeOf(task)
  terminal.hint(
    `${doneCount(task)} of ${task.steps.length} steps are done. To keep following: "deskhand workflows show ${task.workflow_id} --follow".`,
  )
  return exitCode.interrupted
}

/** The workflow whenever it has changed, drawn in place; ends when it goes on no more, or waits and nobody can be asked. */
async function* states(
  first: WorkflowTask,
  call: CommandCall,
  signal: AbortSignal,
): AsyncGenerator<WorkflowTask> {
  using region = new LiveRegion(call.terminal)
  const draw = (task: WorkflowTask) => drawTask(task, inkFor(call.terminal))
  const ended = new AbortController()
  using _listening = { [Symbol.dispose]: () => ended.abort() }
  // Listening begins before the first look, so that nothing falls between the two.
  const listening = AbortSignal.any([signal, ended.signal])
  const changes = await workflowChanges(first.workflow_id, call, listening)
  let task = fromRecord(await read(first.workflow_id, call))
  let written = ''
  for (;;) {
    const stays = task.status !== 'running'
    const isLast = stays && !(task.status === 'waiting' && call.terminal.canAsk)
    const lines = draw(task)
    region.show(stays ? [] : lines)
    if (stays && lines.join() !== written) region.commit(lines)
    if (stays) written = lines.join()
    yield task
    if (isLast || (await changes.next()).done) return
    task = fromRecord(await read(first.workflow_id, call))
  }
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

async function questionsOf(id: string, call: CommandCall): Promise<Confirmation[]> {
  const { confirmations } = await callServiceForJson<{ confirmations: Confirmation[] }>(call, {
    method: 'GET',
    path: '/api/confirmations',
  })
  return confirmations.filter(({ workflow_id }) => workflow_id === id)
}
