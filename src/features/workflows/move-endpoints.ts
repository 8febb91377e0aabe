import { Type } from '../../contract/type.ts'
import { defineContract } from '../../contract/endpoint.ts'
import { limits } from '../../contract/limits.ts'
import { closed, dictionary, exactlyOne } from '../../contract/schema.ts'
import { exampleFinished, exampleRecord } from './examples.ts'
import { Decision, WorkflowRecord, workflowParams } from './schemas.ts'

const exampleParams = { workflow_id: exampleRecord.workflow_id }

/** How a workflow that is there is moved on. */
export const moveEndpoints = defineContract({
  interrupt: {
    method: 'POST',
    path: '/api/workflows/:workflow_id/interrupt',
    views: { changes: 'asked' },
    anyCaller: true,
    summary: 'Pause a running workflow',
    description: "Nothing new starts; running steps finish and are recorded. 409 if it isn't running.",
    params: workflowParams,
    result: WorkflowRecord,
    errors: ['not_found', 'conflict'],
    example: { params: exampleParams, result: { ...exampleRecord, status: 'paused' } },
  },

  resume: {
    method: 'POST',
    path: '/api/workflows/:workflow_id/resume',
    views: { changes: 'asked' },
    summary: 'Resume a paused workflow',
    description: 'Also starts a pending one. 409 in every other state.',
    params: workflowParams,
    result: WorkflowRecord,
    errors: ['not_found', 'conflict'],
    example: { params: exampleParams, result: exampleRecord },
  },

  intervene: {
    method: 'POST',
    path: '/api/workflows/:workflow_id/intervene',
    summary: 'Decide on a step, edit it, or give its values',
    description:
      "For a waiting step; on a paused workflow any step that hasn't started can be edited or skipped, and a failed " +
      'one retried. The first answer to a waiting step counts: a second one gets 409.',
    params: workflowParams,
    body: closed(
      {
        step_id: Type.Optional(
          Type.String({
            minLength: 1,
            maxLength: 128,
            description: 'Optional if exactly one step is waiting',
          }),
        ),
        decision: Type.Optional(Decision),
        approved: Type.Optional(
          Type.Boolean({ description: 'Instead of decision: true approves, false rejects' }),
        ),
        args: Type.Optional(
          dictionary(Type.Unknown(), {
            description: 'With edit: the full arguments that replace the old ones',
          }),
        ),
        input: Type.Optional(Type.Unknown({ description: 'With input: the value of the single output' })),
        outputs: Type.Optional(
          dictionary(Type.Unknown(), { description: 'With input: the value of each output by name' }),
        ),
        comment: Type.Optional(Type.String({ maxLength: 2000, description: 'Why; stored in the record' })),
      },
      exactlyOne(['decision', 'approved']),
    ),
    bodyLimit: limits.workflow_body_bytes.value,
    result: WorkflowRecord,
    errors: ['not_found', 'conflict', 'gone', 'forbidden'],
    idempotencyKey: true,
    example: {
      params: exampleParams,
      body: { step_id: 'save', decision: 'approve', comment: 'Looks right.' },
      result: exampleFinished,
    },
  },

  retry: {
    method: 'POST',
    path: '/api/workflows/:workflow_id/retry',
    views: { changes: 'asked' },
    summary: 'Retry from a failed step',
    description:
      'Reruns the failed steps, and those skipped because of them. Completed steps stay as they are.',
    params: workflowParams,
    body: closed({
      step_id: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 128,
          description: 'Only this failed step; all of them by default',
        }),
      ),
    }),
    result: WorkflowRecord,
    errors: ['not_found', 'conflict'],
    idempotencyKey: true,
    example: {
      params: exampleParams,
      body: { step_id: 'save' },
      result: { ...exampleRecord, status: 'running' },
    },
  },
})
