import type { StepStatus, WorkflowStatus } from '../../features/workflows/schemas.ts'
import { defineComponent } from '../../contract/component.ts'
import { closed, identifier, literals } from '../../contract/schema.ts'
import { Type } from '../../contract/type.ts'
import { line, passage } from '../members.ts'

const workflowStatus = [
  'pending',
  'running',
  'paused',
  'waiting',
  'completed',
  'failed',
  'cancelled',
] as const satisfies readonly WorkflowStatus[]

const stepStatus = [
  'pending',
  'running',
  'waiting',
  'completed',
  'failed',
  'skipped',
  'cancelled',
] as const satisfies readonly StepStatus[]

export const taskTracker = defineComponent({
  type: 'task_tracker',
  tier: 0,
  summary:
    'A workflow or a plan and how its steps go; only the service makes it, for a request of several steps.',
  props: closed({
    data: closed(
      {
        workflow_id: Type.Optional(identifier("The workflow; none for the assistant's own plan")),
        name: Type.Optional(line('Name of the workflow')),
        status: literals(workflowStatus, { description: 'Status of the workflow' }),
        steps: Type.Array(
          closed({
            step: Type.Integer({ minimum: 1, description: 'Number of the step, from 1' }),
            step_id: Type.Optional(identifier('Its ID in events and in the workflow')),
            tool: line('Action name of the tool'),
            status: literals(stepStatus, { description: 'Status of the step' }),
            message: passage(
              'Its result, or what it is waiting for; empty until then. In a plan, what the step is',
            ),
          }),
          { maxItems: 5_000, description: 'One for each step, in order' },
        ),
      },
      { description: "The workflow's current state" },
    ),
  }),
  example: {
    data: {
      workflow_id: 'wf_3k8d1p5n2c',
      status: 'running',
      steps: [
        { step: 1, step_id: 'find', tool: 'SEARCH_FILES', status: 'completed', message: 'Found 2 files.' },
        { step: 2, step_id: 'write', tool: 'WRITE_FILE', status: 'running', message: '' },
      ],
    },
  },
})
