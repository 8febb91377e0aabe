import { AppError } from '../../contract/errors.ts'
import { ConnectionTaints } from '../../features/mcp/connection-taints.ts'
import { McpApps } from '../../features/mcp/mcp-apps/mcp-apps.ts'
import { McpServers } from '../../features/mcp/client/mcp-servers.ts'
import type { AutomationShelf } from '../../features/mcp/prompts.ts'
import type { WorkflowShelf } from '../../features/mcp/resources.ts'
import type { ToolServerDeps } from '../../features/mcp/tool-server.ts'
import { createPluginRecords } from '../../features/plugins/plugin-records.ts'
import { readRecord, summaryOfRow } from '../../features/workflows/engine/records.ts'
import { findWorkflow, selectWorkflows } from '../../features/workflows/engine/workflow-rows.ts'
import type { Workflows } from '../../features/workflows/workflows.ts'
import { AppFrames } from '../http/app-frames.ts'
import { guardedFetch } from '../../platform/network/guarded-fetch.ts'
import type { Infrastructure, ServiceInfrastructure } from '../lifecycle/infrastructure.ts'
import { localAddressOf } from '../lifecycle/own-address.ts'
import { version } from '../version.ts'
import type { Features } from './features.ts'
import { createApps } from './answer-app-part.ts'
import { sharedSkills, skillPrompts } from './skills-part.ts'
import type { Services } from './services.ts'

/** What clients of MCP may list, call and read: the same parts that answer over HTTP. */
export function mcpTools(
  infrastructure: Infrastructure,
  services: Services,
  features: Features,
): ToolServerDeps {
  const { bus: events } = infrastructure
  const { catalog, runner, approvals, store, workflows } = services
  const taints = new ConnectionTaints()
  return {
    apps: createApps(infrastructure, services, { features, taints }),
    catalog,
    runner,
    approvals,
    taints,
    store,
    workflows: shelfOf(workflows),
    automations: automationShelf(workflows),
    skills: skillPrompts(services.skills),
    sharedSkills: sharedSkills(services.skills),
    events,
    version,
  }
}

const ANSWER_MS = 10 * 60_000
const ANSWER_BYTES = 8 * 1024 * 1024
/** What issuers answer is small, and a person waits for it. */
const ISSUER_MS = 20_000
const ISSUER_BYTES = 256 * 1024

export interface McpPart {
  readonly mcpServers: McpServers
  readonly mcpApps: McpApps
  readonly appFrames: AppFrames
}

/** The servers of other people that the settings name, and their apps. */
export function createMcpPart(
  infrastructure: ServiceInfrastructure,
  services: Services,
  opened: AsyncDisposableStack,
): McpPart {
  const { settings, log, listeners } = infrastructure
  const { runner, taints, appCalls: calls, appQuestions: questions } = services
  const { port } = listeners.address
  const appFrames = new AppFrames({
    find: (hash) => mcpServers.pagesWith(hash),
    // Browsers take no address in brackets here: whoever comes by ::1 gets the frame of the service itself.
    ancestors: () => [
      `http://127.0.0.1:${port}`,
      `http://localhost:${port}`,
      ...settings.get('ALLOWED_ORIGINS').filter((origin) => /^https?:\/\/[\w.-]+(?::\d+)?$/.test(origin)),
    ],
    log,
  })
  opened.defer(() => appFrames.close())
  const onApps = () => appFrames.begin()
  const mcpServers = createMcpServers(infrastructure, services, { opened, onApps })
  const mcpApps = new McpApps({ servers: mcpServers, calls, questions, runner, taints })
  return { mcpServers, mcpApps, appFrames }
}

/** They are started last: their code is a stranger's. */
function createMcpServers(
  infrastructure: ServiceInfrastructure,
  services: Services,
  { opened, onApps }: { opened: AsyncDisposableStack; onApps: () => void },
): McpServers {
  const { settings, database, now, log, home, secrets, scrubber } = infrastructure
  const { catalog, runner, approvals, launcher, appCalls, serverQuestions: questions } = services
  const allowedTargets = () => settings.get('ALLOWED_PRIVATE_TARGETS')
  const servers = new McpServers({
    settings,
    catalog,
    runner,
    approvals,
    questions,
    appCalls,
    onApps,
    records: createPluginRecords(database, now),
    skills: services.skills.served,
    fetch: guardedFetch({ allowedTargets, totalMs: ANSWER_MS, maxBytes: ANSWER_BYTES }),
    signInFetch: guardedFetch({ allowedTargets, totalMs: ISSUER_MS, maxBytes: ISSUER_BYTES }),
    secrets,
    hide: scrubber.add,
    ownAddress: () => localAddressOf(infrastructure),
    metadataUrl: () => settings.get('MCP_CLIENT_METADATA_URL'),
    onSignIn: (told) =>
      void tellSignIn(told, services.notifications).catch((error: unknown) =>
        log.error({ err: error }, "Couldn't tell that a sign-in is needed."),
      ),
    home,
    dataFolder: infrastructure.folder.root,
    launcher,
    version,
    now,
    log,
  })
  opened.defer(() => servers.close())
  return servers
}

/** One notice for each server, until somebody has signed in. */
async function tellSignIn(
  { server, needed }: { server: string; needed: string | null },
  notifications: Services['notifications'],
): Promise<void> {
  const dedupe_key = `mcp_sign_in:${server}`
  if (needed === null) return notifications.settle(dedupe_key)
  await notifications.raise({
    type: 'mcp_sign_in',
    level: 'warning',
    title: `Sign in to ${server}`,
    message: needed,
    action: { kind: 'open', page: 'settings', item: 'MCP_SERVERS' },
    dedupe_key,
  })
}

function shelfOf({ engine }: Workflows): WorkflowShelf {
  return {
    async list({ limit, cursor }) {
      const before = cursor === undefined ? undefined : Number(cursor) || 0
      const rows = await engine.backend.read(selectWorkflows({ before, limit: limit + 1 }))
      const shown = rows.slice(0, limit)
      const next_cursor = rows.length > limit ? String(shown.at(-1)!.number) : null
      return { workflows: shown.map(summaryOfRow), next_cursor }
    },
    read: (id) => engine.backend.read(recordNamed(id)),
  }
}

function* recordNamed(id: string) {
  const row = yield* findWorkflow(id)
  return row && (yield* readRecord(row))
}

/** More than anybody can choose from in a list of prompts. */
const MAX_AUTOMATIONS = 100

function automationShelf({ automations }: Workflows): AutomationShelf {
  return {
    async list() {
      const listed = (await automations.list()).slice(0, MAX_AUTOMATIONS)
      // One that is deleted in between is left out.
      const read = ({ automation_id }: (typeof listed)[number]) =>
        automations.read(automation_id).catch((error: unknown) => {
          if (error instanceof AppError) return []
          throw error
        })
      return (await Promise.all(listed.map(read))).flat()
    },
  }
}
