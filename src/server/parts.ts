import {
  confirmationRequested,
  confirmationResolved,
  metricsSampled,
  notificationRaised,
  notificationRead,
  providerHealth,
  storeChanged,
  toolCalled,
  toolProgress,
} from '../contract/event-types.ts'
import { createDocuments, type Documents } from '../features/documents/documents.ts'
import { createLiveData, type LiveData } from '../features/live-data/live-data.ts'
import { summarizeMetrics } from '../features/metrics/summary.ts'
import { createNotifications, type Notifications } from '../features/notifications/notifications.ts'
import { createPlugins, type Plugins } from '../features/plugins/plugins.ts'
import { Store } from '../features/store/store.ts'
import { createTelemetry, type RenderTelemetry } from '../features/telemetry/telemetry.ts'
import { Approvals } from '../features/tools/approvals.ts'
import { ToolCatalog } from '../features/tools/tool-catalog.ts'
import { createToolRunner, type ToolRunner } from '../features/tools/tool-runner.ts'
import { createWorkflows, type Workflows } from '../features/workflows/workflows.ts'
import { createMetricsSampler, type MetricsSampler } from '../platform/metrics/sampler.ts'
import { guardedFetch } from '../platform/network/guarded-fetch.ts'
import { createAnalystTools } from '../plugins/analyst-tools/plugin.ts'
import { createDocumentsPlugin } from '../plugins/documents/plugin.ts'
import { plugins as builtIn } from '../plugins/registry.ts'
import { liveDataRegistry } from '../widgets/registry.ts'
import type { Ground } from './ground.ts'
import { toolAudit } from './tool-audit.ts'
import { version } from './version.ts'

/** The working parts of the service, wired to the ground and to each other. */
export interface Parts {
  readonly store: Store
  readonly notifications: Notifications
  readonly telemetry: RenderTelemetry
  readonly metrics: MetricsSampler
  readonly catalog: ToolCatalog
  readonly approvals: Approvals
  readonly runner: ToolRunner
  readonly documents: Documents
  readonly plugins: Plugins
  readonly liveData: LiveData
  readonly workflows: Workflows
}

export function createParts(ground: Ground, opened: AsyncDisposableStack): Parts {
  const { database, now, log, bus, settings } = ground
  const store = new Store({
    database,
    now,
    onChange: (change) => bus.publish(storeChanged, change),
  })
  const notifications = createNotifications({
    database,
    now,
    onRaised: ({ id, title, message, level, type, created_at }) =>
      bus.publish(notificationRaised, { id, title, message, level, about: type, created_at }),
    onRead: (ids) => bus.publish(notificationRead, { ids: [...ids] }),
    retention: { count: settings.get('NOTIFICATION_KEEP'), days: settings.get('NOTIFICATION_DAYS') },
  })
  const telemetry = createTelemetry({ database, now, log, redact: ground.scrubber.scrub })
  opened.defer(() => telemetry.close())
  const metrics = createMetricsSampler({
    now,
    platform: process.platform,
    log,
    publish: (sample) => bus.publish(metricsSampled, summarizeMetrics(sample)),
  })
  opened.defer(() => metrics.stop())
  const documents = opened.use(
    createDocuments({
      database,
      uploadsFolder: ground.folder.uploads,
      home: ground.home,
      dataFolder: ground.folder.root,
      now,
      log,
    }),
  )
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
  const tools = createTools(ground, { notifications, documents, liveData })
  const plugins = createPlugins({ ...ground, ...tools, store, notifications })
  opened.defer(() => plugins.close())
  const workflows = createWorkflows({
    ...ground,
    ...tools,
    notifications,
    publish: bus.publish,
    redact: ground.scrubber.scrub,
  })
  opened.defer(() => workflows.close())
  return { store, notifications, telemetry, metrics, documents, plugins, liveData, workflows, ...tools }
}

function createTools(
  ground: Ground,
  { notifications, documents, liveData }: Pick<Parts, 'notifications' | 'documents' | 'liveData'>,
) {
  const fetch = guardedFetch({ allowedTargets: () => ground.settings.get('ALLOWED_PRIVATE_TARGETS') })
  const { database, now, log, bus, settings, audit } = ground
  const catalog = new ToolCatalog({
    // These need more than a call brings with it; the last of one name counts.
    builtIn: [...builtIn, createDocumentsPlugin(documents), createAnalystTools(liveData)],
    edition: process.platform === 'darwin' ? 'macos' : 'linux',
  })
  const approvals = new Approvals({
    database,
    now,
    onRequested: (question) => {
      const { confirmation_id, title, message, agent, action, risk, expires_at } = question
      bus.publish(confirmationRequested, { confirmation_id, title, message, agent, action, risk, expires_at })
      // A step that waits is announced by its workflow, which knows why.
      if (question.workflow_id !== undefined) return
      notifications
        .raise({ type: 'approval', level: 'warning', title, message, dedupe_key: confirmation_id })
        .catch((error: unknown) => log.error({ err: error }, 'A question could not be announced.'))
    },
    onResolved: ({ confirmation, approved, act }) => {
      const status = approved ? 'approved' : 'rejected'
      bus.publish(confirmationResolved, { confirmation_id: confirmation.confirmation_id, status })
      const entry = {
        kind: 'approval',
        provenance: 'local-client' as const,
        subject: act.action,
        args: act.args,
      }
      audit
        .append({ ...entry, detail: { confirmation_id: confirmation.confirmation_id, status } })
        .catch((error: unknown) => log.error({ err: error }, 'The audit log could not be written.'))
    },
  })
  const runner = createToolRunner({
    catalog,
    approvals,
    audit: toolAudit(audit, log),
    approvalMode: () => settings.get('APPROVAL_MODE'),
    surroundings: {
      log,
      now,
      home: ground.home,
      dataFolder: ground.folder.root,
      fetch,
      setting: (name) => settings.get(name),
    },
    log,
    onProgress: (progress) => bus.publish(toolProgress, progress),
    onCalled: (called) => bus.publish(toolCalled, called),
  })
  return { catalog, approvals, runner, fetch }
}
