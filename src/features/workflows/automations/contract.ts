import { defineContract } from '../../../contract/endpoint.ts'
import { limits } from '../../../contract/limits.ts'
import {
  closed,
  dictionary,
  identifier,
  loose,
  nextCursor,
  pageQuery,
  timestamp,
} from '../../../contract/schema.ts'
import { Type } from '../../../contract/type.ts'
import { exampleRecord } from '../examples.ts'
import { WorkflowRecord } from '../schemas.ts'
import { exampleAutomation, exampleDefinition, exampleEvent } from './examples.ts'
import { secretEndpoints } from './secret-endpoints.ts'
import {
  Automation,
  AutomationDefinition,
  AutomationSummary,
  AutomationVersion,
  TriggerEvent,
} from './schemas.ts'
import { templateEndpoints } from './templates/endpoint.ts'
import { transferEndpoints } from './transfer-endpoints.ts'

const params = Type.Object({ automation_id: identifier('Identifier of the automation') })
const exampleParams = { automation_id: exampleAutomation.automation_id }
const exampleRun = { ...exampleRecord, source: 'automation', ...exampleParams, automation_version: 1 }

const Inputs = dictionary(Type.Unknown(), { description: 'Values for $inputs' })
export const automationsContract = defineContract({
  ...templateEndpoints,
  ...secretEndpoints,
  ...transferEndpoints,

  list: {
    method: 'GET',
    path: '/api/automations',
    summary: 'List automations',
    description: 'Newest first.',
    result: Type.Object({ automations: Type.Array(AutomationSummary, { description: 'All of them' }) }),
    example: {
      result: {
        automations: [
          {
            ...exampleParams,
            name: exampleAutomation.name,
            enabled: true,
            version: 1,
            step_count: 1,
            trigger_types: ['file'],
            trigger_count: 1,
            trouble: null,
            updated_at: exampleAutomation.updated_at,
            last_run: exampleAutomation.last_run,
          },
        ],
      },
    },
  },

  create: {
    method: 'POST',
    path: '/api/automations',
    summary: 'Save an automation',
    description:
      'Steps are those of POST /api/workflows. They also know $inputs, $event (what happened) and $events (all of it, ' +
      'where events are collected). Refused with every reason at once.',
    body: AutomationDefinition,
    bodyLimit: limits.workflow_body_bytes.value,
    result: Automation,
    status: 201,
    idempotencyKey: true,
    example: { body: exampleDefinition, result: { ...exampleAutomation, last_run: null } },
  },

  read: {
    method: 'GET',
    path: '/api/automations/:automation_id',
    summary: 'Read an automation',
    description:
      'The ETag header is its version; send it back as If-Match to change only what you have seen.',
    params,
    result: Automation,
    errors: ['not_found'],
    example: { params: exampleParams, result: exampleAutomation },
  },

  change: {
    method: 'PUT',
    path: '/api/automations/:automation_id',
    summary: 'Change an automation',
    description:
      'Makes a new version; earlier ones stay, and so do runs. With If-Match, 412 if somebody else has changed it.',
    params,
    body: AutomationDefinition,
    bodyLimit: limits.workflow_body_bytes.value,
    result: Automation,
    errors: ['not_found', 'precondition_failed'],
    example: {
      params: exampleParams,
      body: { ...exampleDefinition, mode: 'parallel' },
      result: { ...exampleAutomation, mode: 'parallel', version: 2 },
    },
  },

  remove: {
    method: 'DELETE',
    path: '/api/automations/:automation_id',
    summary: 'Remove an automation',
    description: 'With its versions, triggers and events. Its runs stay.',
    params,
    result: Type.Object({
      automation_id: identifier('The removed automation'),
      deleted: Type.Literal(true, { description: 'Always true: an unknown automation gets 404' }),
    }),
    errors: ['not_found'],
    example: { params: exampleParams, result: { ...exampleParams, deleted: true } },
  },

  versions: {
    method: 'GET',
    path: '/api/automations/:automation_id/versions',
    summary: 'List the versions of an automation',
    params,
    result: Type.Object({ versions: Type.Array(AutomationVersion, { description: 'Newest first' }) }),
    errors: ['not_found'],
    example: {
      params: exampleParams,
      result: {
        versions: [
          {
            version: 1,
            created_at: exampleAutomation.created_at,
            by: 'local-client',
            definition: exampleDefinition,
          },
        ],
      },
    },
  },

  restore: {
    method: 'POST',
    path: '/api/automations/:automation_id/versions/:version/restore',
    summary: 'Bring back an earlier version',
    description: 'As a new version, so that nothing is lost.',
    params: Type.Object({
      automation_id: identifier('Identifier of the automation'),
      version: Type.Integer({ minimum: 1, description: 'The version to bring back' }),
    }),
    result: Automation,
    errors: ['not_found'],
    example: {
      params: { ...exampleParams, version: 1 },
      result: { ...exampleAutomation, version: 3 },
    },
  },

  run: {
    method: 'POST',
    path: '/api/automations/:automation_id/run',
    summary: 'Run an automation now',
    description: 'Whether or not it is enabled, and beside runs that are going.',
    params,
    body: closed({
      inputs: Type.Optional(Inputs),
      event: Type.Optional(Type.Unknown({ description: 'What steps see as $event; null by default' })),
    }),
    result: WorkflowRecord,
    status: 201,
    errors: ['not_found'],
    idempotencyKey: true,
    example: { params: exampleParams, body: { inputs: {} }, result: exampleRun },
  },

  try: {
    method: 'POST',
    path: '/api/automations/:automation_id/try',
    summary: 'Try an automation, or one step of it',
    description:
      'Pinned steps take their data from pins instead of running. With step_id, only that step runs: those before it ' +
      'take pins, or what they gave in the last run.',
    params,
    body: closed({
      step_id: Type.Optional(
        Type.String({ minLength: 1, maxLength: 128, description: 'The only step to run' }),
      ),
      inputs: Type.Optional(Inputs),
      event: Type.Optional(Type.Unknown({ description: 'What steps see as $event' })),
      pins: Type.Optional(
        dictionary(Type.Unknown(), { description: 'Data of steps by id, before those of the automation' }),
      ),
    }),
    result: WorkflowRecord,
    status: 201,
    errors: ['not_found', 'conflict'],
    example: {
      params: exampleParams,
      body: { step_id: 'move', event: exampleEvent.data },
      result: { ...exampleRecord, name: 'File invoices (try)', source: 'automation' },
    },
  },

  events: {
    method: 'GET',
    path: '/api/automations/:automation_id/events',
    summary: 'List what happened',
    description: 'Newest first, with what has become of each. 30 days are kept, at most 10,000.',
    params,
    query: Type.Object(pageQuery({ limit: 50, maximum: 500 })),
    result: Type.Object({
      events: Type.Array(TriggerEvent, { description: 'One page of events' }),
      next_cursor: nextCursor,
    }),
    errors: ['not_found'],
    example: { params: exampleParams, result: { events: [exampleEvent], next_cursor: null } },
  },

  replay: {
    method: 'POST',
    path: '/api/automations/:automation_id/events/:number/replay',
    summary: 'Let an event happen again',
    params: Type.Object({
      automation_id: identifier('Identifier of the automation'),
      number: Type.Integer({ minimum: 1, description: 'Number of the event' }),
    }),
    result: Type.Object({ replayed: Type.Literal(true, { description: 'Always true' }) }),
    status: 202,
    errors: ['not_found', 'conflict'],
    example: { params: { ...exampleParams, number: 12 }, result: { replayed: true } },
  },

  permit: {
    method: 'POST',
    path: '/api/automations/:automation_id/permissions',
    summary: 'Let a step run without asking',
    description:
      'A run that something from outside has started asks before it sends, deletes or runs anything. This spares one ' +
      'step of this version the question, if its recipients, addresses, paths or commands are fixed. Any change of the ' +
      'automation ends it.',
    params,
    body: closed({
      step_id: Type.String({ minLength: 1, maxLength: 128, description: 'The step' }),
      allowed: Type.Optional(Type.Boolean({ default: true, description: 'false takes it back' })),
    }),
    result: Automation,
    errors: ['not_found', 'conflict'],
    example: {
      params: exampleParams,
      body: { step_id: 'move' },
      result: { ...exampleAutomation, permissions: ['move'] },
    },
  },

  // The address is the secret, and a signature can be asked for, so the token of the service is not.
  receive: {
    method: 'POST',
    path: '/webhook/automation/:token',
    summary: 'Start an automation from outside',
    description:
      'The address is secret: it is in trigger_states of the automation. JSON bodies are parsed; others become text. ' +
      'Repeated deliveries of one request start one run: send an Idempotency-Key, or the same body within a minute.',
    params: Type.Object({
      token: Type.String({ pattern: '^[A-Za-z0-9_-]{43}$', description: 'The secret end of the address' }),
    }),
    body: loose({}, { description: 'Anything' }),
    bodyKind: 'raw',
    bodyLimit: limits.webhook_body_bytes.value,
    result: Type.Object({
      event_id: identifier('Names the event'),
      accepted_at: timestamp('When it was stored'),
    }),
    status: 202,
    open: true,
    errors: ['not_found', 'unauthorized', 'conflict', 'rate_limited'],
    example: {
      params: { token: 'q3Zr0v8mX1c5T7y2L9k4N6b0W8s3D5f7G1h2J4k6M8p' },
      body: { order: 17 },
      result: { event_id: 'aut_7c2m9x4k1p/order/6f1d', accepted_at: '2026-03-02T10:00:00Z' },
    },
  },
})
