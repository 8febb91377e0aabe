import { fromRecord } from '../../components/task-tracker/live-steps.ts'
import type { ResultOf } from '../../contract/endpoint.ts'
import type { workflowsContract } from '../../features/workflows/contract.ts'
import type { CommandCall } from '../command.ts'
import { drawTask } from '../draw/draw-task.ts'
import { inkFor } from '../draw-answer.ts'
import { exitCode } from '../exit-codes.ts'

export type WorkflowRecord = ResultOf<(typeof workflowsContract)['read']>

/** Shows how it stands; that it failed is what was asked for, not a failure of the question. */
export function printWorkflow(record: WorkflowRecord, { terminal }: CommandCall): number {
  terminal.result(record, () => {
    const waits = record.steps.filter(({ status }) => status === 'waiting')
    return [
      terminal.style('gray', record.workflow_id),
      ...drawTask(fromRecord(record), inkFor(terminal)),
      ...waits.map(
        ({ id }) => `"deskhand workflows approve ${record.workflow_id} --step ${id}" lets ${id} go on.`,
      ),
    ].join('\n')
  })
  return exitCode.ok
}

/** A workflow that was followed to its end and failed is a failure for a script as well. */
export function exitCodeOf({ status }: Pick<WorkflowRecord, 'status'>): number {
  return status === 'failed' || status === 'cancelled' ? exitCode.failed : exitCode.ok
}
