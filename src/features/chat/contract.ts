import { Type } from '../../contract/type.ts'
import { defineContract } from '../../contract/endpoint.ts'
import { ModelPick } from '../../contract/model-schema.ts'
import {
  closed,
  exactlyOne,
  identifier,
  literals,
  nextCursor,
  nullable,
  pageQuery,
} from '../../contract/schema.ts'
import { actionEndpoints } from './action-endpoints.ts'
import { memoryEndpoints } from './memory-endpoints.ts'
import { StreamRequest } from './profiles/request-schemas.ts'
import { ChatRecord, ChatReply, ChatRequest, ChatSummary, ComponentDescription, RunEvent } from './schemas.ts'

const profile = Type.Optional(
  literals(['agui', 'aisdk'], {
    description: 'Use the AG-UI or AI SDK protocol instead of the native events',
  }),
)

const chatParams = Type.Object({ session_id: identifier('Identifier of the conversation') })

const exampleReply: ChatReply = {
  components: [{ type: 'live_weather', city: 'Oslo' }],
  session_id: 'chat_6m2d8w4x9a',
  run_id: 'run_1b5g7k3t8y',
  route: { by: 'router', score: 0.98, candidates: [{ name: 'live_weather', score: 0.98 }] },
}

const exampleParams = { session_id: exampleReply.session_id }

const exampleSummary: ChatSummary = {
  session_id: exampleReply.session_id,
  title: 'Weather in Oslo',
  created_at: '2026-03-02T09:30:00Z',
  updated_at: '2026-03-02T09:30:00Z',
  message_count: 2,
  origin: 'client',
  preview: "what's the weather in Oslo",
}

