import type { Chat } from '../../features/chat/chat.ts'
import type { FindFacts } from '../../features/chat/memory/memory-handlers.ts'
import type { MemoryStore } from '../../features/chat/memory/memory.ts'
import type { Taints } from '../../features/chat/model/taint.ts'
import type { Turns } from '../../features/chat/router/follow-ups/turns.ts'
import type { PartHealth } from '../../features/health/handlers.ts'
import type { LazyDesktop } from '../../platform/desktop/lazy-desktop.ts'
import type { Launcher } from '../../platform/sandbox/launcher.ts'
import type { AppCalls } from '../../features/mcp/mcp-apps/app-calls.ts'
import type { AppQuestions } from '../../features/mcp/mcp-apps/app-questions.ts'
import type { ServerQuestions } from '../../features/mcp/client/questions/server-questions.ts'
import type { Models } from '../../features/models/models.ts'
import type { UsageLog } from '../../features/models/usage-log.ts'
import type { Calendar } from '../../features/calendar/calendar.ts'
import type { Channels } from '../../features/channels/channels.ts'
import type { Connectors } from '../../features/connectors/connectors.ts'
import type { MailSignIn } from '../../features/connectors/mail-sign-in.ts'
import type { Embedder } from '../../platform/embedding/embedder.ts'
import type { Computer } from '../../features/computer/computer.ts'
import type { Recordings } from '../../features/computer/recording/recordings.ts'
import type { ContentIndex } from '../../features/content-index/content-index.ts'
import type { Documents } from '../../features/documents/documents.ts'
import type { LiveData } from '../../features/live-data/live-data.ts'
import type { ReminderClock } from '../../features/monitor/reminder-clock.ts'
import type { DigestWatch } from '../../features/notifications/digest.ts'
import type { Notifications } from '../../features/notifications/notifications.ts'
import type { Plugins } from '../../features/plugins/plugins.ts'
import type { Push } from '../../features/push/push.ts'
import type { Skills } from '../../features/skills/skills.ts'
import type { Store } from '../../features/store/store.ts'
import type { RenderTelemetry } from '../../features/telemetry/telemetry.ts'
import type { Timers } from '../../features/timers/timers.ts'
import type { Allowances } from '../../features/tools/allowances.ts'
import type { Approvals } from '../../features/tools/approvals.ts'
import type { ToolCatalog } from '../../features/tools/tool-catalog.ts'
import type { ToolRunner } from '../../features/tools/tool-runner.ts'
import type { Planner } from '../../features/workflows/planning/planner.ts'
import type { Webhooks } from '../../features/webhooks/webhooks.ts'
import type { Wizard } from '../../features/workflows/wizard/wizard.ts'
import type { Workflows } from '../../features/workflows/workflows.ts'
import type { DesktopNotices } from './desktop-notices.ts'
import type { MetricsSampler } from '../../platform/metrics/sampler.ts'

/** The working parts of the service, wired to the ground and to each other. */
export interface Services extends ChatPart, ModelsPart {
  readonly store: Store
  readonly notifications: Notifications
  /** Tells together what could not be told in time. */
  readonly digest: DigestWatch
  readonly reminderClock: ReminderClock
  readonly desktopNotices: DesktopNotices
  readonly timers: Timers
  /** Tells browsers while no page is open. */
  readonly push: Push
  readonly telemetry: RenderTelemetry
  readonly metrics: MetricsSampler
  readonly catalog: ToolCatalog
  readonly approvals: Approvals
  readonly serverQuestions: ServerQuestions
  /** What apps of MCP servers show, and what they ask for. */
  readonly appCalls: AppCalls
  readonly appQuestions: AppQuestions
  /** What is allowed without asking again. */
  readonly allowances: Allowances
  readonly runner: ToolRunner
  readonly documents: Documents
  readonly contentIndex: ContentIndex
  readonly calendar: Calendar
  readonly connectors: Connectors
  readonly mailSignIn: MailSignIn
  /** The screen, mouse and keyboard of this machine, opened when they are wanted. */
  readonly desktop: DesktopPart
  readonly launcher: Launcher
  readonly computer: Computer
  readonly recordings: Recordings
  /** The meaning of texts, loaded when it is wanted. */
  readonly embedder: Embedder
  readonly plugins: Plugins
  /** Instructions for models that the user has enabled. */
  readonly skills: Skills
  readonly liveData: LiveData
  readonly workflows: Workflows
  readonly planner: Planner
  readonly wizard: Wizard
  readonly webhooks: Webhooks
  /** Chats that are reached by dialing out. */
  readonly channels: Channels
}

export interface ModelsPart {
  readonly models: Models
  readonly modelUsage: UsageLog
}

export interface DesktopPart extends LazyDesktop {
  readonly isTurnedOn: () => boolean
  readonly launcher: Launcher
  /** Opens it where it is cheap, so that keys which a killed process has left pressed are let go. */
  start(): void
  health(): PartHealth
}

export interface ChatPart {
  readonly chat: Chat
  readonly memory: MemoryStore
  readonly findFacts: FindFacts
  /** What the conversations have read. */
  readonly taints: Taints
  /** What the router did in the conversations. */
  readonly turns: Turns
}
