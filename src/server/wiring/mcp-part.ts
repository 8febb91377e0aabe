import { McpApps } from '../../features/mcp/mcp-apps/mcp-apps.ts'
import { McpServers } from '../../features/mcp/client/mcp-servers.ts'
import { createPluginRecords } from '../../features/plugins/plugin-records.ts'
import { AppFrames } from '../http/app-frames.ts'
import { guardedFetch } from '../../platform/network/guarded-fetch.ts'
import type { ServiceInfrastructure } from '../lifecycle/infrastructure.ts'
import { localAddressOf } from '../lifecycle/own-address.ts'
import { version } from '../version.ts'
import type { Services } from './services.ts'

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
