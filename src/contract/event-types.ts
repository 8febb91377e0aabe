import { Type } from './type.ts'
import { RiskClass } from './confirmation.ts'
import { defineEvent, type EventDefinition } from './event.ts'
import { identifier, literals, timestamp } from './schema.ts'
import { notificationRaised, notificationRead, timerChanged, timerRemoved } from './notice-events.ts'
import { chatChanged, runStarted, runEnded, runFailed } from './run-events.ts'
import {
  computerStarted,
  computerAction,
  computerPlanned,
  computerChecked,
  computerLooked,
  computerRecorded,
  computerEnded,
} from './computer-events.ts'

const share = (description: string) => Type.Number({ minimum: 0, description })
const bytes = (description: string) => Type.Integer({ minimum: 0, description })
const sentence = (description: string) => Type.String({ description })
const agent = Type.String({ description: 'The agent that owns the tool' })
const action = Type.String({ description: 'The action name of the tool' })
const workflowId = identifier('The workflow')
const workflowStatus = literals(
  ['pending', 'running', 'paused', 'waiting', 'completed', 'failed', 'cancelled'],
  { description: 'Current status of the workflow' },
)

export const hello = defineEvent({
  type: 'hello',
  summary: 'The first event on every connection. Its seq is the current position of the stream.',
  data: Type.Object({ version: Type.String({ description: 'Version of the service' }) }),
  example: { version: '0.1.0' },
})

export const resync = defineEvent({
  type: 'resync',
  summary:
    'Events up to `from` were missed: the connection was away too long or read too slowly. Reload what is shown, ' +
    'then continue with the events after `from`.',
  data: Type.Object({ from: Type.Integer({ description: 'The seq after which no events are missing' }) }),
  example: { from: 1_772_443_800_000_042 },
})

export const bye = defineEvent({
  type: 'bye',
  summary: 'The last event before the service closes the stream. Reconnect later.',
  data: Type.Object({ reason: literals(['stopping'], { description: 'Why: the service stops' }) }),
  example: { reason: 'stopping' },
})

export const storeChanged = defineEvent({
  type: 'store.changed',
  summary: 'A value of the store was written or deleted.',
  data: Type.Object({
    key: Type.String({ description: 'The key' }),
    version: Type.Integer({ minimum: 0, description: 'Its version after the change' }),
    deleted: Type.Optional(Type.Boolean({ description: 'True if the key was deleted' })),
  }),
  example: { key: 'todo_list:shopping', version: 7 },
})

export const settingsChanged = defineEvent({
  type: 'settings.changed',
  summary: 'Settings changed. The values are left out because some are secrets.',
  data: Type.Object({ names: Type.Array(Type.String(), { description: 'Names of the settings' }) }),
  example: { names: ['HOME_CITY'] },
})

export const calendarChanged = defineEvent({
  type: 'calendar.changed',
  summary: 'Calendar events were added, changed or removed, here or on the calendar server.',
  data: Type.Object({}),
  example: {},
})

export const metricsSampled = defineEvent({
  type: 'metrics',
  summary: 'A short summary of the last sample; GET /api/system/metrics has the rest.',
  data: Type.Object({
    cpu_percent: share('CPU use across all cores, 0 to 100'),
    load_1: share('Load average over 1 minute'),
    memory_percent: share('Memory in use, 0 to 100'),
    memory_used_bytes: bytes('Memory in use'),
    memory_total_bytes: bytes('Installed memory'),
    disk_percent: Type.Optional(share('Root disk in use, 0 to 100')),
    battery_percent: Type.Optional(share('Battery charge, 0 to 100')),
  }),
  example: {
    cpu_percent: 17.5,
    load_1: 0.42,
    memory_percent: 25,
    memory_used_bytes: 4_194_304_000,
    memory_total_bytes: 16_777_216_000,
    disk_percent: 25,
  },
})

export const widgetRefresh = defineEvent({
  type: 'widget.refresh',
  summary: 'Open widgets should reload their data: the one with this id, or all of one type.',
  data: Type.Object({
    id: Type.Optional(identifier('One component')),
    widget: Type.Optional(Type.String({ description: 'Every component of this type' })),
  }),
  example: { widget: 'weather' },
})

export const componentPatched = defineEvent({
  type: 'component.patch',
  summary:
    'Changes a component already on screen, long after its answer has ended: the live data of a just-in-time widget.',
  data: Type.Object({
    id: identifier('The component'),
    patch: Type.Array(
      Type.Object({
        op: literals(['add', 'remove', 'replace'], { description: 'The operation' }),
        path: Type.String({ description: 'JSON pointer into the component' }),
        value: Type.Optional(Type.Unknown({ description: 'The new value' })),
      }),
      { description: 'Changes in order, as in RFC 6902' },
    ),
  }),
  example: { id: 'cmp_01', patch: [{ op: 'add', path: '/data', value: { total: 3 } }] },
})

export const workflowCreated = defineEvent({
  type: 'workflow.created',
  summary: 'A workflow was stored.',
  data: Type.Object({
    workflow_id: workflowId,
    name: Type.String({ description: 'Its name' }),
    status: workflowStatus,
  }),
  example: { workflow_id: 'wf_01', name: 'Weekly report', status: 'running' },
})

