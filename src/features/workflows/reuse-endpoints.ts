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
}

/** Running a workflow again, here or on another machine. */
export const reuseEndpoints = defineContract({
  rerun: {
    method: 'POST',
    path: '/api/workflows/:workflow_id/rerun',
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
      'Checked like POST /api/workflows. It is left pending, so that a person can look at it first.',
    query: Type.Object({
      start: Type.Optional(Type.Boolean({ default: false, description: 'Start it at once' })),
    }),
    body: ImportedWorkflow,
    bodyLimit: limits.workflow_body_bytes.value,
    result: WorkflowRecord,
    status: 201,
    idempotencyKey: true,
    example: {
      query: { start: true },
      body: exported,
      result: { ...exampleRecord, source: 'import' },
    },
  },
})
