import type { Static } from '../../../contract/type.ts'
import { literals, nullable } from '../../../contract/schema.ts'
import { countOf } from '../../../contract/text/counts.ts'
import { definePlugin, defineTool, type Plugin } from '../../../contract/tool.ts'
import { Type } from '../../../contract/type.ts'
import { serverStatuses, SignInLink } from '../contract.ts'

export const START_SERVER = 'START_MCP_SERVER'
export const SERVERS_AGENT = 'mcp_servers'

const ServerDescription = Type.Object({
  server: Type.String({ description: 'Its name, also the name of its agent' }),
  status: literals(serverStatuses, {
    description:
      'waiting: for its first approval. needs_sign_in: until the user has signed in. changed: its tools differ from the allowed ones.',
  }),
  problem: nullable(Type.String(), { description: 'What is wrong, or what it waits for' }),
  starts: Type.String({ description: 'The program or address, without possible secrets' }),
  version: Type.String({ description: 'What START_MCP_SERVER takes' }),
  tools: Type.Array(Type.String(), { description: 'Its actions' }),
})
type ServerDescription = Static<typeof ServerDescription>

/** What these tools use of the servers. */
export interface ServersPort {
  list(): ServerDescription[]
  /** All of them in a sentence. */
  summary(): string
  question(server: string): string
  allow(server: string, version: string): Promise<ServerDescription>
  signIn(server: string): Promise<Static<typeof SignInLink>>
}

/** The tools that speak of the servers themselves. */
export function serverTools(servers: ServersPort): Plugin {
  return definePlugin({
    agent: SERVERS_AGENT,
    title: 'MCP servers',
    summary: 'The servers in the MCP_SERVERS setting',
    tools: [listTool(servers), startTool(servers), signInTool(servers)],
  })
}

function listTool(servers: ServersPort) {
  return defineTool({
    action: 'LIST_MCP_SERVERS',
    title: 'List MCP servers',
    description: 'Lists the configured MCP servers with their status and tools.',
    params: Type.Object({}),
    data: Type.Object({ servers: Type.Array(ServerDescription) }),
    risk: 'read',
    idempotent: true,
    example: { args: {} },
    run: () => Promise.resolve({ message: servers.summary(), data: { servers: servers.list() } }),
  })
}

function startTool(servers: ServersPort) {
  return defineTool({
    action: START_SERVER,
    title: 'Allow an MCP server',
    description:
      'Allows a configured MCP server to start, or its changed tools; starts one again that runs. Always asks a person.',
    params: Type.Object({
      server: Type.String({ description: 'Its name in the MCP_SERVERS setting' }),
      version: Type.String({ description: 'What to allow, as given by LIST_MCP_SERVERS' }),
    }),
    data: ServerDescription,
    risk: 'dangerous',
    idempotent: false,
    example: { args: { server: 'memory', version: '0'.repeat(64) } },
    needsApproval: ({ server }) => servers.question(server),
    run: async ({ server, version }) => {
      const data = await servers.allow(server, version)
      return { message: startedSentence(data), data }
    },
  })
}

function startedSentence({ server, status, tools, problem }: ServerDescription): string {
  if (status === 'running') return `${server} is running with ${countOf(tools.length, 'tool')}.`
  if (status === 'needs_sign_in') return `${server} is allowed. ${problem}`
  return `${server} is still starting. LIST_MCP_SERVERS shows when it runs.`
}

/** It only makes the address: whether to go there, and what to allow there, is for the person who opens it. */
function signInTool(servers: ServersPort) {
  return defineTool({
    action: 'SIGN_IN_MCP_SERVER',
    title: 'Sign in to an MCP server',
    description:
      'Shows the user the link to sign in to an MCP server whose status is needs_sign_in, or that refused a call for missing rights.',
    params: Type.Object({ server: Type.String({ description: 'Its name in the MCP_SERVERS setting' }) }),
    data: SignInLink,
    risk: 'write',
    idempotent: false,
    closedToOutside: true,
    phrases: ['sign in to an MCP server', 'log in to an MCP server', 'connect my account to an MCP server'],
    example: { args: { server: 'tracker' } },
    card: ({ server, link, issuer, scopes }) => ({
      type: 'link',
      url: link,
      label: `Sign in to ${server}`,
      description: `Opens ${issuer}.${scopes.length === 0 ? '' : ` It asks for: ${scopes.join(', ')}.`}`,
      icon: 'log-in',
    }),
    run: async ({ server }) => {
      const data = await servers.signIn(server)
      return {
        message: `Sign in to ${server} at ${data.issuer}: open the link in a browser on this machine.`,
        data,
      }
    },
  })
}
