import { Confirmation } from '../../contract/confirmation.ts'
import { Type } from '../../contract/type.ts'
import { defineContract } from '../../contract/endpoint.ts'
import { limits } from '../../contract/limits.ts'
import { closed } from '../../contract/schema.ts'
import { exampleRecord, exampleSteps } from './examples.ts'
import {
  ExportedWorkflow,
  ImportedWorkflow,
  Start,
  Variables,
  WorkflowRecord,
  workflowParams,
} from './schemas.ts'

const exampleParams = { workflow_id: exampleRecord.workflow_id }

const exported = {
  format: 'deskhand.workflow',
  version: 1,
  name: exampleRecord.name,
  variables: {},
  exported_at: '2026-03-02T10:00:00Z',
  steps: exampleSteps,
  provenance: Object.fromEntries(exampleSteps.map(({ id }) => [id, 'local-client'])),
}

const ImportAnswer = Type.Object({
  ...WorkflowRecord.properties,
  confirmation: Type.Optional(Confirmation),
})

/** Taking a workflow back, and running it again, here or on another machine. */
export const reuseEndpoints = defineContract({
  undo: {
    method: 'POST',
    path: '/api/workflows/:workflow_id/undo',
    summary: 'Take back what a workflow did',
    description:
      'Starts a workflow that runs `undo` of each completed step, the last first. This happens automatically when a workflow ' +
      'fails and nothing handles that. A second call answers with the same workflow.',
    params: workflowParams,
    result: WorkflowRecord,
    status: 201,
    errors: ['not_found', 'conflict'],
    example: {
      params: exampleParams,
      result: {
        ...exampleRecord,
        workflow_id: 'wf_2b6n8v4c1x',
        id: 'wf_2b6n8v4c1x',
        name: 'Undo: List invoices',
      },
    },
  },

  rerun: {
    method: 'POST',
    path: '/api/workflows/:workflow_id/rerun',
    views: { changes: 'asked' },
    summary: 'Run a workflow again as a new one',
    params: workflowParams,
    body: closed({
      start: Type.Optional(Start),
      variables: Type.Optional(Variables),
    }),
    result: WorkflowRecord,
    status: 201,
    errors: ['not_found'],
    idempotencyKey: true,
    example: {
      params: exampleParams,
      body: { variables: {} },
      result: { ...exampleRecord, workflow_id: 'wf_8z1y4w6u2t', id: 'wf_8z1y4w6u2t', source: 'rerun' },
    },
  },

  export: {
    method: 'GET',
    path: '/api/workflows/:workflow_id/export',
    summary: 'Export a workflow as a document',
    params: workflowParams,
    result: ExportedWorkflow,
    errors: ['not_found'],
    example: { params: exampleParams, result: exported },
  },

  import: {
    method: 'POST',
    path: '/api/workflows/import',
    summary: 'Import an exported workflow',
    description:
      'Checked like POST /api/workflows. It stays pending so a person can check it first. With start=true a ' +
      'person is asked once, with everything it would do; it starts on approval. Imported steps keep their origin ' +
      'if that was a model, a plugin or a message from outside, and count as imported otherwise.',
    query: Type.Object({
      start: Type.Optional(Type.Boolean({ default: false, description: 'Ask a person to start it' })),
    }),
    body: ImportedWorkflow,
    bodyLimit: limits.workflow_body_bytes.value,
    result: ImportAnswer,
    status: 201,
    idempotencyKey: true,
    example: {
      query: { start: true },
      body: exported,
      result: { ...exampleRecord, status: 'pending', source: 'import', started_at: null },
    },
  },
})
