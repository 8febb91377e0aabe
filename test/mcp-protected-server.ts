import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { toNodeHandler, type NodeIncomingMessageLike } from '@modelcontextprotocol/node'
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server'
import type { Issuer } from './mcp-issuer.ts'

export interface ProtectedServer extends AsyncDisposable {
  readonly url: string
  readonly host: string
  /** What requests for its tools were authorized with. */
  readonly tokens: readonly string[]
  /** What it says or does instead of what it should. */
  readonly lies: { resource?: string; issuers?: readonly string[]; redirect?: string }
}

/** An MCP server that takes the tokens of an issuer, and for one of its tools only those with the right `admin`. */
export async function startProtectedServer(issuer: Issuer): Promise<ProtectedServer> {
  const tokens: string[] = []
  const lies: { resource?: string; issuers?: readonly string[]; redirect?: string } = {}
  const handler = toNodeHandler(
    createMcpHandler(() => {
      const server = new McpServer({ name: 'protected', version: '1.0.0' })
      for (const name of ['greet', 'erase'])
        server.registerTool(name, { description: name }, () => ({
          content: [{ type: 'text', text: `${name} done` }],
        }))
      return server
    }),
  )
  const origin = () => `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  const page = () => `${origin()}/.well-known/oauth-protected-resource/mcp`
  const refuse = (response: ServerResponse, status: number, error: string) =>
    response
      .writeHead(status, { 'www-authenticate': `Bearer ${error}, resource_metadata="${page()}"` })
      .end('{}')
  const documents = () => ({
    resource: lies.resource ?? `${origin()}/mcp`,
    authorization_servers: lies.issuers ?? [issuer.url],
  })
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request)
    if (request.url?.startsWith('/.well-known/oauth-protected-resource'))
      return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(documents()))
    if (lies.redirect !== undefined) return response.writeHead(307, { location: lies.redirect }).end()
    const token = tokenOf(request)
    const scope = issuer.scopeOf(token, `${origin()}/mcp`)
    if (scope === undefined) return refuse(response, 401, 'scope="tools"')
    tokens.push(token)
    if (erases(body) && !scope.split(' ').includes('admin'))
      return refuse(response, 403, 'error="insufficient_scope", scope="admin"')
    const parsed: unknown = body === '' ? undefined : JSON.parse(body)
    return handler(request as NodeIncomingMessageLike, response, parsed)
  }
  const http = createServer((request, response) => void serve(request, response))
  await once(http.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `${origin()}/mcp`,
    host: new URL(origin()).host,
    tokens,
    lies,
    async [Symbol.asyncDispose]() {
      http.closeAllConnections()
      http.close()
      await once(http, 'close')
    },
  }
}

function tokenOf({ headers }: IncomingMessage): string {
  return /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? ''
}

function erases(body: string): boolean {
  return body.includes('tools/call') && body.includes('"erase"')
}
