import { Type, type Static, type TSchema } from '../../contract/type.ts'
import { RiskClass } from '../../contract/confirmation.ts'
import { defineContract } from '../../contract/endpoint.ts'
import { metricsSampled } from '../../contract/event-types.ts'
import { dictionary, identifier, literals, nullable, timestamp } from '../../contract/schema.ts'

const count = (description: string) => Type.Integer({ minimum: 0, description })
const bytes = (description: string) => Type.Integer({ minimum: 0, description })

const Workflows = Type.Object({
  by_status: dictionary(count('Workflows in this status'), { description: 'How many, by status' }),
  total: count('Total number of workflows'),
})

const Schedules = Type.Object({
  enabled: count('Active schedules'),
  next: Type.Array(
    Type.Object({
      schedule_id: identifier('The schedule'),
      name: nullable(Type.String(), { description: 'Name' }),
      next_run_at: timestamp('Next run'),
    }),
    { description: 'Soonest first' },
  ),
})

const Confirmations = Type.Object({
  open: count('Open questions'),
  newest: Type.Array(
    Type.Object({
      confirmation_id: identifier('Pass it to POST /api/confirm to answer'),
      title: Type.String({ description: 'The question in a few words' }),
      message: Type.String({ description: 'What would happen' }),
      agent: Type.String({ description: 'Plugin that owns the action' }),
      action: Type.String({ description: 'The waiting tool' }),
      risk: RiskClass,
      expires_at: timestamp('When the request expires'),
    }),
  ),
})

const NotificationsGlance = Type.Object({
  unread: count('Unread notifications'),
  newest: Type.Array(
    Type.Object({
      id: identifier('The notification'),
      type: Type.String({ description: 'What it is about' }),
      level: Type.String({ description: 'info, success, warning or error' }),
      title: Type.String({ description: 'A few words' }),
      message: Type.String({ description: 'The full text, a sentence or two' }),
      created_at: timestamp('When it was raised'),
      read: Type.Boolean({ description: 'Whether it was read' }),
    }),
    { maxItems: 5, description: 'The newest five, read or not' },
  ),
})

const Providers = Type.Array(
  Type.Object({
    provider: Type.String({ description: 'Name of the outside provider' }),
    status: literals(['ok', 'degraded', 'down', 'not_configured', 'unknown'], {
      description: 'How its last calls went; unknown before the first',
    }),
    message: nullable(Type.String(), { description: 'What is wrong' }),
  }),
)

const DatabaseGlance = Type.Object({
  status: literals(['ok', 'degraded'], { description: 'Whether it is writable' }),
  detail: nullable(Type.String(), { description: 'What is wrong, or what happened to it' }),
  bytes: bytes('Size of the database'),
  wal_bytes: bytes('Size of its log'),
  last_backup_at: nullable(timestamp('Last backup')),
})

/** Everything the dashboard shows beside the service itself. Each part can be away without the others. */
const dashboardParts = {
  metrics: Type.Object({
    ...metricsSampled.data.properties,
    sampled_at: timestamp('When the sample was taken'),
    history: Type.Optional(
      Type.Array(
        Type.Object({
          at: timestamp('When it was taken'),
          cpu_percent: Type.Number({ minimum: 0, description: 'CPU use across all cores, 0 to 100' }),
          memory_percent: Type.Number({ minimum: 0, description: 'Memory in use, 0 to 100' }),
        }),
        { maxItems: 60, description: 'The last samples, oldest first' },
      ),
    ),
  }),
  workflows: Workflows,
  schedules: Schedules,
  confirmations: Confirmations,
  notifications: NotificationsGlance,
  store: Type.Object({ entries: count('Values in the store'), bytes: bytes('Total size of the values') }),
  telemetry: Type.Object({
    total_renders: count('Attempts to render a component'),
    total_failures: count('Attempts that failed'),
    failure_rate: Type.Number({ minimum: 0, maximum: 1, description: 'Failures among renders, 0 to 1' }),
  }),
  providers: Providers,
  database: DatabaseGlance,
} as const
export type DashboardPart = keyof typeof dashboardParts
export type DashboardValue<Part extends DashboardPart> = Static<(typeof dashboardParts)[Part]>