export const chatContract = defineContract({
  ...memoryEndpoints,
  ...actionEndpoints,

  send: {
    method: 'POST',
    path: '/chat',
    anyCaller: true,
    summary: 'Send a message, get components to draw',
    description:
      'Messages starting with df, free, ps, telepath, demo, who is, profile of or bio of are answered without a model, as is ' +
      'anything the router understands. A request with several steps returns a task_tracker, one that needs ' +
      'approval a confirmation. Waits up to 30 seconds for a workflow, then shows its current state. A failed ' +
      'answer ends with an error component. One message at a time: while a conversation is still answering, ' +
      'the next message gets 409 and the id of the run.',
    body: ChatRequest,
    result: ChatReply,
    errors: ['not_found', 'conflict'],
    idempotencyKey: true,
    example: { body: { message: "what's the weather in Oslo" }, result: exampleReply },
  },

  stream: {
    method: 'POST',
    path: '/chat/stream',
    anyCaller: true,
    summary: 'Send a message, stream the answer',
    description:
      'Server-sent events: event is the type, id the sequence number, data one JSON object with seq and type. The last ' +
      'one is run.end, whose components equal those of POST /chat, or run.error. With Accept: application/x-ndjson, one ' +
      'object per line. A dropped connection cancels nothing: GET /api/runs/{run_id}/events continues from Last-Event-ID. ' +
      'With profile=agui or profile=aisdk the body may be what clients of those protocols send.',
    query: Type.Object({ profile }),
    body: StreamRequest,
    result: RunEvent,
    stream: true,
    errors: ['not_found', 'conflict'],
    example: {
      body: { message: "what's the weather in Oslo" },
      result: {
        seq: 2,
        type: 'component.add',
        index: 0,
        component: { type: 'live_weather', id: 'cmp_4s8d1f6g9h', city: 'Oslo', focus: 'current' },
      },
    },
  },

  stop: {
    method: 'POST',
    path: '/chat/stop',
    anyCaller: true,
    summary: 'Stop an answer',
    description: 'By its run, or whatever runs in a conversation. What was already said is kept.',
    body: closed(
      {
        run_id: Type.Optional(identifier('The run to stop')),
        session_id: Type.Optional(identifier('The conversation whose run to stop')),
      },
      exactlyOne(['run_id', 'session_id']),
    ),
    result: Type.Object({
      stopped: Type.Boolean({ description: 'false if nothing was running' }),
      run_id: nullable(identifier('The run'), { description: 'The stopped run' }),
    }),
    errors: ['not_found'],
    example: {
      body: { run_id: exampleReply.run_id },
      result: { stopped: true, run_id: exampleReply.run_id },
    },
  },

  readRunEvents: {
    method: 'GET',
    path: '/api/runs/:run_id/events',
    summary: 'Follow a run, from its start or from where the connection dropped',
    description:
      'Replays the events after the Last-Event-ID header (or after), then continues live until the run ends. Without ' +
      'either, it starts with run.start.',
    params: Type.Object({ run_id: identifier('Identifier of the run') }),
    query: Type.Object({
      profile,
      after: Type.Optional(
        Type.Integer({
          minimum: 0,
          description: "Sequence number, for clients that can't send Last-Event-ID",
        }),
      ),
    }),
    result: RunEvent,
    stream: true,
    errors: ['not_found'],
    example: {
      params: { run_id: exampleReply.run_id },
      query: { after: 2 },
      result: {
        seq: 3,
        type: 'run.end',
        outcome: 'success',
        components: exampleReply.components,
        usage: null,
      },
    },
  },

  listChats: {
    method: 'GET',
    path: '/api/chats',
    summary: 'List or search conversations',
    description: 'Latest message first.',
    query: Type.Object({
      query: Type.Optional(
        Type.String({ minLength: 1, maxLength: 500, description: 'Words to find in titles and messages' }),
      ),
      ...pageQuery({ limit: 50, maximum: 200 }),
    }),
    result: Type.Object({
      chats: Type.Array(ChatSummary, { description: 'One page of conversations' }),
      next_cursor: nextCursor,
    }),
    example: { query: { query: 'oslo' }, result: { chats: [exampleSummary], next_cursor: null } },
  },

  readChat: {
    method: 'GET',
    path: '/api/chats/:session_id',
    summary: 'Read a conversation',
    params: chatParams,
    result: ChatRecord,
    errors: ['not_found'],
    example: {
      params: exampleParams,
      result: {
        ...exampleParams,
        title: exampleSummary.title,
        origin: exampleSummary.origin,
        model: null,
        created_at: exampleSummary.created_at,
        updated_at: exampleSummary.updated_at,
        messages: [
          {
            message_id: 'msg_3e9r2u6i1o',
            role: 'user',
            text: "what's the weather in Oslo",
            components: [],
            attachments: [],
            run_id: exampleReply.run_id,
            created_at: '2026-03-02T09:30:00Z',
          },
          {
            message_id: 'msg_7p4s8f2h5l',
            role: 'assistant',
            text: '',
            components: exampleReply.components,
            attachments: [],
            run_id: exampleReply.run_id,
            route: exampleReply.route,
            created_at: '2026-03-02T09:30:00Z',
          },
        ],
      },
    },
  },

  renameChat: {
    method: 'POST',
    path: '/api/chats/:session_id',
    summary: 'Rename a conversation',
    params: chatParams,
    body: closed({ title: Type.String({ minLength: 1, maxLength: 200, description: 'The new title' }) }),
    result: ChatSummary,
    errors: ['not_found'],
    example: {
      params: exampleParams,
      body: { title: 'Trip to Oslo' },
      result: { ...exampleSummary, title: 'Trip to Oslo' },
    },
  },

  chooseModel: {
    method: 'PUT',
    path: '/api/chats/:session_id/model',
    summary: 'Choose the model for a conversation',
    description:
      'Applies from the next message. It must be a model on a server set up in LLM_PROVIDER or LLM_FALLBACK, or on one ' +
      'on this machine.',
    params: chatParams,
    body: closed({
      model: nullable(ModelPick, { description: 'The model; null for the configured one' }),
    }),
    result: Type.Object({
      session_id: identifier('The conversation'),
      model: nullable(ModelPick, { description: 'The model from now on; null for the configured one' }),
    }),
    errors: ['not_found', 'not_configured', 'forbidden'],
    example: {
      params: exampleParams,
      body: { model: { provider: 'ollama', model: 'qwen3:8b' } },
      result: { ...exampleParams, model: { provider: 'ollama', model: 'qwen3:8b' } },
    },
  },

  removeChat: {
    method: 'DELETE',
    path: '/api/chats/:session_id',
    summary: 'Delete a conversation',
    description: 'Stops anything running in it. Facts learned from it stay in memory.',
    params: chatParams,
    result: Type.Object({
      session_id: identifier('The deleted conversation'),
      deleted: Type.Literal(true, { description: 'Always true: an unknown conversation gets 404' }),
    }),
    errors: ['not_found'],
    example: { params: exampleParams, result: { ...exampleParams, deleted: true } },
  },

  listComponents: {
    method: 'GET',
    path: '/api/components',
    summary: 'List the component types',
    description: 'Everything an answer can contain, and a shell must be able to draw.',
    result: Type.Object({
      components: Type.Array(ComponentDescription, { description: 'By type' }),
      limits: Type.Object(
        {
          depth: Type.Integer({ description: 'Maximum nesting depth' }),
          children: Type.Integer({ description: 'Maximum children per component' }),
          nodes: Type.Integer({ description: 'Maximum components per answer' }),
        },
        { description: 'Size limits of an answer' },
      ),
    }),
    example: {
      result: {
        components: [
          {
            type: 'live_weather',
            tier: 2,
            summary: 'Current weather and the next hours for a city',
            schema: {
              type: 'object',
              required: ['type', 'city'],
              properties: { type: { const: 'live_weather' }, city: { type: 'string' } },
            },
            example: { type: 'live_weather', city: 'Oslo' },
          },
        ],
        limits: { depth: 50, children: 300, nodes: 2000 },
      },
    },
  },
})
