import type { Component } from '../../../../../contract/component-schema.ts'
import { scheduleInWords } from '../../../../../contract/schedule-words.ts'
import type { ScheduleSummary, WorkflowSummary } from './workflow-port.ts'

export function workflowTable(workflows: readonly WorkflowSummary[]): Component {
  return {
    type: 'table',
    caption: 'Workflows',
    columns: [
      { key: 'name', label: 'Workflow' },
      {
        key: 'status',
        label: 'Status',
        type: 'badge',
        tones: {
          running: 'info',
          completed: 'success',
          failed: 'danger',
          waiting: 'warning',
          paused: 'warning',
        },
      },
      { key: 'created_at', label: 'Created', type: 'datetime' },
    ],
    rows: workflows.slice(0, 25).map((workflow) => ({
      name: workflow.name ?? workflow.workflow_id,
      status: workflow.status,
      created_at: workflow.created_at,
    })),
    empty_text: 'No workflows.',
  }
}

export function scheduleTable(schedules: readonly ScheduleSummary[]): Component {
  return {
    type: 'table',
    caption: 'Schedules',
    columns: [
      { key: 'name', label: 'Schedule' },
      { key: 'rule', label: 'When' },
      { key: 'next', label: 'Next', type: 'datetime' },
      { key: 'enabled', label: 'On', type: 'boolean' },
    ],
    rows: schedules.map(({ schedule_id, name, enabled, next_run_at, cron, every }) => ({
      name: name ?? schedule_id,
      rule: scheduleInWords({ cron, every }),
      next: next_run_at,
      enabled,
    })),
    empty_text: 'Nothing is scheduled.',
  }
}
