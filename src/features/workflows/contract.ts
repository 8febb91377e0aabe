import { PlannedAutomation } from './planned-automation.ts'
import { Type } from '../../contract/type.ts'
import { defineContract } from '../../contract/endpoint.ts'
import { limits } from '../../contract/limits.ts'
import { closed, identifier, nextCursor, objectOrList, pageQuery } from '../../contract/schema.ts'
import {
  exampleGraph,
  exampleHistory,
  exampleItem,
  exampleRecord,
  exampleSteps,
  exampleSummary,
} from './examples.ts'
import { moveEndpoints } from './move-endpoints.ts'
import { reuseEndpoints } from './reuse-endpoints.ts'
import { scheduleEndpoints } from './schedule-endpoints.ts'
import {
  HistoryEvent,
  PlannedStep,
  Start,
  StepItem,
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
    description: 'Newest first.',
    query: Type.Object({
      status: Type.Optional(WorkflowStatus),
      automation_id: Type.Optional(identifier('Only runs of this automation')),
      ...pageQuery({ limit: 50, maximum: 500 }),
    }),
    result: Type.Object({
      workflows: Type.Array(WorkflowSummary, { description: 'One page of workflows' }),
      next_cursor: nextCursor,
    }),
    example: { query: { status: 'waiting' }, result: { workflows: [exampleSummary], next_cursor: null } },
  },

  create: {
    method: 'POST',
    path: '/api/workflows',
    views: { changes: 'asked' },
    anyCaller: true,
    summary: 'Create a workflow from a list of steps',
    description:
      'Accepts an object, or the bare list of steps. Rejected with every reason at once: duplicate ids, an unknown agent ' +
      "or action, an action the agent doesn't own, arguments that can't fit, unknown or circular depends_on, " +
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
      'The steps pass the same checks as in POST /api/workflows. Missing arguments become steps that need a ' +
      "person. Without a model, the built-in planner handles the requests it understands and says what it couldn't plan. " +
      'A prompt that says when to run gives an automation; start saves it.',
    body: closed({
      prompt: Type.String({ minLength: 1, maxLength: 20_000, description: 'What should be done' }),
      start: Type.Optional(
        Type.Boolean({
          default: false,
          description: 'Also store and start the workflow, or save the automation',
        }),
      ),
    }),
    result: Type.Object({
      steps: Type.Array(PlannedStep, { description: 'The plan; 400 if there is none' }),
      explanation: Type.String({ description: 'What the plan does, and what it leaves out' }),
      unplanned: Type.Optional(
        Type.Array(Type.String(), { description: 'Parts of the prompt without a step' }),
      ),
      workflow_id: Type.Optional(identifier('The stored workflow, started unless parts are unplanned')),
      automation_id: Type.Optional(identifier('The saved automation, if something is to start it')),
      automation: Type.Optional(PlannedAutomation),
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
    views: { reads: ['untrusted', 'private'] },
    summary: 'Read a workflow with its steps and results',
    params: workflowParams,
    result: WorkflowRecord,
    errors: ['not_found'],
    example: { params: exampleParams, result: exampleRecord },
  },

  ...moveEndpoints,

  graph: {
    method: 'GET',
    path: '/api/workflows/:workflow_id/graph',
    summary: 'Read the graph of a workflow',
    description: 'Nodes, edges, layers and the critical path: everything needed to draw it.',
    params: workflowParams,
    result: WorkflowGraph,
    errors: ['not_found'],
    example: { params: exampleParams, result: exampleGraph },
  },

  items: {
    method: 'GET',
    path: '/api/workflows/:workflow_id/steps/:step_id/items',
    summary: 'List the items of a step with for_each',
    description:
      'In the order of the list; with repeat, one for each turn. Empty before the step has started.',
    params: Type.Object({
      ...workflowParams.properties,
      step_id: Type.String({ minLength: 1, maxLength: 128, description: 'Id of the step' }),
    }),
    query: Type.Object(pageQuery({ limit: 200, maximum: 1000 })),
    result: Type.Object({
      items: Type.Array(StepItem, { description: 'One page of items' }),
      next_cursor: nextCursor,
    }),
    errors: ['not_found'],
    example: {
      params: { ...exampleParams, step_id: 'find' },
      query: { limit: 2 },
      result: { items: [exampleItem], next_cursor: null },
    },
  },

  history: {
    method: 'GET',
    path: '/api/workflows/:workflow_id/history',
    summary: 'Read what happened in a workflow',
    description: 'Who did what and when, with which arguments. Entries never change. Oldest first.',
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
    description: 'Cancels running steps, then removes the record.',
    params: workflowParams,
    result: Type.Object({
      workflow_id: identifier('The deleted workflow'),
      deleted: Type.Literal(true, { description: 'Always true: an unknown workflow gets 404' }),
    }),
    errors: ['not_found'],
    example: { params: exampleParams, result: { ...exampleParams, deleted: true } },
  },
})
