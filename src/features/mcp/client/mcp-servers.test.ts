import { expect, test } from 'vitest'
import { silentLog } from '../../../contract/log.ts'
import { ToolCatalog } from '../../tools/tool-catalog.ts'
import { McpServers, type McpServersDeps } from './mcp-servers.ts'
import type { ServerConfig } from './server-config.ts'

test('what the settings name while everything ends is not begun any more', async () => {
  let servers: Record<string, ServerConfig> = { first: { url: 'https://first.host.test/mcp' } }
  let onChange: (names: string[]) => void = () => {}
  const asked: unknown[] = []
  const deps = {
    settings: {
      get: () => servers,
      onChange: (listener: typeof onChange) => {
        onChange = listener
        return () => {}
      },
    },
    catalog: new ToolCatalog({ builtIn: [], edition: 'linux' }),
    runner: { run: async ({ args }: { args: unknown }) => void asked.push(args) },
    approvals: { listOpen: () => [] },
    records: { find: () => undefined },
    skills: { disconnected: () => {} },
    questions: { recover: async () => {} },
    onSignIn: () => {},
    log: silentLog,
  } as object as McpServersDeps
  const mcpServers = new McpServers(deps)
  await mcpServers.start()
  expect(asked).toMatchObject([{ server: 'first' }])
  servers = { second: { url: 'https://second.host.test/mcp' } }
  onChange(['MCP_SERVERS'])
  await mcpServers.close()
  expect(asked).toHaveLength(1)
})
