import {
  metricsSampled,
  providerHealth,
  storeChanged,
  toolCalled,
  toolProgress,
} from '../../contract/event-types.ts'
import {
  notificationRaised,
  notificationRead,
  timerChanged,
  timerRemoved,
} from '../../contract/notice-events.ts'
import { createLiveData } from '../../features/live-data/live-data.ts'
import { summarizeMetrics } from '../../features/metrics/summary.ts'
import { Delivery } from '../../features/notifications/delivery.ts'
import { DigestWatch } from '../../features/notifications/digest.ts'
import { createNotifications, type Notifications } from '../../features/notifications/notifications.ts'
import { Timers } from '../../features/timers/timers.ts'
import { createNtfyPart, createPushPart } from './push-part.ts'
import { createPlugins } from '../../features/plugins/plugins.ts'
import { Store } from '../../features/store/store.ts'
import { createTelemetry } from '../../features/telemetry/telemetry.ts'
import { OutsideFiles } from '../../features/tools/outside-files.ts'
import { createToolRunner } from '../../features/tools/tool-runner.ts'
import type { Workflows } from '../../features/workflows/workflows.ts'
import { createMetricsSampler } from '../../platform/metrics/sampler.ts'
import { guardedFetch } from '../../platform/network/guarded-fetch.ts'
import { liveDataRegistry } from '../../widgets/registry.ts'
import { createApprovalsPart } from './approvals-part.ts'
import { builtInTools } from './built-in-tools.ts'
import { createCalendarPart } from './calendar-part.ts'
import { createChannelsPart, tellingChats } from './channels-part.ts'
import { createChatPart } from './chat-part.ts'
import { createComputerPart, createDesktopPart } from './desktop-part.ts'
import { DesktopNotices } from './desktop-notices.ts'
import { createWorkflowParts, type WorkflowParts } from './workflow-part.ts'
import { createDocumentsPart } from './documents-part.ts'
import { createLauncher } from './launcher-part.ts'
import type { Infrastructure } from '../lifecycle/infrastructure.ts'
import type { Sharing } from './sharing.ts'
import { toolAudit } from './tool-audit.ts'
import { version } from '../version.ts'
import { createModelsPart } from './models-part.ts'
import { createSkillsPart } from './skills-part.ts'
import type { Services } from './services.ts'
import { REMINDERS_KEY } from './reminder-list.ts'
import { createReminderClock, settleReminders } from './reminders-part.ts'
import { createConnectorsPart } from './connectors-part.ts'
import type { AccessTokens } from '../../contract/tool.ts'
import { createMcpDesk } from './mcp-desk.ts'
import { MailSignIn } from '../../features/connectors/mail-sign-in.ts'
import { createAccessTokens } from '../../platform/oauth/access-tokens.ts'
import { createWebhooks, type Webhooks } from '../../features/webhooks/webhooks.ts'

const GRANTS = ['EMAIL_OAUTH'] as const

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
  const desk = createComputerPart(infrastructure, { ...sources, ...tools }, opened)
  const connectors = createConnectorsPart(infrastructure, { ...sources, ...tools })
  const mailSignIn = new MailSignIn({ ...infrastructure, hide: infrastructure.scrubber.add })
  opened.defer(() => void mailSignIn.cancel())
  const services = { ...sources, ...tools, ...building, ...desk, plugins, connectors, mailSignIn }
  const spoken = {
    ...services,
    ...createChatPart(infrastructure, { ...services, chats: () => tellingChats(asking) }, opened),
  }
  const asking: Pick<Services, 'webhooks' | 'channels'> = {
    webhooks: createWebhooksPart(infrastructure, spoken, opened),
    channels: createChannelsPart(infrastructure, spoken, opened),
  }
  return { ...spoken, ...asking }
}

type Sources = Pick<
  Services,
  | 'store'
  | 'notifications'
  | 'digest'
  | 'reminderClock'
  | 'desktopNotices'
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
  | 'skills'
>

