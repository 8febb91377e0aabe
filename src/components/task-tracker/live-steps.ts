import type { EventOf } from '../view-kit/live/events.ts'
import type { AnswerOf } from '../view-kit/service.ts'
import type { PropsOf } from '../schemas.ts'

export type Task = PropsOf<'task_tracker'>['data']

/** A task that is a workflow; the others are plans, which nothing but their answer knows of. */
export type WorkflowTask = Task & { readonly workflow_id: string }

export function isWorkflow(task: Task): task is WorkflowTask {
  return task.workflow_id !== undefined
}

/** The task with one step moved on. */
export function withStep<T extends Task>(task: T, { step_id, status, message }: EventOf<'step.updated'>): T {
  return {
    ...task,
    steps: task.steps.map((step) =>
      step.step_id === step_id ? { ...step, status, message: message ?? step.message } : step,
    ),
  }
}

export function doneCount({ steps }: Task): number {
  return steps.filter(({ status }) => status === 'completed').length
}

export function isOver({ status }: Task): boolean {
  return status === 'completed' || status === 'failed' || status === 'cancelled'
}

/** The task as the workflow itself tells it. */
export function fromRecord(record: AnswerOf<'GET /api/workflows/:workflow_id'>): WorkflowTask {
  return {
    workflow_id: record.workflow_id,
    ...(record.name !== null && { name: record.name }),
    status: record.status,
    steps: record.steps.map(({ id, action, status, message }, index) => ({
      step: index + 1,
      step_id: id,
      tool: action,
      status,
      message: message ?? '',
    })),
  }
}
