import type * as Sdk from '@modelcontextprotocol/server'
import { clientCapabilities } from './client-capabilities.ts'

/** Whether the client of a request can put a form to its user. An empty capability means forms. */
export function elicitsForms(server: Sdk.Server, context: Sdk.ServerContext, sdk: typeof Sdk): boolean {
  const { elicitation } = clientCapabilities(server, context, sdk)
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined)
}
