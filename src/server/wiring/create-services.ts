import {
  metricsSampled,
  notificationRaised,
  notificationRead,
  providerHealth,
  storeChanged,
  toolCalled,
  toolProgress,
  timerChanged,
  timerRemoved,
} from '../../contract/event-types.ts'
import type { Embedder } from '../../platform/embedding/embedder.ts'
import { createLiveData } from '../../features/live-data/live-data.ts'
import { summarizeMetrics } from '../../features/metrics/summary.ts'
import { createNotifications, type Notifications } from '../../features/notifications/notifications.ts'
import { Timers } from '../../features/timers/timers.ts'
import { createPushPart } from './push-part.ts'
import { createPlugins } from '../../features/plugins/plugins.ts'
import { Store } from '../../features/store/store.ts'
import { createTelemetry } from '../../features/telemetry/telemetry.ts'
import { OutsideFiles } from '../../features/tools/outside-files.ts'
import { rankTools } from '../../features/tools/rank-tools.ts'
import { createToolRunner } from '../../features/tools/tool-runner.ts'
import type { AutomationPort } from '../../features/workflows/wizard/ask-question.ts'
import { createPlanner } from '../../features/workflows/planning/planner.ts'
import { Wizard } from '../../features/workflows/wizard/wizard.ts'
import { createWorkflows, type Workflows } from '../../features/workflows/workflows.ts'
import { createMetricsSampler } from '../../platform/metrics/sampler.ts'
import { guardedFetch } from '../../platform/network/guarded-fetch.ts'
import { liveDataRegistry } from '../../widgets/registry.ts'
import { createApprovalsPart } from './approvals-part.ts'
import { builtInTools } from './built-in-tools.ts'
import { createCalendarPart } from './calendar-part.ts'
import { createChatPart } from './chat-part.ts'
import { createComputerPart, createDesktopPart } from './desktop-part.ts'
import { createDesktopNotices } from './desktop-notices.ts'
import { createDocumentsPart } from './documents-part.ts'
import type { Infrastructure, ServiceInfrastructure } from '../lifecycle/infrastructure.ts'
import type { OpenShared } from './shared-workflows.ts'
import { toolAudit } from './tool-audit.ts'
import { version } from '../version.ts'
import { createModelsPart } from './models-part.ts'
import type { Services } from './services.ts'
import { createTriggerConnectors } from './trigger-connectors.ts'
import { machineTriggerSources } from './trigger-sources.ts'
import type { AccessTokens } from '../../contract/tool.ts'
import { createAccessTokens } from '../../platform/oauth/access-tokens.ts'
import { surroundingsOf } from '../../platform/files/allowed-folders.ts'
import { Launcher } from '../../platform/sandbox/launcher.ts'
import { createWebhooks, type Webhooks } from '../../features/webhooks/webhooks.ts'

const GRANTS = ['EMAIL_OAUTH'] as const

/** What differs between a process alone and one of several that share the workflows. */
export interface Sharing {
  /** Opens what they share; the service's own database when left out. */
  readonly openShared?: OpenShared | undefined
  /** Whether people call this process. */
  readonly forPeople?: boolean
  /** Used instead of one of its own, and left open. */
  readonly embedder?: Embedder | undefined
}

export function createServices(
  infrastructure: Infrastructure,
  opened: AsyncDisposableStack,
  sharing: Sharing = {},
): Services {
  const sources = createSources(infrastructure, opened, sharing)
  // Workflows run tools, and a tool makes schedules: it asks for them when it is called.
  const tools = createTools(infrastructure, sources, () => building.workflows)
  const findSandbox = () => sources.launcher.state()
  const plugins = createPlugins({ ...infrastructure, ...tools, ...sources, findSandbox })
  opened.defer(() => plugins.close())
  const building: WorkflowParts = createWorkflowParts(infrastructure, { ...tools, ...sources }, sharing)
  opened.defer(() => building.workflows.close())
  const computer = createComputerPart(infrastructure, { ...sources, ...tools }, opened)
  const services = { ...sources, ...tools, ...building, plugins, computer }
  const spoken = {
    ...services,
    ...createChatPart(infrastructure, { ...services, webhooks: () => webhooks }, opened),
  }
  const webhooks = createWebhooksPart(infrastructure, spoken, opened)
  return { ...spoken, webhooks }
}

