import type * as Sdk from '@modelcontextprotocol/server'

/**
 * Whether the client of a request can put a form to its user. Newer clients say with each request what they can, older
 * ones once; an empty capability means forms.
 */
export function elicitsForms(server: Sdk.Server, { mcpReq }: Sdk.ServerContext, sdk: typeof Sdk): boolean {
  const envelope = mcpReq.envelope as Readonly<Record<string, unknown>> | undefined
  const said = envelope?.[sdk.CLIENT_CAPABILITIES_META_KEY] as Sdk.ClientCapabilities | undefined
  const { elicitation } = said ?? server.getClientCapabilities() ?? {}
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined)
}
