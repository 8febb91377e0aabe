import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { toNodeHandler, type NodeIncomingMessageLike } from '@modelcontextprotocol/node'
import {
  createMcpHandler,
  inputRequired,
  McpServer,
  WebStandardStreamableHTTPServerTransport,
  type ElicitRequestParams,
  type ElicitResult,
  type ServerContext,
} from '@modelcontextprotocol/server'

export interface AskingServer extends AsyncDisposable {
  readonly url: string
  /** What it was answered. */
  readonly answers: ElicitResult[]
  /** What its tool `order` asks for. */
  question: ElicitRequestParams
}

/** An MCP server whose tool asks the person something: as the newest revision does, or as the older ones do. */
export async function startAskingServer(
  era: 'modern' | 'legacy',
  question: ElicitRequestParams,
): Promise<AskingServer> {
  const state: { question: ElicitRequestParams; answers: ElicitResult[] } = { question, answers: [] }
  const told = (answer: ElicitResult) => {
    state.answers.push(answer)
    return { content: [{ type: 'text' as const, text: `Answer: ${JSON.stringify(answer)}` }] }
  }
  const server = () => {
    const made = new McpServer({ name: 'asking', version: '1.0.0' })
    made.registerTool('order', { description: 'Orders something.' }, async ({ mcpReq }: ServerContext) => {
      if (era === 'legacy') return told(await mcpReq.elicitInput(state.question))
      const answer = mcpReq.inputResponses?.['what'] as ElicitResult | undefined
      if (answer) return told(answer)
      return inputRequired({
        inputRequests: { what: { method: 'elicitation/create', params: state.question } },
      })
    })
    return made
  }
  const sessions = new Map<string, WebStandardStreamableHTTPServerTransport>()
  const open = async () => {
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void sessions.set(id, transport),
    })
    await server().connect(transport)
    return transport
  }
  const legacy = {
    async fetch(request: Request) {
      const id = request.headers.get('mcp-session-id')
      const transport = id === null ? await open() : sessions.get(id)
      return transport?.handleRequest(request) ?? new Response('', { status: 404 })
    },
  }
  const handle = toNodeHandler(era === 'legacy' ? legacy : createMcpHandler(server))
  const http = createServer((request, response) => void handle(request as NodeIncomingMessageLike, response))
  await once(http.listen(0, '127.0.0.1'), 'listening')
  return Object.assign(state, {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`,
    async [Symbol.asyncDispose]() {
      http.closeAllConnections()
      http.close()
      await once(http, 'close')
    },
  })
}
