import { defineContract } from '../../contract/endpoint.ts'
import { closed, dictionary, literals, nullable, timestamp } from '../../contract/schema.ts'
import { Type, type Static } from '../../contract/type.ts'

/** `waiting` and `changed` wait for a person; `failed` for another setting or another start. */
export const serverStatuses = ['waiting', 'starting', 'running', 'changed', 'restarting', 'failed'] as const
export type ServerStatus = (typeof serverStatuses)[number]

const McpServer = Type.Object(
  {
    server: Type.String({ description: 'Its name, also the name of its agent' }),
    kind: literals(['program', 'address'], {
      description: 'A program on this machine, or a server reached over HTTP',
    }),
    status: literals(serverStatuses, {
      description: 'waiting: for its first approval. changed: its tools differ from the allowed ones.',
    }),
    problem: nullable(Type.String(), { description: 'What is wrong, or what it waits for' }),
    starts: Type.String({ description: 'The program or address, without possible secrets' }),
    started_at: nullable(timestamp('Since when it runs'), {
      description: 'Since when it runs; null while it does not',
    }),
    tools: Type.Array(
      Type.Object({
        action: Type.String({ description: 'Name of the tool' }),
        title: Type.String({ description: 'Name' }),
        description: Type.String({ description: 'What it does, in the words of the server' }),
      }),
      { description: 'Its tools; empty while it does not run' },
    ),
    confirmation_id: nullable(Type.String(), {
      description: 'The open question about it, for POST /api/confirm',
    }),
    question: nullable(Type.String(), { description: 'That question' }),
  },
  { $id: 'McpServer', description: 'An MCP server whose tools join the catalog' },
)
export type McpServer = Static<typeof McpServer>

const example: McpServer = {
  server: 'memory',
  kind: 'program',
  status: 'running',
  problem: null,
  starts: 'npx -y @modelcontextprotocol/server-memory',
  started_at: '2026-11-18T08:00:00.000Z',
  tools: [
    { action: 'MEMORY_READ_GRAPH', title: 'Read graph', description: 'Reads the entire knowledge graph.' },
  ],
  confirmation_id: null,
  question: null,
}

const ServerParams = Type.Object({
  server: Type.String({ minLength: 1, maxLength: 100, description: 'Name of the server' }),
})
const params = { server: 'memory' }
const Servers = Type.Array(McpServer, { description: 'In the order of the setting' })

export const mcpContract = defineContract({
  list: {
    method: 'GET',
    path: '/api/mcp-servers',
    summary: 'List the MCP servers',
    result: Type.Object({ servers: Servers }),
    example: { result: { servers: [example] } },
  },
  add: {
    method: 'POST',
    path: '/api/mcp-servers',
    summary: 'Add MCP servers',
    description:
      'Takes the `mcpServers` object that other programs use, and adds it to the MCP_SERVERS setting. Nothing is ' +
      'started before you have approved it.',
    body: closed({
      mcpServers: dictionary(Type.Unknown(), {
        maxProperties: 50,
        description: 'By name: a command with args and env, or a url with headers',
      }),
      replace: Type.Optional(
        Type.Boolean({ default: false, description: 'Replace servers that already have that name' }),
      ),
    }),
    status: 201,
    result: Type.Object({
      notes: Type.Array(Type.String(), { description: 'What was renamed or ignored, in sentences' }),
      servers: Servers,
    }),
    errors: ['conflict', 'forbidden'],
    example: {
      body: {
        mcpServers: { memory: { command: 'npx', args: ['-y', '@modelcontextprotocol/server-memory'] } },
      },
      result: { notes: [], servers: [example] },
    },
  },
  log: {
    method: 'GET',
    path: '/api/mcp-servers/:server/log',
    summary: 'Read what an MCP server wrote',
    description: 'The last 500 lines since the service started: its standard error, and what became of it.',
    params: ServerParams,
    result: Type.Object({
      lines: Type.Array(
        Type.Object({
          at: timestamp('When'),
          from: literals(['server', 'deskhand'], { description: 'Who wrote it' }),
          text: Type.String({ description: 'The line' }),
        }),
        { description: 'Oldest first' },
      ),
    }),
    errors: ['not_found', 'forbidden'],
    example: {
      params,
      result: {
        lines: [{ at: '2026-11-18T08:00:00.000Z', from: 'deskhand', text: 'Running with 9 tools.' }],
      },
    },
  },
  restart: {
    method: 'POST',
    path: '/api/mcp-servers/:server/restart',
    summary: 'Restart an MCP server',
    description: 'Answers once it runs again or has failed. It still asks if it was never approved.',
    params: ServerParams,
    result: McpServer,
    errors: ['not_found', 'forbidden'],
    example: { params, result: example },
  },
  remove: {
    method: 'DELETE',
    path: '/api/mcp-servers/:server',
    summary: 'Remove an MCP server',
    description: 'Ends it and takes it out of the MCP_SERVERS setting.',
    params: ServerParams,
    result: Type.Object({ server: Type.String(), deleted: Type.Literal(true) }),
    errors: ['not_found', 'forbidden'],
    example: { params, result: { server: 'memory', deleted: true } },
  },
})
