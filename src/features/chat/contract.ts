import { Type } from '../../contract/type.ts'
import { defineContract } from '../../contract/endpoint.ts'
import { closed, exactlyOne, identifier, literals, nullable } from '../../contract/schema.ts'
import { actionEndpoints } from './action-endpoints.ts'
import { memoryEndpoints } from './memory-endpoints.ts'
import { exampleReply, sessionEndpoints } from './session-endpoints.ts'
import { StreamRequest } from './profiles/request-schemas.ts'
import { ChatReply, ChatRequest, ComponentDescription, givenId, RunEvent } from './schemas.ts'

const profile = Type.Optional(
  literals(['agui', 'aisdk'], {
    description: 'Use the AG-UI or AI SDK protocol instead of the native events',
  }),
)

export const chatContract = defineContract({
  ...memoryEndpoints,
  ...actionEndpoints,
  ...sessionEndpoints,

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

  rejoin: {
    method: 'GET',
    path: '/chat/stream/:session_id/stream',
    summary: 'Follow what a conversation is answering now',
    description:
      'For a client that was reloaded: the whole stream of the running answer, from its start. 204 if the conversation is ' +
      'not answering. This is where the AI SDK looks (resumeStream) when its transport posts to /chat/stream.',
    params: Type.Object({ session_id: givenId('The conversation') }),
    query: Type.Object({ profile }),
    result: RunEvent,
    stream: true,
    mayBeEmpty: true,
    example: {
      params: { session_id: exampleReply.session_id },
      query: { profile: 'aisdk' },
      result: { seq: 3, type: 'text.delta', id: 'txt_1', delta: 'Hello' },
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

  understand: {
    method: 'GET',
    path: '/api/understand',
    summary: 'Tell what a message would mean, without doing anything',
    description:
      'For what is shown while somebody types: how the router understands it, and the result where that only has to be ' +
      'worked out, as a calculation or a conversion. Nothing is stored, and no model is asked.',
    query: Type.Object({
      message: Type.String({ minLength: 1, maxLength: 300, description: 'The message so far' }),
      time_zone: Type.Optional(Type.String({ maxLength: 64, description: 'IANA time zone of the person' })),
      locale: Type.Optional(Type.String({ maxLength: 35, description: 'Language tag of the person' })),
    }),
    result: Type.Object({
      intent: nullable(Type.String(), { description: 'The intent; null if the router is not sure' }),
      label: nullable(Type.String(), { description: 'What it would do, in a few words' }),
      answer: nullable(Type.String(), { description: 'The result, where nothing has to be done for it' }),
    }),
    example: {
      query: { message: '5 miles in km' },
      result: { intent: 'unit_converter', label: 'Unit conversion', answer: '8.0467 km' },
    },
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
