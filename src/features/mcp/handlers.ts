import { assertPerson } from '../../contract/callers.ts'
import type { Handlers } from '../../contract/endpoint.ts'
import type { McpServers } from './client/mcp-servers.ts'
import type { mcpContract } from './contract.ts'

export function mcpHandlers({ mcpServers }: { mcpServers: McpServers }): Handlers<typeof mcpContract> {
  return {
    list: () => ({ servers: mcpServers.list() }),
    async add({ body }, { provenance }) {
      const replaces = body.replace ?? false
      const notes = await mcpServers.add({ given: body.mcpServers, replaces }, provenance)
      return { notes: [...notes], servers: mcpServers.list() }
    },
    log({ params }, { provenance }) {
      // A server may write what it works with.
      assertPerson(provenance)
      return { lines: [...mcpServers.log(params.server)] }
    },
    restart: ({ params }) => mcpServers.restart(params.server),
    async remove({ params }, { provenance }) {
      await mcpServers.remove(params.server, provenance)
      return { server: params.server, deleted: true as const }
    },
  }
}
