import { randomUUID } from 'node:crypto'
import type * as Sdk from '@modelcontextprotocol/server'
import { clientCapabilities } from './client-capabilities.ts'

/** MCP Apps (SEP-1865): pages that a client shows beside the results of tools. */
export const APPS_EXTENSION = 'io.modelcontextprotocol/ui'
export const APP_TYPE = 'text/html;profile=mcp-app'

/** How either side says that it knows them. */
export const appsCapability = { [APPS_EXTENSION]: { mimeTypes: [APP_TYPE] } }

/** Whether the client of a request says that it shows such pages. */
export function showsApps(server: Sdk.Server, context: Sdk.ServerContext, sdk: typeof Sdk): boolean {
  return hasApps(clientCapabilities(server, context, sdk))
}

function hasApps({ extensions }: Pick<Sdk.ClientCapabilities, 'extensions'>): boolean {
  const { mimeTypes } = (extensions?.[APPS_EXTENSION] ?? {}) as { mimeTypes?: unknown }
  return Array.isArray(mimeTypes) && mimeTypes.includes(APP_TYPE)
}

const SESSION = 'deskhand-apps-'

/**
 * Older clients say only once what they can, and nothing is kept of them between their requests. Those that show pages get a
 * session whose name says so: they send it with each request, also after a restart.
 */
export function sessionFor(body: unknown): string | undefined {
  const { method, params } = (body ?? {}) as {
    method?: unknown
    params?: { capabilities?: Pick<Sdk.ClientCapabilities, 'extensions'> }
  }
  return method === 'initialize' && hasApps(params?.capabilities ?? {}) ? SESSION + randomUUID() : undefined
}

export function isSessionWithApps(session: string | undefined): boolean {
  return session?.startsWith(SESSION) === true
}
