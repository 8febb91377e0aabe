import { backupsContract } from './backups/contract.ts'
import { calendarContract } from './calendar/contract.ts'
import { channelsContract } from './channels/contract.ts'
import { chatContract } from './chat/contract.ts'
import { commandLineContract } from './command-line/contract.ts'
import { connectorsContract } from './connectors/contract.ts'
import { contentIndexContract } from './content-index/contract.ts'
import { dashboardContract } from './dashboard/contract.ts'
import { dataContract } from './data/contract.ts'
import { desktopContract } from './desktop/contract.ts'
import { documentsContract } from './documents/contract.ts'
import { eventsContract } from './events/contract.ts'
import { expressionsContract } from './expressions/contract.ts'
import { healthContract } from './health/contract.ts'
import { jitWidgetsContract } from './jit-widgets/contract.ts'
import { liveDataContract } from './live-data/contract.ts'
import { mcpAppsContract } from './mcp/mcp-apps/contract.ts'
import { mcpContract } from './mcp/contract.ts'
import { metricsContract } from './metrics/contract.ts'
import { modelsContract } from './models/contract.ts'
import { notificationsContract } from './notifications/contract.ts'
import { pluginsContract } from './plugins/contract.ts'
import { projectsContract } from './projects/contract.ts'
import { pushContract } from './push/contract.ts'
import { referenceContract } from './reference/contract.ts'
import { settingsContract } from './settings/contract.ts'
import { skillsContract } from './skills/contract.ts'
import { storeContract } from './store/contract.ts'
import { telemetryContract } from './telemetry/contract.ts'
import { timersContract } from './timers/contract.ts'
import { toolsContract } from './tools/contract.ts'
import { webhooksContract } from './webhooks/contract.ts'
import { automationsContract } from './workflows/automations/contract.ts'
import { workflowsContract } from './workflows/contract.ts'

/** The whole HTTP interface, feature by feature. Only contracts may be imported here: a browser loads this too. */
export const api = {
  health: healthContract,
  chat: chatContract,
  tools: toolsContract,
  plugins: pluginsContract,
  mcp: mcpContract,
  mcp_apps: mcpAppsContract,
  skills: skillsContract,
  workflows: workflowsContract,
  automations: automationsContract,
  expressions: expressionsContract,
  store: storeContract,
  live_data: liveDataContract,
  jit_widgets: jitWidgetsContract,
  metrics: metricsContract,
  desktop: desktopContract,
  models: modelsContract,
  connectors: connectorsContract,
  documents: documentsContract,
  content_index: contentIndexContract,
  projects: projectsContract,
  settings: settingsContract,
  telemetry: telemetryContract,
  notifications: notificationsContract,
  timers: timersContract,
  push: pushContract,
  calendar: calendarContract,
  dashboard: dashboardContract,
  events: eventsContract,
  channels: channelsContract,
  webhooks: webhooksContract,
  command_line: commandLineContract,
  backups: backupsContract,
  data: dataContract,
  reference: referenceContract,
} as const