export const workflowUpdated = defineEvent({
  type: 'workflow.updated',
  summary: 'A workflow changed its status.',
  data: Type.Object({ workflow_id: workflowId, status: workflowStatus }),
  example: { workflow_id: 'wf_01', status: 'completed' },
})

export const workflowDeleted = defineEvent({
  type: 'workflow.deleted',
  summary: 'A workflow was removed.',
  data: Type.Object({ workflow_id: workflowId }),
  example: { workflow_id: 'wf_01' },
})

export const stepUpdated = defineEvent({
  type: 'step.updated',
  summary: 'A step of a workflow changed its status.',
  data: Type.Object({
    workflow_id: workflowId,
    step_id: identifier('The step'),
    status: literals(['pending', 'running', 'waiting', 'completed', 'failed', 'skipped', 'cancelled'], {
      description: 'Current status of the step',
    }),
    message: Type.Optional(sentence('The result, in a sentence')),
  }),
  example: { workflow_id: 'wf_01', step_id: 'collect', status: 'completed', message: 'Read 3 files.' },
})

export const confirmationRequested = defineEvent({
  type: 'confirmation.requested',
  summary: 'Your approval is needed; GET /api/confirmations shows exactly what would run.',
  data: Type.Object({
    confirmation_id: identifier('The confirmation'),
    title: Type.String({ description: 'A few words' }),
    message: sentence('What would happen'),
    agent,
    action,
    risk: RiskClass,
    expires_at: timestamp('When the request expires'),
  }),
  example: {
    confirmation_id: 'cnf_01',
    title: 'Send an e-mail',
    message: 'Send "Weekly report" to ada@example.org.',
    agent: 'email_tools',
    action: 'SEND_EMAIL',
    risk: 'external',
    expires_at: '2026-03-02T09:45:00.000Z',
  },
})

export const confirmationResolved = defineEvent({
  type: 'confirmation.resolved',
  summary: 'A confirmation was answered or expired.',
  data: Type.Object({
    confirmation_id: identifier('The confirmation'),
    status: literals(['approved', 'rejected', 'expired'], { description: 'The answer' }),
  }),
  example: { confirmation_id: 'cnf_01', status: 'approved' },
})

export const toolProgress = defineEvent({
  type: 'tool.progress',
  summary: 'Progress of a long-running tool.',
  data: Type.Object({
    call_id: identifier('The call'),
    agent,
    action,
    fraction: Type.Optional(Type.Number({ minimum: 0, maximum: 1, description: 'From 0 to 1' })),
    message: Type.Optional(sentence('What it is doing now')),
  }),
  example: { call_id: 'call_01', agent: 'document_tools', action: 'READ_PDF', fraction: 0.4 },
})

export const toolCalled = defineEvent({
  type: 'tool.called',
  summary: 'A tool ran. Arguments and result are in the audit log, not here.',
  data: Type.Object({
    call_id: identifier('The call'),
    agent,
    action,
    success: Type.Boolean({ description: 'Whether it did what was asked' }),
    code: Type.Optional(Type.String({ description: 'Stable code for the failure' })),
    duration_ms: Type.Number({ minimum: 0, description: 'How long it took' }),
  }),
  example: {
    call_id: 'call_01',
    agent: 'file_tools',
    action: 'WRITE_FILE',
    success: true,
    duration_ms: 4.2,
  },
})

export const providerHealth = defineEvent({
  type: 'provider.health',
  summary: 'An outside provider started failing or recovered.',
  data: Type.Object({
    provider: Type.String({ description: 'Its name' }),
    status: literals(['ok', 'degraded', 'down'], { description: 'Current state' }),
    message: Type.Optional(sentence('What is wrong')),
  }),
  example: { provider: 'OPEN_METEO', status: 'down', message: 'Open-Meteo answered 503.' },
})

export const databaseIncident = defineEvent({
  type: 'database.incident',
  summary: 'Something happened to the database that you should know about.',
  data: Type.Object({
    kind: Type.String({ description: 'Stable code, e.g. quarantined or missing' }),
    message: sentence('What happened and what to do'),
  }),
  example: {
    kind: 'restored',
    message: 'The database was damaged; the backup of 2026-03-01 was restored.',
  },
})

/** Every event that can be on the bus. A new one is declared above and listed here. */
export const eventTypes = [
  hello,
  resync,
  bye,
  storeChanged,
  settingsChanged,
  calendarChanged,
  notificationRaised,
  notificationRead,
  metricsSampled,
  widgetRefresh,
  componentPatched,
  workflowCreated,
  workflowUpdated,
  workflowDeleted,
  stepUpdated,
  timerChanged,
  timerRemoved,
  confirmationRequested,
  confirmationResolved,
  runStarted,
  runEnded,
  runFailed,
  chatChanged,
  computerStarted,
  computerAction,
  computerPlanned,
  computerChecked,
  computerLooked,
  computerRecorded,
  computerEnded,
  toolProgress,
  toolCalled,
  providerHealth,
  databaseIncident,
] as const satisfies readonly EventDefinition[]

export const eventTypeByName: ReadonlyMap<string, EventDefinition> = new Map(
  eventTypes.map((definition) => [definition.type, definition]),
)
