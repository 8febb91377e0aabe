import type { Handlers } from '../../../contract/endpoint.ts'
import { membersOf } from './tool-ui.ts'
import type { AppPage } from './app-pages.ts'
import type { mcpAppsContract, ToolResult } from './contract.ts'
import type { McpApps } from './mcp-apps.ts'

/** Where the frame of a page is. */
export interface AppFramesPort {
  /** Undefined where there is no other origin that could show it. */
  readonly addressOf: (server: string, page: AppPage) => Promise<string | undefined>
}

export function mcpAppsHandlers({
  apps,
  frames,
}: {
  apps: McpApps
  frames: AppFramesPort
}): Handlers<typeof mcpAppsContract> {
  return {
    async read({ params: { call_id } }) {
      const { call, page, tool } = apps.open(call_id)
      const { server, resource_uri, title } = call
      const { csp } = page
      return {
        call_id,
        server,
        resource_uri,
        tool: {
          name: call.tool,
          title,
          ...(tool && { description: tool.tool.description }),
          inputSchema: { type: 'object', ...membersOf(tool?.tool.params) },
        },
        arguments: { ...call.args },
        result: call.result as ToolResult,
        html: page.html,
        csp: {
          connectDomains: [...csp.connectDomains],
          resourceDomains: [...csp.resourceDomains],
          frameDomains: [...csp.frameDomains],
          baseUriDomains: [...csp.baseUriDomains],
        },
        permissions: [...page.permissions],
        prefers_border: page.prefersBorder,
        frame: {
          address: (await frames.addressOf(server, page)) ?? null,
          path: `/mcp-app-frame/${page.hash}`,
        },
      }
    },
    async callTool({ params: { call_id }, body }, { signal }) {
      const wanted = { name: body.name, args: body.arguments ?? {} }
      return (await apps.callTool(call_id, wanted, signal)) as ToolResult
    },
    readResource: ({ params: { call_id }, body }, { signal }) => apps.readResource(call_id, body.uri, signal),
    async setContext({ params: { call_id }, body }) {
      await apps.setContext(call_id, body)
      return { call_id }
    },
    log({ params: { call_id }, body }) {
      apps.log(call_id, body)
      return { call_id }
    },
  }
}
