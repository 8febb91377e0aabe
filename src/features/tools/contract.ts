import { Type, type Static } from '../../contract/type.ts'
import { Component } from '../../contract/component-schema.ts'
import { AllowScope, Confirmation, RiskClass } from '../../contract/confirmation.ts'
import { defineContract } from '../../contract/endpoint.ts'
import { Envelope } from '../../contract/envelope.ts'
import { editions } from '../../contract/tool.ts'
import { closed, dictionary, identifier, literals, nullable, timestamp } from '../../contract/schema.ts'

const Edition = literals(editions)

const ToolDescription = Type.Object(
  {
    agent: Type.String({ description: 'Plugin that owns the tool; workflow steps name it' }),
    action: Type.String({ description: 'Name of the tool, upper case with underscores' }),
    title: Type.String({ description: 'Name' }),
    description: Type.String({ description: 'What it does, in a sentence or two' }),
    risk: RiskClass,
    idempotent: Type.Boolean({ description: 'Running it twice has the same effect as running it once' }),
    editions: Type.Array(Edition, { description: 'Where it exists' }),
    available: Type.Boolean({ description: 'Whether it can run on this machine' }),
    origin: literals(['built_in', 'plugin', 'mcp'], {
      description: 'Built in, from your plugin, or from an MCP server',
    }),
    always_asks: Type.Boolean({
      description: 'Every call needs approval, as for a plugin that is not safe',
    }),
    timeout_s: Type.Number({ description: 'Seconds before a call is cancelled' }),
    parameters: dictionary(Type.Unknown(), {
      description: 'JSON Schema of the arguments, with defaults; format path marks files and folders',
    }),
    data: dictionary(Type.Unknown(), { description: 'JSON Schema of data in a successful result' }),
    example: Type.Object(
      { args: dictionary(Type.Unknown(), { description: 'Valid arguments' }) },
      { description: 'A working call' },
    ),
  },
  { $id: 'ToolDescription', description: 'A tool in the catalog' },
)

const exampleTool: Static<typeof ToolDescription> = {
  agent: 'file_manager',
  action: 'WRITE_FILE',
  title: 'Write a file',
  description: 'Creates a text file, overwrites it, or appends to it. Creates parent folders.',
  risk: 'write',
  idempotent: false,
  editions: ['linux', 'macos'],
  available: true,
  origin: 'built_in',
  always_asks: false,
  timeout_s: 300,
  parameters: {
    type: 'object',
    required: ['path', 'content'],
    properties: {
      path: { type: 'string', format: 'path', description: 'Absolute path' },
      content: { type: 'string', description: 'Text to write' },
      mode: { type: 'string', enum: ['write', 'append'], default: 'write' },
    },
    additionalProperties: false,
  },
  data: { type: 'object', properties: { path: { type: 'string' }, bytes: { type: 'integer' } } },
  example: { args: { path: '~/notes/today.md', content: 'Buy milk' } },
}

const exampleResult: Static<typeof Envelope> = {
  success: true,
  message: 'Wrote 8 bytes to /home/ada/notes/today.md.',
  data: { path: '/home/ada/notes/today.md', bytes: 8 },
}

const Allowance = Type.Object(
  {
    allowance_id: identifier('Id to revoke it by'),
    agent: Type.String({ description: 'Plugin that owns the tool' }),
    action: Type.String({ description: 'The tool it applies to' }),
    words: Type.String({ description: 'What is allowed, e.g. Delete in ~/Documents/Old' }),
    scope: AllowScope,
    session_id: nullable(identifier('Conversation'), {
      description: 'The conversation it applies to; null for all',
    }),
    session_title: nullable(Type.String(), { description: 'Title of that conversation' }),
    created_at: timestamp('When it was allowed'),
    used: Type.Integer({ minimum: 0, description: 'How often it was used' }),
    last_used_at: nullable(timestamp('When it was last used'), {
      description: 'When it was last used; null if never',
    }),
  },
  { $id: 'Allowance', description: 'Something a tool may do without asking again' },
)

const exampleAllowance: Static<typeof Allowance> = {
  allowance_id: 'alw_3k8d2m5x9q',
  agent: 'file_manager',
  action: 'DELETE_FILE',
  words: 'Delete in ~/Documents/Old',
  scope: 'folder',
  session_id: null,
  session_title: null,
  created_at: '2026-03-02T09:31:00Z',
  used: 4,
  last_used_at: '2026-03-02T11:02:00Z',
}

const exampleConfirmation: Static<typeof Confirmation> = {
  type: 'confirmation',
  confirmation_id: 'cnf_7t2m9xkq4b',
  title: 'Send an email?',
  message: 'The assistant wants to send an email to grace@example.com.',
  agent: 'email',
  action: 'SEND_EMAIL',
  args: { to: ['grace@example.com'], subject: 'Lunch', body: 'Today at one?' },
  risk: 'external',
  expires_at: '2026-03-02T09:45:00Z',
}