/** What stands in the place of a part that failed or took too long. */
export const MissingPart = Type.Object({
  error: Type.Object({
    code: Type.String({ description: 'Stable snake_case code' }),
    message: Type.String({ description: 'Why this part is missing' }),
  }),
})
export type MissingPart = Static<typeof MissingPart>

const Dashboard = Type.Object({
  version: Type.String({ description: 'Version of the service' }),
  uptime_s: Type.Number({ minimum: 0, description: 'Seconds since the service started' }),
  generated_at: timestamp('When this was put together'),
  metrics: orMissing(dashboardParts.metrics, 'Key figures of the machine'),
  workflows: orMissing(dashboardParts.workflows, 'Workflows'),
  schedules: orMissing(dashboardParts.schedules, 'Recurring workflows'),
  confirmations: orMissing(dashboardParts.confirmations, 'Open questions'),
  notifications: orMissing(dashboardParts.notifications, 'Recent notifications'),
  store: orMissing(dashboardParts.store, 'The store'),
  telemetry: orMissing(dashboardParts.telemetry, 'Render telemetry'),
  providers: orMissing(dashboardParts.providers, 'Health of each outside provider'),
  database: orMissing(dashboardParts.database, 'Health of the database'),
})

export const dashboardContract = defineContract({
  read: {
    method: 'GET',
    path: '/api/dashboard',
    summary: 'Read the state of everything at a glance',
    description:
      'A part that fails or takes longer than 300 ms is replaced by an `error`; the others still answer.',
    result: Dashboard,
    example: {
      result: {
        version: '0.1.0',
        uptime_s: 3600,
        generated_at: '2026-03-02T09:30:00.000Z',
        metrics: {
          ...metricsSampled.example,
          sampled_at: '2026-03-02T09:29:59.000Z',
          history: [
            { at: '2026-03-02T09:29:57.000Z', cpu_percent: 12.5, memory_percent: 25 },
            { at: '2026-03-02T09:29:59.000Z', cpu_percent: 17.5, memory_percent: 25 },
          ],
        },
        workflows: { by_status: { running: 1, completed: 12 }, total: 13 },
        schedules: {
          enabled: 1,
          next: [{ schedule_id: 'sch_01', name: 'Weekly report', next_run_at: '2026-03-06T16:00:00.000Z' }],
        },
        confirmations: {
          open: 1,
          newest: [
            {
              confirmation_id: 'cnf_01',
              title: 'Send an e-mail',
              message: 'Send "Weekly report" to ada@example.org.',
              agent: 'email_tools',
              action: 'SEND_EMAIL',
              risk: 'external',
              expires_at: '2026-03-02T09:45:00.000Z',
            },
          ],
        },
        notifications: {
          unread: 1,
          newest: [
            {
              id: 'ntf_17',
              type: 'system_health',
              level: 'warning',
              title: 'The disk is almost full',
              message: 'Only 2.1 GB left on /.',
              created_at: '2026-03-02T09:00:00.000Z',
              read: false,
            },
          ],
        },
        store: { entries: 42, bytes: 18_200 },
        telemetry: { total_renders: 1200, total_failures: 3, failure_rate: 0.0025 },
        providers: { error: { code: 'timeout', message: 'This part took longer than 300 ms. Try again.' } },
        database: {
          status: 'ok',
          detail: null,
          bytes: 1_048_576,
          wal_bytes: 0,
          last_backup_at: '2026-03-02T03:00:00.000Z',
        },
      },
    },
  },
})

function orMissing<Schema extends TSchema>(schema: Schema, description: string) {
  return Type.Union([schema, MissingPart], { description })
}
