import type * as Sdk from '@modelcontextprotocol/server'

/** What the client of a request can do. Newer clients say it with each request, older ones once. */
export function clientCapabilities(
  server: Sdk.Server,
  { mcpReq }: Sdk.ServerContext,
  sdk: typeof Sdk,
): Sdk.ClientCapabilities {
  const envelope = mcpReq.envelope as Readonly<Record<string, unknown>> | undefined
  const said = envelope?.[sdk.CLIENT_CAPABILITIES_META_KEY] as Sdk.ClientCapabilities | undefined
  return said ?? server.getClientCapabilities() ?? {}
}