/** What tools, workflows and chat draw on. */
function createSources(
  infrastructure: Infrastructure,
  opened: AsyncDisposableStack,
  sharing: Sharing,
): Sources {
  const { database, now, log, bus, settings } = infrastructure
  const store: Store = new Store({
    database,
    now,
    onChange: (change) => {
      bus.publish(storeChanged, change)
      if (change.key !== REMINDERS_KEY) return
      settleReminders(infrastructure, { store, notifications })
      reminderClock.changed()
    },
  })
  const launcher = createLauncher(infrastructure)
  const desktop = createDesktopPart(infrastructure, launcher, opened)
  const { notifications, push, ...notices } = createNotificationSource(infrastructure, opened)
  const reminderClock = createReminderClock(infrastructure, { store, notifications }, opened)
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
    ...notices,
    reminderClock,
    timers,
    push,
    telemetry,
    metrics,
    ...createDocumentsPart(infrastructure, { metrics, given: sharing.embedder }, opened),
    calendar,
    desktop,
    launcher,
    liveData,
    skills: createSkillsPart(infrastructure, notifications, opened),
    ...createModelsPart(infrastructure, opened),
  }
}

/** Notifications, which the desktop and other devices show too when the user wants that. */
function createNotificationSource(
  infrastructure: Infrastructure,
  opened: AsyncDisposableStack,
): Pick<Sources, 'notifications' | 'digest' | 'desktopNotices' | 'push'> {
  const { database, now, log, bus, settings } = infrastructure
  const desktopNotices = new DesktopNotices({
    settings,
    log,
    platform: process.platform,
    environment: process.env,
  })
  opened.defer(() => desktopNotices.close())
  const ntfy = createNtfyPart(infrastructure, opened)
  const notifications: Notifications = createNotifications({
    database,
    now,
    delivery: new Delivery(settings),
    onRaised: (notification) => {
      const { id, title, message, level, type, created_at, actions, sound } = notification
      const quiet = !notifications.shouldDeliver(notification, now())
      const { subject } = notifications.find(id)
      const told = { id, title, message, level, about: type, created_at, actions, sound, quiet }
      bus.publish(notificationRaised, {
        ...told,
        ...(subject?.kind === 'confirmation' && { confirmation_id: subject.id }),
      })
      if (!quiet) desktopNotices.show(notification)
      if (!quiet) ntfy.tell(notification)
      push.raised(notification)
    },
    onRead: (ids) => {
      bus.publish(notificationRead, { ids: [...ids] })
      desktopNotices.withdraw(ids)
      push.read(ids)
    },
    retention: { count: settings.get('NOTIFICATION_KEEP'), days: settings.get('NOTIFICATION_DAYS') },
  })
  const digest = new DigestWatch({ tellHeld: () => notifications.tellHeld(), log })
  opened.defer(() => digest.close())
  const push = createPushPart(infrastructure, notifications, opened)
  return { notifications, digest, desktopNotices, push }
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
    onChanged: (timer) => bus.publish(timerChanged, timer),
    onRemoved: (timer_id) => bus.publish(timerRemoved, { timer_id }),
  })
  opened.defer(() => timers.close())
  return timers
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
    secrets: {
      holds: (text) => infrastructure.scrubber.scrub(text) !== text,
      hide: infrastructure.scrubber.add,
    },
    onProgress: (progress) => bus.publish(toolProgress, progress),
    onCalled: (called) => bus.publish(toolCalled, called),
  })
  const desk = createMcpDesk(infrastructure, approvals)
  return { catalog, approvals, ...desk, allowances, runner, fetch, accessTokens }
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

function createWebhooksPart(
  infrastructure: Infrastructure,
  { chat, liveData, approvals }: Pick<Services, 'chat' | 'liveData' | 'approvals'>,
  opened: AsyncDisposableStack,
): Webhooks {
  const webhooks = createWebhooks({
    ...infrastructure,
    chat,
    approvals,
    describe: async (components) => {
      const { describeForChat } = await import('./live-answers.ts')
      return describeForChat(components, { ...infrastructure, ...liveData })
    },
  })
  opened.defer(() => webhooks.close())
  return webhooks
}
