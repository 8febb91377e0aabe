import { Type, type Static } from '../../contract/type.ts'
import { Component } from '../../contract/component-schema.ts'
import { AllowScope, Confirmation, RiskClass } from '../../contract/confirmation.ts'
import { defineContract } from '../../contract/endpoint.ts'
import { Envelope } from '../../contract/envelope.ts'
import { closed, dictionary, identifier, literals, nullable, timestamp } from '../../contract/schema.ts'

const Edition = literals(['linux', 'macos'])

const ToolDescription = Type.Object(
  {
    agent: Type.String({ description: 'Plugin that owns the tool; workflow steps name it' }),
    action: Type.String({ description: 'Name of the tool, upper case with underscores' }),
    title: Type.String({ description: 'Name for a person' }),
    description: Type.String({ description: 'What it does, in a sentence or two' }),
    risk: RiskClass,
    idempotent: Type.Boolean({ description: 'Running it twice leaves the same state as running it once' }),
    editions: Type.Array(Edition, { description: 'Where it exists' }),
    available: Type.Boolean({ description: 'Whether it can run on this machine' }),
    origin: literals(['built_in', 'plugin', 'mcp'], {
      description: 'Comes with the service, from a plugin of the user, or from an MCP server',
    }),
    always_asks: Type.Boolean({
      description: 'Every call needs approval, as with a plugin that is not safe',
    }),
    timeout_s: Type.Number({ description: 'Seconds until a call is cancelled' }),
    parameters: dictionary(Type.Unknown(), { description: 'JSON Schema of the arguments, with defaults' }),
    data: dictionary(Type.Unknown(), { description: 'JSON Schema of data in a successful result' }),
    example: Type.Object(
      { args: dictionary(Type.Unknown(), { description: 'Arguments that fit' }) },
      { description: 'A call that works' },
    ),
  },
  { $id: 'ToolDescription', description: 'One tool of the catalog' },
)

const exampleTool: Static<typeof ToolDescription> = {
  agent: 'file_manager',
  action: 'WRITE_FILE',
  title: 'Write a file',
  description: 'Creates a text file, overwrites it, or appends to it. Parent folders are created.',
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
      path: { type: 'string', description: 'Absolute path' },
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
    allowance_id: identifier('What to revoke it by'),
    agent: Type.String({ description: 'Plugin that owns the tool' }),
    action: Type.String({ description: 'The tool that it counts for' }),
    words: Type.String({ description: 'What is allowed, e.g. Delete in ~/Documents/Old' }),
    scope: AllowScope,
    session_id: nullable(identifier('Conversation'), {
      description: 'The conversation that it counts in; null for all',
    }),
    session_title: nullable(Type.String(), { description: 'How that conversation is called' }),
    created_at: timestamp('When it was allowed'),
    used: Type.Integer({ minimum: 0, description: 'How often it has spared a question' }),
    last_used_at: nullable(timestamp('When it last did'), {
      description: 'When it last did; null for never',
    }),
  },
  { $id: 'Allowance', description: 'What a person allowed a tool to do without asking again' },
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
      'carries success, message and data. A tool that the caller names here runs without asking, unless APPROVAL_MODE ' +
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
    description: 'The catalog of the edition that is running, unless another one is asked for.',
    query: Type.Object({
      agent: Type.Optional(
        Type.String({ minLength: 1, maxLength: 200, description: 'Only tools of this plugin' }),
      ),
      edition: Type.Optional(literals(['linux', 'macos'], { description: 'The catalog of this edition' })),
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
        description: 'By agent, then by action; the best match first with query',
      }),
    }),
    example: { query: { agent: 'file_manager', risk: 'write' }, result: { tools: [exampleTool] } },
  },

  read: {
    method: 'GET',
    path: '/api/tools/:action',
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
    summary: 'Approve or reject what waits for a person',
    description:
      'Approving runs the tool with exactly the arguments that were shown. A question about several calls of an ' +
      'assistant has the action RUN_CALLS: they run in order, and changes leaves some out or gives them other ' +
      'arguments. The first answer counts, here or by the intervene endpoint of a workflow: a second one is 409, one ' +
      'after expires_at is 410.',
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
              'What to leave out or change before it runs, and what to allow from now on, of what details offers',
          },
        ),
      ),
    }),
    result: Type.Object({
      confirmation_id: identifier('The one that was answered'),
      status: literals(['approved', 'rejected'], { description: 'What was decided' }),
      result: nullable(Envelope, {
        description: 'What the tool returned; null when it was rejected or goes on in a workflow',
      }),
      allowed: Type.Array(Type.String(), { description: 'What is allowed from now on, in words' }),
      components: Type.Array(Component, { description: 'What to draw in place of the question' }),
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
    summary: 'List what waits for approval',
    description: 'Only those that can still be answered, the oldest first.',
    result: Type.Object({
      confirmations: Type.Array(Confirmation, { description: 'Each can be drawn as a component' }),
    }),
    example: { result: { confirmations: [exampleConfirmation] } },
  },

  readConfirmation: {
    method: 'GET',
    path: '/api/confirmations/:confirmation_id',
    summary: 'Read one question and what was decided',
    description: 'Also one that was answered or has expired, for as long as it is kept.',
    params: Type.Object({ confirmation_id: identifier('From the question') }),
    result: Type.Object({
      confirmation: Confirmation,
      status: literals(['open', 'approved', 'rejected', 'expired'], { description: 'How it stands' }),
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
    summary: 'List what is allowed without asking again',
    description:
      'What a person allowed with changes[].allow of POST /api/confirm, the newest first. Each counts for one tool and one ' +
      'target. A conversation that has read both what others wrote and what is private asks all the same.',
    result: Type.Object({ allowed: Type.Array(Allowance, { description: 'Standing permissions' }) }),
    errors: ['forbidden'],
    example: { result: { allowed: [exampleAllowance] } },
  },

  revokeAllowed: {
    method: 'DELETE',
    path: '/api/approvals/allowed/:allowance_id',
    summary: 'Ask again from now on',
    params: Type.Object({ allowance_id: identifier('From the list') }),
    result: Type.Object({ revoked: Type.String({ description: 'What is asked about again, in words' }) }),
    errors: ['not_found', 'forbidden'],
    example: {
      params: { allowance_id: 'alw_3k8d2m5x9q' },
      result: { revoked: 'Delete in ~/Documents/Old' },
    },
  },
})
