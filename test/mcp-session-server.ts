import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { toNodeHandler, type NodeIncomingMessageLike } from '@modelcontextprotocol/node'
import { McpServer, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server'

export interface SessionServer extends AsyncDisposable {
  readonly url: string
  /** As if it had been started anew: no session is known any more. */
  forget(): void
}

/** An MCP server of the 2025 revisions that keeps sessions, as most of those on the network still do. */
export async function startSessionServer({
  unknown = 404,
  port = 0,
}: {
  /** How it answers a session that it does not know. */
  readonly unknown?: number
  readonly port?: number
} = {}): Promise<SessionServer> {
  const sessions = new Map<string, WebStandardStreamableHTTPServerTransport>()
  const open = async () => {
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void sessions.set(id, transport),
    })
    const server = new McpServer({ name: 'sessions', version: '1.0.0' })
    server.registerTool('ping', { description: 'Answers.' }, () => ({
      content: [{ type: 'text', text: 'pong' }],
    }))
    await server.connect(transport)
    return transport
  }
  const handle = toNodeHandler({
    async fetch(request: Request) {
      const id = request.headers.get('mcp-session-id')
      const transport = id === null ? await open() : sessions.get(id)
      return transport?.handleRequest(request) ?? new Response('Session not found', { status: unknown })
    },
  })
  const http = createServer((request, response) => void handle(request as NodeIncomingMessageLike, response))
  await once(http.listen(port, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`,
    forget: () => sessions.clear(),
    async [Symbol.asyncDispose]() {
      http.closeAllConnections()
      http.close()
      await once(http, 'close')
    },
  }
}
