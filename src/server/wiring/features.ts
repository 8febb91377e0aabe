import { chatChanged } from '../../contract/run-events.ts'
import { api } from '../../features/contracts.ts'
import { calendarHandlers } from '../../features/calendar/handlers.ts'
import { channelsHandlers } from '../../features/channels/handlers.ts'
import { chatHandlers } from '../../features/chat/handlers.ts'
import type { DescribeParts } from '../../features/chat/sessions/export-chat.ts'
import { connectorsHandlers } from '../../features/connectors/handlers.ts'
import { contentIndexHandlers } from '../../features/content-index/handlers.ts'
import { dashboardHandlers } from '../../features/dashboard/handlers.ts'
import { desktopHandlers } from '../../features/desktop/handlers.ts'
import { eventsHandlers } from '../../features/events/handlers.ts'
import { expressionsHandlers } from '../../features/expressions/handlers.ts'
import { documentsHandlers } from '../../features/documents/handlers.ts'
import { healthHandlers, type PartHealth } from '../../features/health/handlers.ts'
import { jitWidgetsHandlers } from '../../features/jit-widgets/handlers.ts'
import { liveDataHandlers } from '../../features/live-data/handlers.ts'
import { mcpAppsHandlers } from '../../features/mcp/mcp-apps/handlers.ts'
import { mcpHandlers } from '../../features/mcp/handlers.ts'
import { metricsHandlers } from '../../features/metrics/handlers.ts'
import { summarizeMetrics } from '../../features/metrics/summary.ts'
import type { LocalServersDeps } from '../../features/models/providers/local-servers.ts'
import { notificationsHandlers } from '../../features/notifications/handlers.ts'
import { timersHandlers } from '../../features/timers/handlers.ts'
import { pluginsHandlers } from '../../features/plugins/handlers.ts'
import { projectsHandlers } from '../../features/projects/handlers.ts'
import { pushHandlers } from '../../features/push/handlers.ts'
import { referenceHandlers } from '../../features/reference/handlers.ts'
import { settingsHandlers } from '../../features/settings/handlers.ts'
import { storeHandlers } from '../../features/store/handlers.ts'
import { telemetryHandlers } from '../../features/telemetry/handlers.ts'
import { toolsHandlers } from '../../features/tools/handlers.ts'
import { webhooksHandlers } from '../../features/webhooks/handlers.ts'
import { automationsHandlers } from '../../features/workflows/automations/handlers.ts'
import { workflowsHandlers } from '../../features/workflows/handlers.ts'
import { countByStatus } from '../../features/workflows/engine/workflow-rows.ts'
import { bind, type BoundFeature } from '../http/app.ts'
import { appointmentsIn } from './calendar-part.ts'
import { answerInChannels, tellingChats } from './channels-part.ts'
import { actionPort, loadStored, tellingConfirm } from './chat-part.ts'
import type { Infrastructure, ServiceInfrastructure } from '../lifecycle/infrastructure.ts'
import { takingDecisions } from './mcp-desk.ts'
import type { McpPart } from './mcp-part.ts'
import { boundModels } from './models-part.ts'
import { answerOnDesktop, createNoticeActions } from './notice-actions.ts'
import { openApiDocument } from '../http/openapi.ts'
import { boundData } from './data-part.ts'
import { boundSkills } from './skills-part.ts'
import { version } from '../version.ts'
import type { Services } from './services.ts'
import { commandLineHandlers } from '../../features/command-line/handlers.ts'
import { insideRequests } from '../http/inside-requests.ts'

export type Features = { readonly [F in keyof typeof api]: BoundFeature }

interface FeatureOptions extends McpPart {
  readonly health: Readonly<Record<string, () => PartHealth>>
  readonly localModelPorts: LocalServersDeps['ports']
  readonly isEmbedded: boolean
}