type Sources = Pick<
  Services,
  | 'store'
  | 'notifications'
  | 'timers'
  | 'push'
  | 'telemetry'
  | 'metrics'
  | 'documents'
  | 'contentIndex'
  | 'calendar'
  | 'desktop'
  | 'launcher'
  | 'embedder'
  | 'liveData'
  | 'models'
  | 'modelUsage'
>

/** What tools, workflows and chat draw on. */
function createSources(
  infrastructure: Infrastructure,
  opened: AsyncDisposableStack,
  sharing: Sharing,
): Sources {
  const { database, now, log, bus, settings } = infrastructure
  const store = new Store({
    database,
    now,
    onChange: (change) => bus.publish(storeChanged, change),
  })
  const launcher = createLauncher(infrastructure)
  const desktop = createDesktopPart(infrastructure, launcher, opened)
  const { notifications, push } = createNotificationSource(infrastructure, opened)
  const timers = createTimersPart(infrastructure, notifications, opened)
  const telemetry = createTelemetry({ database, now, log, redact: infrastructure.scrubber.scrub })
  opened.defer(() => telemetry.close())
  const metrics = createMetricsSampler({
    now,
    platform: process.platform,
    log,
    publish: (sample) => bus.publish(metricsSampled, summarizeMetrics(sample)),
  })
  opened.defer(() => metrics.stop())
  const calendar = createCalendarPart(infrastructure, opened)
  const liveData = createLiveData({
    database,
    settings,
    now,
    log,
    version,
    registry: liveDataRegistry,
    publish: ({ provider, status, message }) =>
      bus.publish(providerHealth, { provider, status, ...(message !== null && { message }) }),
  })
  opened.defer(() => liveData.close())
  return {
    store,
    notifications,
    timers,
    push,
    telemetry,
    metrics,
    ...createDocumentsPart(infrastructure, { metrics, given: sharing.embedder }, opened),
    calendar,
    desktop,
    launcher,
    liveData,
    ...createModelsPart(infrastructure, opened),
  }
}

/** Notifications, which the desktop and other devices show too when the user wants that. */
function createNotificationSource(
  infrastructure: Infrastructure,
  opened: AsyncDisposableStack,
): Pick<Services, 'notifications' | 'push'> {
  const { database, now, log, bus, settings } = infrastructure
  const notices = createDesktopNotices({
    settings,
    log,
    platform: process.platform,
    environment: process.env,
  })
  opened.defer(() => notices.close())
  const notifications = createNotifications({
    database,
    now,
    onRaised: (notification) => {
      const { id, title, message, level, type, created_at } = notification
      bus.publish(notificationRaised, { id, title, message, level, about: type, created_at })
      notices.show({ title, message, level })
      push.raised(notification)
    },
    onRead: (ids) => {
      bus.publish(notificationRead, { ids: [...ids] })
      push.read(ids)
    },
    retention: { count: settings.get('NOTIFICATION_KEEP'), days: settings.get('NOTIFICATION_DAYS') },
  })
  const push = createPushPart(infrastructure, notifications, opened)
  return { notifications, push }
}

/** Timers, which every open page hears of. */
function createTimersPart(
  { database, now, log, bus }: Infrastructure,
  notifications: Notifications,
  opened: AsyncDisposableStack,
): Timers {
  const timers = new Timers({
    database,
    notifications,
    now,
    log,
    onChanged: ({ timer_id, status, label, ends_at, sound }) =>
      bus.publish(timerChanged, {
        timer_id,
        status,
        sound,
        ...(label !== null && { label }),
        ...(ends_at !== null && { ends_at }),
      }),
    onRemoved: (timer_id) => bus.publish(timerRemoved, { timer_id }),
  })
  opened.defer(() => timers.close())
  return timers
}

/** What can be looked at for something that happens. */
type TriggerParts = Pick<Services, 'store' | 'metrics' | 'calendar'> & { readonly accessTokens: AccessTokens }

type WorkflowParts = Pick<Services, 'workflows' | 'planner' | 'wizard'>

