import type { EventOf } from '../view-kit/events.ts'
import type { AnswerOf } from '../view-kit/service.ts'
import type { PropsOf } from '../schemas.ts'

export type Task = PropsOf<'task_tracker'>['data']

/** The task with one step moved on. */
export function withStep(task: Task, { step_id, status, message }: EventOf<'step.updated'>): Task {
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
export function fromRecord(record: AnswerOf<'GET /api/workflows/:workflow_id'>): Task {
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