/** Every contract with the code that answers it: the compiler asks for each one. */
export function bindFeatures(
  infrastructure: ServiceInfrastructure,
  services: Services,
  { health, localModelPorts, isEmbedded, mcpServers, mcpApps, appFrames }: FeatureOptions,
): Features {
  const { database, now } = infrastructure
  const uptimeSeconds = () => process.uptime()
  const tools = toolsHandlers({
    ...services,
    decideStep: (decision) => services.workflows.decide(decision),
    takeDecision: takingDecisions(services),
    takeAnswer: (decision, values) => services.serverQuestions.take(decision, values),
  })
  const telling = tellingConfirm(tools.confirm, { ...services, chats: tellingChats(services) })
  const actions = createNoticeActions({ services, confirm: telling.confirm, now })
  answerInChannels(infrastructure, { channels: services.channels, confirm: telling.confirm })
  answerOnDesktop(infrastructure, { actions, notices: services.desktopNotices, isEmbedded })
  const features: Features = {
    health: bind(api.health, healthHandlers({ version, uptimeSeconds, parts: health })),
    chat: chatPart(infrastructure, services, telling.decide),
    tools: bind(api.tools, { ...tools, confirm: telling.confirm }),
    plugins: bind(api.plugins, pluginsHandlers(services)),
    mcp: bind(api.mcp, mcpHandlers({ mcpServers })),
    mcp_apps: bind(api.mcp_apps, mcpAppsHandlers({ apps: mcpApps, frames: appFrames })),
    skills: bind(api.skills, boundSkills(infrastructure, services)),
    workflows: bind(api.workflows, workflowsHandlers(services.workflows, services)),
    automations: bind(api.automations, automationsHandlers(services.workflows)),
    expressions: bind(api.expressions, expressionsHandlers(now)),
    store: bind(api.store, storeHandlers(services)),
    live_data: bind(api.live_data, liveDataHandlers(services.liveData)),
    jit_widgets: bind(api.jit_widgets, jitWidgetsHandlers({ database, publish: infrastructure.bus.publish })),
    metrics: bind(api.metrics, metricsHandlers(services)),
    desktop: desktopPart(infrastructure, services),
    models: bind(api.models, boundModels(infrastructure, services, localModelPorts)),
    connectors: bind(api.connectors, connectorsHandlers(services)),
    documents: bind(api.documents, documentsHandlers(services)),
    content_index: bind(api.content_index, contentIndexHandlers(services)),
    projects: bind(api.projects, projectsHandlers(services)),
    settings: bind(api.settings, settingsHandlers(infrastructure)),
    telemetry: bind(api.telemetry, telemetryHandlers(services)),
    notifications: bind(api.notifications, notificationsHandlers({ ...services, actions })),
    timers: bind(api.timers, timersHandlers(services)),
    push: bind(api.push, pushHandlers(services)),
    calendar: calendarPart(services, now),
    dashboard: bind(
      api.dashboard,
      dashboardHandlers({ version, now, uptimeSeconds, parts: dashboardParts(infrastructure, services) }),
    ),
    events: bind(api.events, eventsHandlers({ bus: infrastructure.bus, version })),
    channels: bind(api.channels, channelsHandlers(services)),
    webhooks: bind(api.webhooks, webhooksHandlers(services.webhooks)),
    command_line: commandLinePart(infrastructure, () => features),
    ...boundData(infrastructure),
    reference: bind(api.reference, referenceHandlers({ document: () => openApiDocument(api, version) })),
  }
  return features
}

function desktopPart({ environment }: Infrastructure, services: Services): BoundFeature {
  const handlers = desktopHandlers({
    ...services,
    ...services.desktop,
    tasks: services.computer,
    searchPath: environment['PATH'] ?? '',
  })
  return bind(api.desktop, handlers)
}

type Decide = Parameters<typeof chatHandlers>[0]['decide']

function chatPart({ now, bus }: Infrastructure, services: Services, decide: Decide): BoundFeature {
  const handlers = chatHandlers({
    ...services,
    port: actionPort(services),
    assertPickable: (pick) => services.models.assertPickable(pick),
    loadStored,
    now,
    describe: describeStored(now),
    decide,
    onChatChanged: (session_id) => bus.publish(chatChanged, { session_id }),
  })
  return bind(api.chat, handlers)
}

function calendarPart({ calendar }: Services, now: () => Date): BoundFeature {
  const listEvents = (span: { from: Date; to: Date }) => appointmentsIn(calendar, span)
  return bind(api.calendar, calendarHandlers({ calendar, listEvents, now }))
}

function dashboardParts(
  { database }: Infrastructure,
  services: Services,
): Parameters<typeof dashboardHandlers>[0]['parts'] {
  return {
    async metrics() {
      const sample = await services.metrics.current()
      return {
        ...summarizeMetrics(sample),
        sampled_at: sample.sampled_at,
        history: [...services.metrics.recent()],
      }
    },
    async workflows() {
      const by_status = await services.workflows.engine.backend.read(countByStatus())
      return { by_status, total: Object.values(by_status).reduce((sum, count) => sum + count, 0) }
    },
    async schedules() {
      const enabled = (await services.workflows.schedules.list()).filter((schedule) => schedule.enabled)
      const next = enabled
        .slice(0, 5)
        .flatMap(({ schedule_id, name, next_run_at }) =>
          next_run_at === null ? [] : [{ schedule_id, name, next_run_at }],
        )
      return { enabled: enabled.length, next }
    },
    confirmations() {
      const open = services.approvals.listOpen()
      return { open: open.length, newest: open.slice(-5).toReversed() }
    },
    notifications() {
      const { notifications, unread } = services.notifications.list({ limit: 5 })
      return { unread, newest: notifications }
    },
    store: () => services.store.counts(),
    telemetry: () => services.telemetry.counts(),
    providers: () => services.liveData.providers(),
    database: () => database.health(),
  }
}

/** What an answer says without its live data: an export tells what was said, not how the weather is now. */
function describeStored(now: () => Date): DescribeParts {
  return async (components) => {
    const { describeComponents } = await import('../../components/describe.ts')
    return describeComponents(components, { fetched: () => undefined, now: now(), locale: 'en' })
  }
}

/** Commands of the terminal for a client: they ask the same handlers, as the client that dispatched them. */
function commandLinePart(
  { home, folder }: Pick<Infrastructure, 'home' | 'folder'>,
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
