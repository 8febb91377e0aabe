import type { Static } from '../../../contract/type.ts'
import type { Automation, AutomationDefinition, TriggerEvent } from './schemas.ts'

export const exampleDefinition: AutomationDefinition = {
  name: 'File invoices',
  steps: [
    {
      id: 'move',
      agent: 'file_manager',
      action: 'MOVE_FILE',
      args: { path: '$event.path', to: '~/Documents/Invoices/' },
      depends_on: [],
    },
  ],
  triggers: [
    {
      id: 'landed',
      type: 'file',
      path: '~/Downloads',
      when: 'like(lower($event.name), "*invoice*.pdf")',
    },
  ],
}

const run = {
  workflow_id: 'wf_5h8k2q9d3r',
  status: 'completed',
  version: 1,
  created_at: '2026-03-02T10:00:00Z',
  finished_at: '2026-03-02T10:00:01Z',
  trigger: 'landed',
} as const

export const exampleAutomation: Static<typeof Automation> = {
  automation_id: 'aut_7c2m9x4k1p',
  ...exampleDefinition,
  steps: [...exampleDefinition.steps],
  triggers: [...exampleDefinition.triggers!],
  enabled: true,
  version: 1,
  created_at: '2026-03-02T09:30:00Z',
  updated_at: '2026-03-02T09:30:00Z',
  trigger_states: [
    {
      id: 'landed',
      type: 'file',
      checked_at: '2026-03-02T09:59:58Z',
      next_at: '2026-03-02T10:09:58Z',
      trouble: null,
    },
  ],
  permissions: [],
  last_run: run,
}

export const exampleEvent: Static<typeof TriggerEvent> = {
  number: 12,
  trigger_id: 'landed',
  at: '2026-03-02T09:59:56Z',
  found_at: '2026-03-02T09:59:58Z',
  status: 'started',
  reason: null,
  workflow_id: run.workflow_id,
  data: { path: '/home/ada/Downloads/invoice-17.pdf', name: 'invoice-17.pdf', kind: 'created' },
}
