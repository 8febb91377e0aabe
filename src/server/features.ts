import type { Contract } from '../contract/endpoint.ts'
import { AppError } from '../contract/errors.ts'
import { backupsHandlers } from '../features/backups/handlers.ts'
import { api } from '../features/contracts.ts'
import { componentHandlers } from '../features/chat/handlers.ts'
import { dashboardHandlers } from '../features/dashboard/handlers.ts'
import { eventsHandlers } from '../features/events/handlers.ts'
import { documentsHandlers } from '../features/documents/handlers.ts'
import { healthHandlers, type PartHealth } from '../features/health/handlers.ts'
import { metricsHandlers } from '../features/metrics/handlers.ts'
import { summarizeMetrics } from '../features/metrics/summary.ts'
import { notificationsHandlers } from '../features/notifications/handlers.ts'
import { pluginsHandlers } from '../features/plugins/handlers.ts'
import { referenceHandlers } from '../features/reference/handlers.ts'
import { settingsHandlers } from '../features/settings/handlers.ts'
import { storeHandlers } from '../features/store/handlers.ts'
import { telemetryHandlers } from '../features/telemetry/handlers.ts'
import { toolsHandlers } from '../features/tools/handlers.ts'
import { bind, type BoundFeature } from './app.ts'
import type { Ground } from './ground.ts'
import { openApiDocument } from './openapi.ts'
import type { Parts } from './parts.ts'
import { pendingHandlers } from './pending.ts'
import { version } from './version.ts'

export type Features = { readonly [F in keyof typeof api]: BoundFeature }

/** Every contract with the code that answers it: the compiler asks for each one. */
export function bindFeatures(
  ground: Ground,
  parts: Parts,
  health: Readonly<Record<string, () => PartHealth>>,
): Features {
  const { database } = ground
  const uptimeSeconds = () => process.uptime()
  return {
    health: bind(api.health, healthHandlers({ version, uptimeSeconds, parts: health })),
    chat: bind(api.chat, { ...pendingHandlers(api.chat), ...componentHandlers({ loadComponents }) }),
    tools: bind(api.tools, toolsHandlers({ ...parts, decideStep: async () => {} })),
    plugins: bind(api.plugins, pluginsHandlers(parts)),
    workflows: pending(api.workflows),
    store: bind(api.store, storeHandlers(parts)),
    live_data: pending(api.live_data),
    metrics: bind(api.metrics, metricsHandlers(parts)),
    desktop: pending(api.desktop),
    models: pending(api.models),
    documents: bind(api.documents, documentsHandlers(parts)),
    projects: pending(api.projects),
    settings: bind(api.settings, settingsHandlers(ground)),
    telemetry: bind(api.telemetry, telemetryHandlers(parts)),
    notifications: bind(api.notifications, notificationsHandlers(parts)),
    dashboard: bind(
      api.dashboard,
      dashboardHandlers({ version, now: ground.now, uptimeSeconds, parts: dashboardParts(ground, parts) }),
    ),
    events: bind(api.events, eventsHandlers({ bus: ground.bus, version })),
    webhooks: pending(api.webhooks),
    command_line: pending(api.command_line),
    backups: bind(api.backups, backupsHandlers({ database })),
    reference: bind(api.reference, referenceHandlers({ document: () => openApiDocument(api, version) })),
  }
}

/** Eighty declarations, wanted by few requests: they are not loaded at the start. */
async function loadComponents() {
  const { componentSchemas, storedSchemas } = await import('../components/schemas.ts')
  return { definitions: componentSchemas, stored: storedSchemas }
}

function pending(contract: Contract): BoundFeature {
  return bind(contract, pendingHandlers(contract))
}

function notYet(): never {
  throw new AppError('unavailable', 'This version of the service has no such part yet.')
}

function dashboardParts(
  { database }: Ground,
  parts: Parts,
): Parameters<typeof dashboardHandlers>[0]['parts'] {
  return {
    async metrics() {
      const sample = await parts.metrics.current()
      return { ...summarizeMetrics(sample), sampled_at: sample.sampled_at }
    },
    workflows: notYet,
    schedules: notYet,
    confirmations() {
      const open = parts.approvals.listOpen()
      return { open: open.length, newest: open.slice(-5).toReversed() }
    },
    notifications() {
      const { notifications, unread } = parts.notifications.list({ limit: 5 })
      return { unread, newest: notifications }
    },
    store: () => parts.store.counts(),
    telemetry: () => parts.telemetry.counts(),
    providers: notYet,
    database: () => database.health(),
  }
}
