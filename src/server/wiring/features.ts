import { backupsHandlers } from '../../features/backups/handlers.ts'
import { api } from '../../features/contracts.ts'
import { chatHandlers } from '../../features/chat/handlers.ts'
import { contentIndexHandlers } from '../../features/content-index/handlers.ts'
import { dashboardHandlers } from '../../features/dashboard/handlers.ts'
import { desktopHandlers } from '../../features/desktop/handlers.ts'
import { eventsHandlers } from '../../features/events/handlers.ts'
import { documentsHandlers } from '../../features/documents/handlers.ts'
import { healthHandlers, type PartHealth } from '../../features/health/handlers.ts'
import { jitWidgetsHandlers } from '../../features/jit-widgets/handlers.ts'
import { liveDataHandlers } from '../../features/live-data/handlers.ts'
import { metricsHandlers } from '../../features/metrics/handlers.ts'
import { summarizeMetrics } from '../../features/metrics/summary.ts'
import type { LocalServersDeps } from '../../features/models/providers/local-servers.ts'
import { notificationsHandlers } from '../../features/notifications/handlers.ts'
import { pluginsHandlers } from '../../features/plugins/handlers.ts'
import { projectsHandlers } from '../../features/projects/handlers.ts'
import { referenceHandlers } from '../../features/reference/handlers.ts'
import { settingsHandlers } from '../../features/settings/handlers.ts'
import { storeHandlers } from '../../features/store/handlers.ts'
import { telemetryHandlers } from '../../features/telemetry/handlers.ts'
import { toolsHandlers } from '../../features/tools/handlers.ts'
import { webhooksHandlers } from '../../features/webhooks/handlers.ts'
import { workflowsHandlers } from '../../features/workflows/handlers.ts'
import { countByStatus } from '../../features/workflows/engine/workflow-rows.ts'
import { bind, type BoundFeature } from '../http/app.ts'
import { actionDoors, loadStored, tellingConfirm } from './chat-part.ts'
import type { Ground, ServiceGround } from '../lifecycle/ground.ts'
import { boundModels } from './models-part.ts'
import { openApiDocument } from '../http/openapi.ts'
import { version } from '../version.ts'
import type { Parts } from './services.ts'
import { commandLineHandlers } from '../../features/command-line/handlers.ts'
import { insideRequests } from '../http/inside-requests.ts'

export type Features = { readonly [F in keyof typeof api]: BoundFeature }

interface FeatureOptions {
  readonly health: Readonly<Record<string, () => PartHealth>>
  readonly localModelPorts: LocalServersDeps['ports']
}

/** Every contract with the code that answers it: the compiler asks for each one. */
export function bindFeatures(
  ground: ServiceGround,
  parts: Parts,
  { health, localModelPorts }: FeatureOptions,
): Features {
  const { database } = ground
  const uptimeSeconds = () => process.uptime()
  const tools = toolsHandlers({
    ...parts,
    decideStep: (decision) => parts.workflows.decide(decision),
    takeDecision: (decision) => parts.computer.takeDecision(decision),
  })
  const door = tellingConfirm(tools.confirm, parts)
  const features: Features = {
    health: bind(api.health, healthHandlers({ version, uptimeSeconds, parts: health })),
    chat: bind(
      api.chat,
      chatHandlers({
        ...parts,
        doors: actionDoors(parts),
        assertPickable: (pick) => parts.models.assertPickable(pick),
        loadStored,
        decide: door.decide,
      }),
    ),
    tools: bind(api.tools, { ...tools, confirm: door.confirm }),
    plugins: bind(api.plugins, pluginsHandlers(parts)),
    workflows: bind(api.workflows, workflowsHandlers(parts.workflows, parts)),
    store: bind(api.store, storeHandlers(parts)),
    live_data: bind(api.live_data, liveDataHandlers(parts.liveData)),
    jit_widgets: bind(api.jit_widgets, jitWidgetsHandlers({ database, publish: ground.bus.publish })),
    metrics: bind(api.metrics, metricsHandlers(parts)),
    desktop: bind(
      api.desktop,
      desktopHandlers({ ...parts.desktop, models: parts.models, tasks: parts.computer }),
    ),
    models: bind(api.models, boundModels(ground, parts, localModelPorts)),
    documents: bind(api.documents, documentsHandlers(parts)),
    content_index: bind(api.content_index, contentIndexHandlers(parts)),
    projects: bind(api.projects, projectsHandlers(parts)),
    settings: bind(api.settings, settingsHandlers(ground)),
    telemetry: bind(api.telemetry, telemetryHandlers(parts)),
    notifications: bind(api.notifications, notificationsHandlers(parts)),
    dashboard: bind(
      api.dashboard,
      dashboardHandlers({ version, now: ground.now, uptimeSeconds, parts: dashboardParts(ground, parts) }),
    ),
    events: bind(api.events, eventsHandlers({ bus: ground.bus, version })),
    webhooks: bind(api.webhooks, webhooksHandlers(parts.webhooks)),
    command_line: commandLinePart(ground, () => features),
    backups: bind(api.backups, backupsHandlers({ database })),
    reference: bind(api.reference, referenceHandlers({ document: () => openApiDocument(api, version) })),
  }
  return features
}

function dashboardParts(
  { database }: Ground,
  parts: Parts,
): Parameters<typeof dashboardHandlers>[0]['parts'] {
  return {
    async metrics() {
      const sample = await parts.metrics.current()
      return {
        ...summarizeMetrics(sample),
        sampled_at: sample.sampled_at,
        history: [...parts.metrics.recent()],
      }
    },
    async workflows() {
      const by_status = await parts.workflows.engine.backend.read(countByStatus())
      return { by_status, total: Object.values(by_status).reduce((sum, count) => sum + count, 0) }
    },
    async schedules() {
      const enabled = (await parts.workflows.schedules.list()).filter((schedule) => schedule.enabled)
      const next = enabled
        .slice(0, 5)
        .flatMap(({ schedule_id, name, next_run_at }) =>
          next_run_at === null ? [] : [{ schedule_id, name, next_run_at }],
        )
      return { enabled: enabled.length, next }
    },
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
    providers: () => parts.liveData.providers(),
    database: () => database.health(),
  }
}

/** Commands of the terminal for a client: they ask the same handlers, as the client that dispatched them. */
function commandLinePart(
  { home, folder }: Pick<Ground, 'home' | 'folder'>,
  features: () => Readonly<Record<string, BoundFeature>>,
): BoundFeature {
  const reachFor = insideRequests(features)
  return bind(
    api.command_line,
    commandLineHandlers({
      async runCommand(command, call) {
        const { dispatch } = await import('../../cli/dispatch.ts')
        return dispatch(command, { reach: reachFor(call), home, dataFolder: folder.root })
      },
    }),
  )
}
