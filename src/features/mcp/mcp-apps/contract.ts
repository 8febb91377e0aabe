import { defineContract } from '../../../contract/endpoint.ts'
import { closed, dictionary, identifier, loose, nullable } from '../../../contract/schema.ts'
import { Type, type Static } from '../../../contract/type.ts'

const params = Type.Object({ call_id: identifier('The call_id of a component mcp_app') })

const origins = (description: string) => Type.Array(Type.String(), { description })

const Blocks = Type.Array(Type.Unknown(), { description: 'Content blocks of MCP' })

/** As MCP has it: whatever else a server adds is passed on. */
const ToolResult = loose(
  {
    content: Blocks,
    structuredContent: Type.Optional(Type.Unknown()),
    isError: Type.Optional(Type.Boolean()),
    _meta: Type.Optional(dictionary(Type.Unknown())),
  },
  { description: 'A result of tools/call, as in MCP' },
)
export type ToolResult = Static<typeof ToolResult>

const McpApp = Type.Object({
  call_id: identifier('The call that it shows'),
  server: Type.String({ description: 'Name of the server that brings it' }),
  resource_uri: Type.String({ description: 'Its address at that server' }),
  tool: Type.Object(
    {
      name: Type.String(),
      title: Type.String(),
      description: Type.Optional(Type.String()),
      inputSchema: dictionary(Type.Unknown()),
    },
    { description: 'The tool that was called, as in MCP' },
  ),
  arguments: dictionary(Type.Unknown(), { description: 'What it was called with' }),
  result: ToolResult,
  html: Type.String({ description: 'The page, as it was when the server was connected' }),
  csp: Type.Object(
    {
      connectDomains: origins('Where it may send requests'),
      resourceDomains: origins('Where it may load scripts, styles, pictures and fonts from'),
      frameDomains: origins('What it may show in frames'),
      baseUriDomains: origins('What its relative addresses may begin with'),
    },
    { description: 'The addresses that you allowed with the server' },
  ),
  permissions: Type.Array(Type.String(), {
    description: 'What it asks of the browser; only clipboardWrite is granted',
  }),
  prefers_border: nullable(Type.Boolean(), {
    description: 'Whether it wants a border; null if it did not say',
  }),
  frame: Type.Object(
    {
      address: nullable(Type.String(), {
        description:
          'Outer frame on an origin of its own, for a page that is open on this machine; null if there is none',
      }),
      path: Type.String({
        description: 'Outer frame of this service, without an origin, for everybody else',
      }),
    },
    {
      description:
        'Where the sandbox proxy of the specification is. Its policy comes from the page that you allowed.',
    },
  ),
})

const call_id = 'app_3v9kQm2TzXw7RbN1cYh5LpSd'
const example = { call_id }
const errors = ['not_found', 'gone', 'unavailable'] as const

export const mcpAppsContract = defineContract({
  read: {
    method: 'GET',
    path: '/api/mcp-apps/:call_id',
    summary: 'Read an app of an MCP server',
    description:
      'All that is needed to show a component `mcp_app`: the page, what was called, and the frame to put it in.',
    params,
    result: McpApp,
    errors,
    example: {
      params: example,
      result: {
        call_id,
        server: 'weather',
        resource_uri: 'ui://weather/dashboard',
        tool: { name: 'get_weather', title: 'Get weather', inputSchema: { type: 'object' } },
        arguments: { location: 'Oslo' },
        result: { content: [{ type: 'text', text: 'Sunny, 12 °C' }] },
        html: '<!doctype html>…',
        csp: { connectDomains: [], resourceDomains: [], frameDomains: [], baseUriDomains: [] },
        permissions: [],
        prefers_border: null,
        frame: { address: null, path: '/mcp-app-frame/9f86d081' },
      },
    },
  },

  callTool: {
    method: 'POST',
    path: '/api/mcp-apps/:call_id/tools',
    summary: 'Call a tool for an app',
    description:
      'Only tools of the same server that are meant for apps. It counts as the wish of a model: where you have to allow ' +
      'it, the answer waits for you.',
    params,
    body: closed({
      name: Type.String({ minLength: 1, maxLength: 200, description: 'As the server calls it' }),
      arguments: Type.Optional(dictionary(Type.Unknown(), { description: 'What it is called with' })),
    }),
    result: ToolResult,
    errors: [...errors, 'forbidden', 'rate_limited', 'upstream_failed'],
    example: {
      params: example,
      body: { name: 'refresh', arguments: {} },
      result: { content: [{ type: 'text', text: 'Sunny, 13 °C' }] },
    },
  },

  readResource: {
    method: 'POST',
    path: '/api/mcp-apps/:call_id/resources',
    summary: 'Read a resource for an app',
    description: 'Only from the same server.',
    params,
    body: closed({
      uri: Type.String({ minLength: 1, maxLength: 2_048, description: 'Its address at the server' }),
    }),
    result: loose(
      { contents: Type.Array(Type.Unknown()) },
      { description: 'A result of resources/read, as in MCP' },
    ),
    errors: [...errors, 'rate_limited', 'upstream_failed'],
    example: {
      params: example,
      body: { uri: 'weather://stations' },
      result: { contents: [{ uri: 'weather://stations', text: '[]' }] },
    },
  },

  setContext: {
    method: 'POST',
    path: '/api/mcp-apps/:call_id/context',
    summary: 'Tell models what an app shows',
    description:
      'Takes the place of what the same app told before. A model gets it with the next message of the conversation, as ' +
      'text that somebody else wrote.',
    params,
    body: closed({
      content: Type.Optional(Blocks),
      structured_content: Type.Optional(dictionary(Type.Unknown(), { description: 'The same as data' })),
    }),
    result: Type.Object({ call_id: identifier('The app') }),
    errors: [...errors, 'too_large', 'rate_limited'],
    example: {
      params: example,
      body: { content: [{ type: 'text', text: 'The user looks at Bergen.' }] },
      result: { call_id },
    },
  },

  log: {
    method: 'POST',
    path: '/api/mcp-apps/:call_id/log',
    summary: "Write into the log of an app's server",
    params,
    body: closed({
      level: Type.String({ minLength: 1, maxLength: 20, description: 'As in MCP, e.g. info' }),
      text: Type.String({ minLength: 1, maxLength: 20_000, description: 'What happened' }),
    }),
    result: Type.Object({ call_id: identifier('The app') }),
    errors: [...errors, 'rate_limited'],
    example: { params: example, body: { level: 'info', text: 'Ready.' }, result: { call_id } },
  },
})
