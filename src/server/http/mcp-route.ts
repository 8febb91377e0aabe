import type { NodeIncomingMessageLike, NodeMcpRequestHandler } from '@modelcontextprotocol/node'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isPersonal } from '../../contract/endpoint.ts'
import { limits } from '../../contract/limits.ts'
import { changesFor } from '../../features/mcp/changes.ts'
import { callerAsAuthorization, toolServers, type ToolServerDeps } from '../../features/mcp/tool-server.ts'
import { joinSignals } from '../../platform/processes/joined-signal.ts'
import { isSessionWithApps, sessionFor } from '../../platform/mcp/apps-extension.ts'
import { CONNECTION_HEADER } from '../../platform/mcp/connection-header.ts'
import { answerHeaders } from './answer-headers.ts'
import { withoutHead } from './head-requests.ts'
import type { MountOptions } from './mount.ts'
import { RequestCall } from './request-call.ts'

const SESSION_HEADER = 'mcp-session-id'

type McpMounting = Pick<MountOptions, 'stopping' | 'tokenChanged' | 'log'>

/** MCP over Streamable HTTP, behind the same checks as every other path. The SDK is loaded by the first request. */
export function mountMcp(app: FastifyInstance, deps: ToolServerDeps, mounting: McpMounting): void {
  let handler: Promise<NodeMcpRequestHandler> | undefined
  app.route({
    method: ['GET', 'POST', 'DELETE'],
    url: '/mcp',
    handler: withoutHead(async (request, reply) => {
      handler ??= loadHandler(deps, mounting)
      await answer(await handler, { request, reply }, mounting)
    }),
  })
}

async function loadHandler(deps: ToolServerDeps, { log }: McpMounting): Promise<NodeMcpRequestHandler> {
  const [sdk, { toNodeHandler }] = await Promise.all([
    import('@modelcontextprotocol/server'),
    import('@modelcontextprotocol/node'),
  ])
  const onerror = (error: Error) => log.debug({ err: error }, 'an MCP request failed')
  const handler = sdk.createMcpHandler(toolServers(deps, sdk), {
    onerror,
    bus: changesFor(deps),
    maxSubscriptions: limits.event_streams.value,
  })
  return toNodeHandler(handler, { onerror })
}

async function answer(
  handle: NodeMcpRequestHandler,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { stopping, tokenChanged, log }: McpMounting,
): Promise<void> {
  const { signal, provenance, header } = new RequestCall({ request, reply }, { stopping, log })
  const headers = { ...answerHeaders, ...(reply.getHeaders() as Record<string, string>) }
  reply.hijack()
  for (const [name, value] of Object.entries(headers)) reply.raw.setHeader(name, value)
  // Streams stay open for as long as their reader wants; neither a stop nor a revoked token waits for that.
  const ending = joinSignals([stopping, tokenChanged()])
  ending.signal.addEventListener('abort', () => reply.raw.destroy(), { once: true })
  reply.raw.once('close', () => ending[Symbol.dispose]())
  const isPerson = isPersonal(provenance)
  const session = header(SESSION_HEADER)
  const begun = request.method === 'POST' ? sessionFor(request.body) : undefined
  if (begun !== undefined) reply.raw.setHeader(SESSION_HEADER, begun)
  const showsApps = isSessionWithApps(session)
  const connection = header(CONNECTION_HEADER) ?? (showsApps ? session : undefined)
  const auth = callerAsAuthorization({ signal, isPerson, connection, showsApps })
  const raw = Object.assign(request.raw, { auth }) as NodeIncomingMessageLike
  await handle(raw, reply.raw, request.body)
}
