import { defineContract } from '../../contract/endpoint.ts'
import { closed, dictionary, literals, nullable, timestamp } from '../../contract/schema.ts'
import { Type, type Static } from '../../contract/type.ts'

/** `waiting`, `changed` and `needs_sign_in` wait for a person; `failed` for another setting or another start. */
export const serverStatuses = [
  'waiting',
  'starting',
  'needs_sign_in',
  'running',
  'changed',
  'restarting',
  'failed',
] as const
export type ServerStatus = (typeof serverStatuses)[number]

const signInStates = ['none', 'needed', 'done', 'more'] as const
export type SignInState = (typeof signInStates)[number]

const McpServer = Type.Object(
  {
    server: Type.String({ description: 'Its name, also the name of its agent' }),
    kind: literals(['program', 'address'], {
      description: 'A program on this machine, or a server reached over HTTP',
    }),
    status: literals(serverStatuses, {
      description:
        'waiting: for its first approval. needs_sign_in: until you have signed in. changed: its tools differ from the allowed ones.',
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
    sign_in: literals(signInStates, {
      description:
        'needed: it works only once you have signed in. more: it refused a call for rights you can sign in for.',
    }),
    signed_in_at: nullable(Type.String(), {
      description: 'The host where you signed in to it, or null if you have not',
    }),
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
  sign_in: 'none',
  signed_in_at: null,
  confirmation_id: null,
  question: null,
}

const ServerParams = Type.Object({
  server: Type.String({ minLength: 1, maxLength: 100, description: 'Name of the server' }),
})
const params = { server: 'memory' }
const Servers = Type.Array(McpServer, { description: 'In the order of the setting' })

export const SignInLink = Type.Object({
  server: Type.String({ description: 'Name of the server' }),
  link: Type.String({ description: 'The address to open in a browser' }),
  issuer: Type.String({ description: 'The host where you sign in' }),
  scopes: Type.Array(Type.String(), { description: 'The rights that are asked for' }),
  expires_at: timestamp('Until when the address can be used'),
})

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
  signIn: {
    method: 'POST',
    path: '/api/mcp-servers/:server/sign-in',
    summary: 'Begin to sign in to an MCP server',
    description:
      'Answers with the address to open in a browser. After the sign-in the browser returns to this service, and the server is connected.',
    params: ServerParams,
    result: SignInLink,
    errors: ['not_found', 'conflict', 'forbidden', 'upstream_failed', 'not_configured'],
    example: {
      params: { server: 'tracker' },
      result: {
        server: 'tracker',
        link: 'https://login.example.com/authorize?client_id=abc',
        issuer: 'login.example.com',
        scopes: ['issues:read'],
        expires_at: '2026-11-18T08:15:00.000Z',
      },
    },
  },
  finishSignIn: {
    method: 'POST',
    path: '/api/mcp-servers/:server/sign-in/finish',
    summary: 'Finish a sign-in by the address that the browser returned to',
    description:
      'For a browser on another machine: it cannot reach this service, but its address bar has what is needed.',
    params: ServerParams,
    body: closed({
      address: Type.String({
        minLength: 1,
        maxLength: 16_384,
        description: 'The whole address, which begins with http://127.0.0.1',
      }),
    }),
    result: McpServer,
    errors: ['not_found', 'conflict', 'gone', 'forbidden', 'upstream_failed'],
    example: {
      params: { server: 'tracker' },
      body: { address: 'http://127.0.0.1:8000/oauth/mcp/tracker?code=abc&state=xyz' },
      result: {
        ...example,
        server: 'tracker',
        kind: 'address',
        sign_in: 'done',
        signed_in_at: 'login.example.com',
      },
    },
  },
  signOut: {
    method: 'POST',
    path: '/api/mcp-servers/:server/sign-out',
    summary: 'Sign out of an MCP server',
    description: 'Revokes the tokens where the issuer can, and deletes them here in any case.',
    params: ServerParams,
    result: McpServer,
    errors: ['not_found', 'conflict', 'forbidden'],
    example: {
      params: { server: 'tracker' },
      result: { ...example, server: 'tracker', kind: 'address', status: 'needs_sign_in', sign_in: 'needed' },
    },
  },
  signInReturn: {
    method: 'GET',
    path: '/oauth/mcp/:server',
    summary: 'Where a browser returns after a sign-in',
    description:
      'Opened by the issuer, not by you. What it brings counts once, and only for the sign-in that was begun here.',
    params: ServerParams,
    query: Type.Object({
      state: Type.Optional(Type.String({ maxLength: 1_000, description: 'As sent to the issuer' })),
      code: Type.Optional(Type.String({ maxLength: 8_192, description: 'Stands for the sign-in' })),
      iss: Type.Optional(Type.String({ maxLength: 2_048, description: 'The issuer' })),
      error: Type.Optional(Type.String({ maxLength: 200, description: 'Why there is no sign-in' })),
    }),
    open: true,
    landing: true,
    mediaType: 'text/html; charset=utf-8',
    result: Type.String({ description: 'A page that says what came of it' }),
    errors: ['conflict', 'gone', 'upstream_failed'],
    example: {
      params: { server: 'tracker' },
      query: { state: 'xyz', code: 'abc' },
      result: '<!doctype html><title>Signed in</title>',
    },
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