export const toolsContract = defineContract({
  execute: {
    method: 'POST',
    path: '/execute_tool',
    anyCaller: true,
    summary: 'Run a tool',
    description:
      'Answers 200 with the envelope for every well-formed request, whatever the outcome. A failure has success false ' +
      'and data.error.code: unknown_tool, invalid_arguments (with issues), approval_required (with data.confirmation), ' +
      'unavailable_on_platform, or the code of what went wrong. A malformed request is 400; its problem body also ' +
      'carries success, message and data. A tool called here runs without asking, unless APPROVAL_MODE ' +
      'is always or the tool comes from a plugin that is not safe.',
    body: closed({
      tool_name: Type.String({ minLength: 1, maxLength: 200, description: 'Action name, e.g. WRITE_FILE' }),
      args: Type.Optional(
        dictionary(Type.Unknown(), {
          default: {},
          description: 'Arguments; GET /api/tools/{action} has their schema',
        }),
      ),
    }),
    result: Envelope,
    idempotencyKey: true,
    example: {
      body: { tool_name: 'WRITE_FILE', args: { path: '~/notes/today.md', content: 'Buy milk' } },
      result: exampleResult,
    },
  },

  list: {
    method: 'GET',
    path: '/api/tools',
    summary: 'List the tools',
    description: 'The catalog of the running edition by default.',
    query: Type.Object({
      agent: Type.Optional(
        Type.String({ minLength: 1, maxLength: 200, description: 'Only tools of this plugin' }),
      ),
      edition: Type.Optional(literals(editions, { description: 'The catalog of this edition' })),
      risk: Type.Optional(RiskClass),
      query: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 200,
          description: 'Words to find in name, title or description',
        }),
      ),
    }),
    result: Type.Object({
      tools: Type.Array(ToolDescription, {
        description: 'By agent, then action; with query, best match first',
      }),
    }),
    example: { query: { agent: 'file_manager', risk: 'write' }, result: { tools: [exampleTool] } },
  },

  read: {
    method: 'GET',
    path: '/api/tools/:action',
    views: { reads: [] },
    summary: 'Describe one tool',
    params: Type.Object({
      action: Type.String({ minLength: 1, maxLength: 200, description: 'Action name, e.g. WRITE_FILE' }),
    }),
    result: ToolDescription,
    errors: ['not_found'],
    example: { params: { action: 'WRITE_FILE' }, result: exampleTool },
  },

  confirm: {
    method: 'POST',
    path: '/api/confirm',
    summary: 'Approve or reject a pending request',
    description:
      'Approving runs the tool with exactly the arguments shown. A question about several calls of an ' +
      'assistant has the action RUN_CALLS: they run in order, and changes can leave some out or give them other ' +
      "arguments. The first answer counts, here or through a workflow's intervene endpoint: a second one gets 409, one " +
      'after expires_at gets 410.',
    body: closed({
      confirmation_id: identifier('From the confirmation request'),
      approved: Type.Boolean({ description: 'true runs it, false refuses it' }),
      changes: Type.Optional(
        Type.Array(
          closed({
            index: Type.Integer({ minimum: 0, description: 'Which call, counted from 0' }),
            approved: Type.Optional(Type.Boolean({ description: 'false leaves this call out' })),
            args: Type.Optional(
              dictionary(Type.Unknown(), { description: 'Run it with these arguments instead' }),
            ),
            allow: Type.Optional(AllowScope),
          }),
          {
            maxItems: 100,
            description:
              'What to leave out or change before it runs, and which of the offered permissions to grant',
          },
        ),
      ),
    }),
    result: Type.Object({
      confirmation_id: identifier('The answered confirmation'),
      status: literals(['approved', 'rejected'], { description: 'The decision' }),
      result: nullable(Envelope, {
        description: "The tool's result; null if rejected or continued in a workflow",
      }),
      allowed: Type.Array(Type.String(), { description: 'What is allowed from now on, in words' }),
      components: Type.Array(Component, { description: 'What to show in place of the question' }),
    }),
    errors: ['not_found', 'conflict', 'gone', 'forbidden'],
    idempotencyKey: true,
    example: {
      body: { confirmation_id: 'cnf_7t2m9xkq4b', approved: true },
      result: {
        confirmation_id: 'cnf_7t2m9xkq4b',
        status: 'approved',
        result: {
          success: true,
          message: 'Sent to grace@example.com.',
          data: { message_id: '<1@example.com>' },
        },
        allowed: [],
        components: [{ type: 'text', text: 'Sent to grace@example.com.' }],
      },
    },
  },

  listConfirmations: {
    method: 'GET',
    path: '/api/confirmations',
    summary: 'List pending approvals',
    description: 'Only those that can still be answered, oldest first.',
    result: Type.Object({
      confirmations: Type.Array(Confirmation, { description: 'Each can be shown as a component' }),
    }),
    example: { result: { confirmations: [exampleConfirmation] } },
  },

  readConfirmation: {
    method: 'GET',
    path: '/api/confirmations/:confirmation_id',
    summary: 'Read one question and its answer',
    description: 'Also answered or expired ones, while they are kept.',
    params: Type.Object({ confirmation_id: identifier('From the question') }),
    result: Type.Object({
      confirmation: Confirmation,
      status: literals(['open', 'approved', 'rejected', 'expired'], { description: 'Status' }),
    }),
    errors: ['not_found'],
    example: {
      params: { confirmation_id: 'cnf_7t2m9xkq4b' },
      result: { confirmation: exampleConfirmation, status: 'approved' },
    },
  },

  listAllowed: {
    method: 'GET',
    path: '/api/approvals/allowed',
    summary: 'List what is allowed without asking',
    description:
      'Permissions granted with changes[].allow of POST /api/confirm, newest first. Each applies to one tool and one ' +
      'target. A conversation that has read both text from others and private data still asks.',
    result: Type.Object({ allowed: Type.Array(Allowance, { description: 'Standing permissions' }) }),
    errors: ['forbidden'],
    example: { result: { allowed: [exampleAllowance] } },
  },

  revokeAllowed: {
    method: 'DELETE',
    path: '/api/approvals/allowed/:allowance_id',
    summary: 'Revoke a permission',
    params: Type.Object({ allowance_id: identifier('From the list') }),
    result: Type.Object({ revoked: Type.String({ description: 'What needs asking again, in words' }) }),
    errors: ['not_found', 'forbidden'],
    example: {
      params: { allowance_id: 'alw_3k8d2m5x9q' },
      result: { revoked: 'Delete in ~/Documents/Old' },
    },
  },
})
