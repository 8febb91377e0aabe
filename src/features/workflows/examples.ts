import type { Static } from 'typebox'
import type {
  HistoryEvent,
  StepItem,
  WorkflowGraph,
  WorkflowRecord,
  WorkflowStep,
  WorkflowSummary,
} from './schemas.ts'

const findStep: WorkflowStep = {
  id: 'find',
  agent: 'file_manager',
  action: 'SEARCH_FILES',
  args: { query: 'invoice', path: '~/Documents' },
  depends_on: [],
  outputs: ['files'],
}

const saveStep: WorkflowStep = {
  id: 'save',
  agent: 'file_manager',
  action: 'WRITE_FILE',
  args: { path: '~/invoices.txt', content: 'Found on $today: $files' },
  depends_on: ['find'],
  needs_human: true,
}

export const exampleSteps: WorkflowStep[] = [findStep, saveStep]

const head = {
  workflow_id: 'wf_5h8k2q9d3r',
  id: 'wf_5h8k2q9d3r',
  name: 'List invoices',
  source: 'api',
  created_at: '2026-03-02T09:30:00Z',
  started_at: '2026-03-02T09:30:00Z',
  schedule_id: null,
} as const

export const exampleRecord: Static<typeof WorkflowRecord> = {
  ...head,
  status: 'waiting',
  finished_at: null,
  steps: [
    {
      ...findStep,
      status: 'completed',
      attempts: 1,
      started_at: '2026-03-02T09:30:00Z',
      finished_at: '2026-03-02T09:30:01Z',
      message: 'Found 1 file.',
      error: null,
    },
    {
      ...saveStep,
      status: 'waiting',
      attempts: 0,
      started_at: null,
      finished_at: null,
      message: 'Waiting for your approval.',
      error: null,
      waiting: {
        reason: 'needs_human',
        confirmation_id: 'cnf_2c6v8nmz1p',
        args: { path: '~/invoices.txt', content: 'Found on 2026-03-02: [{"name":"invoice-7.pdf"}]' },
      },
    },
  ],
  results: {
    find: { success: true, message: 'Found 1 file.', data: { files: [{ name: 'invoice-7.pdf' }] } },
  },
  variables: {},
  interventions: [],
}

export const exampleFinished: Static<typeof WorkflowRecord> = {
  ...exampleRecord,
  status: 'completed',
  finished_at: '2026-03-02T09:32:00Z',
  steps: [
    exampleRecord.steps[0]!,
    {
      ...saveStep,
      status: 'completed',
      attempts: 1,
      started_at: '2026-03-02T09:32:00Z',
      finished_at: '2026-03-02T09:32:00Z',
      message: 'Wrote 47 bytes to /home/ada/invoices.txt.',
      error: null,
      waiting: null,
    },
  ],
  results: {
    ...exampleRecord.results,
    save: {
      success: true,
      message: 'Wrote 47 bytes to /home/ada/invoices.txt.',
      data: { path: '/home/ada/invoices.txt', bytes: 47 },
    },
  },
  interventions: [
    {
      at: '2026-03-02T09:32:00Z',
      by: 'local-client',
      step_id: 'save',
      decision: 'approve',
      comment: 'Looks right.',
    },
  ],
}

export const exampleSummary: Static<typeof WorkflowSummary> = {
  ...head,
  status: 'waiting',
  finished_at: null,
  step_count: 2,
  completed_count: 1,
  waiting_count: 1,
}

export const exampleGraph: Static<typeof WorkflowGraph> = {
  workflow_id: head.workflow_id,
  nodes: [
    {
      id: 'find',
      agent: 'file_manager',
      action: 'SEARCH_FILES',
      status: 'completed',
      needs_human: false,
      layer: 0,
      duration_ms: 840,
    },
    {
      id: 'save',
      agent: 'file_manager',
      action: 'WRITE_FILE',
      status: 'waiting',
      needs_human: true,
      layer: 1,
      duration_ms: null,
    },
  ],
  edges: [{ from: 'find', to: 'save' }],
  layers: [['find'], ['save']],
  critical_path: ['find', 'save'],
}

export const exampleHistory: Static<typeof HistoryEvent>[] = [
  {
    seq: 41,
    at: '2026-03-02T09:30:00Z',
    type: 'workflow.created',
    step_id: null,
    by: 'local-client',
    data: { steps: 2 },
  },
  {
    seq: 42,
    at: '2026-03-02T09:30:00Z',
    type: 'step.started',
    step_id: 'find',
    by: 'service',
    data: { attempt: 1, args: { query: 'invoice', path: '~/Documents' } },
  },
]

export const exampleItem: Static<typeof StepItem> = {
  step_id: 'find[0]',
  index: 0,
  status: 'completed',
  args: { query: 'invoice', path: '~/Documents' },
  attempts: 1,
  started_at: '2026-03-02T09:30:00Z',
  finished_at: '2026-03-02T09:30:01Z',
  message: 'Found 1 file.',
  error: null,
  data: { files: ['~/Documents/invoice-7.pdf'] },
  waiting: null,
}
