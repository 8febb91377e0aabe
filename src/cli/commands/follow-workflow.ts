import { doneCount, fromRecord, type WorkflowTask } from '../../components/task-tracker/live-steps.ts'
import { askApproval } from './approval.ts'
import type { CommandCall } from '../command.ts'
import { drawTask } from '../draw/draw-task.ts'
import { inkFor } from '../draw-answer.ts'
import { exitCode } from '../exit-codes.ts'
import { LiveRegion } from '../terminal/live-region.ts'
import { questionsOf, workflowStates } from './workflow-changes.ts'
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
  let written = ''
  for await (const task of workflowStates(first.workflow_id, call, signal)) {
    const stays = task.status !== 'running'
    const isLast = stays && !(task.status === 'waiting' && call.terminal.canAsk)
    const lines = draw(task)
    region.show(stays ? [] : lines)
    if (stays && lines.join() !== written) region.commit(lines)
    if (stays) written = lines.join()
    yield task
    if (isLast) return
  }
}