/** Workflows, and what makes them of words. */
function createWorkflowParts(
  infrastructure: Infrastructure,
  deps: Pick<Services, 'catalog' | 'approvals' | 'runner' | 'notifications' | 'models'> & TriggerParts,
  { openShared, forPeople = true }: Sharing,
): WorkflowParts {
  const { catalog, models } = deps
  const planner = createPlanner({ catalog, models, rank: rankTools })
  const workflows = createWorkflows({
    ...infrastructure,
    ...deps,
    publish: infrastructure.bus.publish,
    redact: infrastructure.scrubber.scrub,
    plan: planner.planUnattended,
    forPeople,
    triggerSources: (engine) => ({
      ...machineTriggerSources({ infrastructure, services: { ...deps, workflows: { engine } } }),
      ...createTriggerConnectors(infrastructure, deps),
    }),
    automationSecrets: { store: infrastructure.secrets, hide: infrastructure.scrubber.add },
    ...(openShared && { openBackend: openShared(catalog) }),
  })
  const automations: AutomationPort = {
    create: ({ name, triggers, steps }) =>
      workflows.automations.create(
        { name, triggers: [...triggers], steps: [...steps] },
        planner.provenance(),
      ),
  }
  const wizard = new Wizard({ ...infrastructure, catalog, models, rank: rankTools, workflows, automations })
  return { workflows, planner, wizard }
}

function createTools(infrastructure: Infrastructure, sources: Sources, workflows: () => Workflows) {
  const fetch = guardedFetch({ allowedTargets: () => infrastructure.settings.get('ALLOWED_PRIVATE_TARGETS') })
  const { now, log, bus, settings, audit } = infrastructure
  const catalog = builtInTools(infrastructure, sources, workflows)
  const { approvals, allowances } = createApprovalsPart(infrastructure, sources.notifications)
  const accessTokens = createAccessTokensPart(infrastructure)
  const runner = createToolRunner({
    catalog,
    approvals,
    allowances,
    audit: toolAudit(audit, log),
    approvalMode: () => settings.get('APPROVAL_MODE'),
    context: {
      log,
      now,
      home: infrastructure.home,
      dataFolder: infrastructure.folder.root,
      fetch,
      setting: (name) => settings.get(name),
      accessTokens,
      origins: new OutsideFiles(infrastructure),
    },
    log,
    onProgress: (progress) => bus.publish(toolProgress, progress),
    onCalled: (called) => bus.publish(toolCalled, called),
  })
  return { catalog, approvals, allowances, runner, fetch, accessTokens }
}

function createAccessTokensPart({ secrets, scrubber, settings, now, log }: Infrastructure): AccessTokens {
  const tokens = createAccessTokens({ secrets, hide: scrubber.add, now })
  settings.onChange((names) => {
    for (const grant of GRANTS) {
      if (!names.includes(`${grant}_REFRESH_TOKEN`)) continue
      tokens
        .forget(grant)
        .catch((error: unknown) => log.error({ err: error }, "An old token couldn't be removed."))
    }
  })
  return tokens
}

/** Starts every program that a tool wants, with the folders and addresses that tools may use too. */
function createLauncher(infrastructure: Infrastructure): Launcher {
  const { home, folder, environment, settings } = infrastructure
  return new Launcher({
    home,
    dataFolder: folder.root,
    environment,
    workspace: async () => {
      const caller = { home, dataFolder: folder.root, setting: (name: string) => settings.get(name) }
      return (await surroundingsOf(caller)).allowed
    },
    guard: {
      allowedTargets: () => settings.get('ALLOWED_PRIVATE_TARGETS'),
      ownPorts: () => portsOf(infrastructure),
    },
  })
}

/** A process that nobody calls has none. */
function portsOf(infrastructure: Infrastructure | ServiceInfrastructure): number[] {
  return 'listeners' in infrastructure ? [infrastructure.listeners.address.port] : []
}

function createWebhooksPart(
  infrastructure: Infrastructure,
  { chat, liveData }: Pick<Services, 'chat' | 'liveData'>,
  opened: AsyncDisposableStack,
): Webhooks {
  const webhooks = createWebhooks({
    ...infrastructure,
    chat,
    describe: async (components) => {
      const { describeForChat } = await import('./live-answers.ts')
      return describeForChat(components, { ...infrastructure, ...liveData })
    },
  })
  opened.defer(() => webhooks.close())
  return webhooks
}
