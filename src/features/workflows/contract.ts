import { Type } from '../../contract/type.ts'
import { defineContract } from '../../contract/endpoint.ts'
import { limits } from '../../contract/limits.ts'
import {
  closed,
  dictionary,
  exactlyOne,
  identifier,
  nextCursor,
  objectOrList,
  pageQuery,
} from '../../contract/schema.ts'
import {
  exampleFinished,
  exampleGraph,
  exampleHistory,
  exampleRecord,
  exampleSteps,
  exampleSummary,
} from './examples.ts'
import { reuseEndpoints } from './reuse-endpoints.ts'
import { scheduleEndpoints } from './schedule-endpoints.ts'
import {
  Decision,
  HistoryEvent,
  PlannedStep,
  Start,
  Steps,
  Variables,
  WorkflowGraph,
  WorkflowName,
  workflowParams,
  WorkflowRecord,
  WorkflowStatus,
  WorkflowSummary,
} from './schemas.ts'
import { wizardEndpoints } from './wizard-endpoints.ts'

const exampleParams = { workflow_id: exampleRecord.workflow_id }

export const workflowsContract = defineContract({
  ...scheduleEndpoints,
  ...wizardEndpoints,
  ...reuseEndpoints,

  list: {
    method: 'GET',
    path: '/api/workflows',
    summary: 'List workflows, running and historical',
    description: 'The newest first.',
    query: Type.Object({ status: Type.Optional(WorkflowStatus), ...pageQuery({ limit: 50, maximum: 500 }) }),
    result: Type.Object({
      workflows: Type.Array(WorkflowSummary, { description: 'One page of workflows' }),
      next_cursor: nextCursor,
    }),
    example: { query: { status: 'waiting' }, result: { workflows: [exampleSummary], next_cursor: null } },
  },

  create: {
    method: 'POST',
    path: '/api/workflows',
    anyCaller: true,
    summary: 'Create a workflow from a list of steps',
    description:
      'Takes an object, or the bare list of steps. Refused with every reason at once: duplicate ids, an unknown agent ' +
      'or action, an action that the agent does not own, arguments that cannot fit, unknown or circular depends_on, ' +
      'and a $name that no earlier step publishes.',
    body: objectOrList(
      closed({
        steps: Steps,
        name: Type.Optional(WorkflowName),
        start: Type.Optional(Start),
        variables: Type.Optional(Variables),
      }),
      Steps,
    ),
    bodyLimit: limits.workflow_body_bytes.value,
    result: WorkflowRecord,
    status: 201,
    idempotencyKey: true,
    example: { body: { name: 'List invoices', steps: exampleSteps }, result: exampleRecord },
  },

  generate: {
    method: 'POST',
    path: '/api/workflows/generate',
    anyCaller: true,
    summary: 'Plan a workflow from a sentence',
    description:
      'The steps pass the same checks as those of POST /api/workflows. Missing arguments become steps that need a ' +
      'person. Works without a model for requests that the built-in planner understands, and says what it could not plan.',
    body: closed({
      prompt: Type.String({ minLength: 1, maxLength: 20_000, description: 'What should be done' }),
      start: Type.Optional(
        Type.Boolean({
          default: false,
          description: 'Also store and start the workflow; workflow_id names it',
        }),
      ),
    }),
    result: Type.Object({
      steps: Type.Array(PlannedStep, { description: 'The plan; 400 when there is none' }),
      explanation: Type.String({ description: 'What the plan does, and what it leaves out' }),
      unplanned: Type.Optional(
        Type.Array(Type.String(), { description: 'Parts of the prompt without a step' }),
      ),
      workflow_id: Type.Optional(
        identifier('The workflow that was stored, and started unless parts are unplanned'),
      ),
    }),
    errors: ['upstream_failed', 'upstream_timeout'],
    idempotencyKey: true,
    example: {
      body: { prompt: 'Find my invoices and write their names to a file' },
      result: { steps: exampleSteps, explanation: 'Searches for invoices, then writes the list to a file.' },
    },
  },

  read: {
    method: 'GET',
    path: '/api/workflows/:workflow_id',
    summary: 'Read a workflow with its steps and results',
    params: workflowParams,
    result: WorkflowRecord,
    errors: ['not_found'],
    example: { params: exampleParams, result: exampleRecord },
  },

  interrupt: {
    method: 'POST',
    path: '/api/workflows/:workflow_id/interrupt',
    anyCaller: true,
    summary: 'Pause a running workflow',
    description: 'Nothing new starts; what runs ends and is recorded. 409 when it is not going on.',
    params: workflowParams,
    result: WorkflowRecord,
    errors: ['not_found', 'conflict'],
    example: { params: exampleParams, result: { ...exampleRecord, status: 'paused' } },
  },

  resume: {
    method: 'POST',
    path: '/api/workflows/:workflow_id/resume',
    summary: 'Resume a paused workflow',
    description: 'Also starts one that is still pending. 409 in every other state.',
    params: workflowParams,
    result: WorkflowRecord,
    errors: ['not_found', 'conflict'],
    example: { params: exampleParams, result: exampleRecord },
  },

  intervene: {
    method: 'POST',
    path: '/api/workflows/:workflow_id/intervene',
    summary: 'Decide for a step, edit it, or give its values',
    description:
      'For a step that waits; on a paused workflow any step that has not started may be edited or skipped, and a failed ' +
      'one retried. The first answer to a waiting step counts: a second one is 409.',
    params: workflowParams,
    body: closed(
      {
        step_id: Type.Optional(
          Type.String({
            minLength: 1,
            maxLength: 128,
            description: 'May be left out when exactly one step waits',
          }),
        ),
        decision: Type.Optional(Decision),
        approved: Type.Optional(
          Type.Boolean({ description: 'In place of decision: true approves, false rejects' }),
        ),
        args: Type.Optional(
          dictionary(Type.Unknown(), {
            description: 'With edit: the arguments, whole, that replace the old ones',
          }),
        ),
        input: Type.Optional(Type.Unknown({ description: 'With input: the value of the single output' })),
        outputs: Type.Optional(
          dictionary(Type.Unknown(), { description: 'With input: the value of each output by its name' }),
        ),
        comment: Type.Optional(Type.String({ maxLength: 2000, description: 'Why; kept in the record' })),
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
    summary: 'Go on from a failed step',
    description:
      'Runs the failed steps again, and those that were skipped because of them. Completed steps stay as they are.',
    params: workflowParams,
    body: closed({
      step_id: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 128,
          description: 'Only this failed step; all of them when left out',
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

  graph: {
    method: 'GET',
    path: '/api/workflows/:workflow_id/graph',
    summary: 'Read the graph of a workflow',
    description: 'Nodes, edges, layers and the critical path: what a drawing needs.',
    params: workflowParams,
    result: WorkflowGraph,
    errors: ['not_found'],
    example: { params: exampleParams, result: exampleGraph },
  },

  history: {
    method: 'GET',
    path: '/api/workflows/:workflow_id/history',
    summary: 'Read what happened in a workflow',
    description:
      'Who did what and when, with which arguments; nothing is ever changed in it. The oldest first.',
    params: workflowParams,
    query: Type.Object(pageQuery({ limit: 200, maximum: 1000 })),
    result: Type.Object({
      events: Type.Array(HistoryEvent, { description: 'One page of events' }),
      next_cursor: nextCursor,
    }),
    errors: ['not_found'],
    example: {
      params: exampleParams,
      query: { limit: 2 },
      result: { events: exampleHistory, next_cursor: '42' },
    },
  },

  remove: {
    method: 'DELETE',
    path: '/api/workflows/:workflow_id',
    summary: 'Delete a workflow',
    description: 'Cancels what runs, then removes the record.',
    params: workflowParams,
    result: Type.Object({
      workflow_id: identifier('The workflow that is gone'),
      deleted: Type.Literal(true, { description: 'Always true: an unknown workflow is 404' }),
    }),
    errors: ['not_found'],
    example: { params: exampleParams, result: { ...exampleParams, deleted: true } },
  },
})
