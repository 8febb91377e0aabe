import { Type, type Static } from '../../contract/type.ts'
import { Component } from '../../contract/component-schema.ts'
import { ModelPick, ModelUsage } from '../../contract/model-schema.ts'
import {
  closed,
  dictionary,
  exactlyOne,
  identifier,
  literals,
  loose,
  nullable,
  timestamp,
} from '../../contract/schema.ts'

/** A name that a client may give to a conversation or a run of its own. */
export const givenId = (description: string) =>
  Type.String({ pattern: '^[A-Za-z0-9._:~@-]{1,128}$', description })

const Attachment = closed(
  {
    file_id: Type.Optional(identifier('A file from POST /api/upload')),
    document_id: Type.Optional(identifier('A document from POST /api/file-ingest')),
    path: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 4096,
        description: 'Absolute path of a file on this machine; ~ is expanded',
      }),
    ),
    name: Type.Optional(
      Type.String({ minLength: 1, maxLength: 255, description: 'What to call it in the conversation' }),
    ),
  },
  exactlyOne(['file_id', 'document_id', 'path']),
)

/** What `/chat` and `/chat/stream` take. */
export const ChatRequest = closed({
  message: Type.String({ minLength: 1, maxLength: 200_000, description: 'What the person says' }),
  session_id: Type.Optional(
    givenId(
      'Conversation to go on with; one that is not known begins under this name, a new one when left out',
    ),
  ),
  attachments: Type.Optional(
    Type.Array(Attachment, { maxItems: 20, description: 'Files that the message is about' }),
  ),
  context: Type.Optional(
    dictionary(Type.Unknown(), {
      description: 'What the shell knows and the message may mean, e.g. time_zone, locale, selected_text',
    }),
  ),
  from_run_id: Type.Optional(
    identifier(
      'The answer on whose component these words stood, when the person pressed them and did not type them: what a ' +
        'model wrote does not count as said by the person',
    ),
  ),
  model: Type.Optional(
    nullable(ModelPick, {
      description:
        'The model that answers in this conversation from now on; null for the one that is set. Left out, nothing changes',
    }),
  ),
})

const Route = Type.Object(
  {
    by: literals(['fast_path', 'router', 'model', 'suggestions'], {
      description:
        'A fixed word at the start, the router that needs no model, the model, or nobody: then the answer suggests ' +
        'what may have been meant',
    }),
    score: nullable(Type.Number({ minimum: 0, maximum: 1 }), {
      description: 'How sure; null where it is not a guess',
    }),
    candidates: Type.Array(
      Type.Object({
        name: Type.String({ description: 'Component type or tool' }),
        score: Type.Number({ minimum: 0, maximum: 1, description: 'How likely' }),
      }),
      { description: 'What else came into question, the likeliest first' },
    ),
    model: Type.Optional(
      Type.Object(
        {
          provider: Type.String({ description: 'Who runs it' }),
          model: Type.String({ description: 'Its identifier' }),
        },
        {
          description:
            'By a model: the one that was asked. A notice names another that answered in its place',
        },
      ),
    ),
  },
  { $id: 'Route', description: 'Who understood the message, and how surely' },
)

export const ChatReply = Type.Object(
  {
    components: Type.Array(Component, { description: 'What to draw, in order' }),
    session_id: identifier('The conversation, for the next message'),
    run_id: identifier('This answer; its events are at GET /api/runs/{run_id}/events'),
    route: Route,
  },
  { $id: 'ChatReply', description: 'The answer to a message' },
)
export type ChatReply = Static<typeof ChatReply>

export const RunEvent = loose(
  {
    seq: Type.Integer({
      minimum: 1,
      description: 'Place in the run, rising from 1; also the id of the event',
    }),
    type: Type.String({
      minLength: 1,
      maxLength: 64,
      description:
        'run.start, text.delta, reasoning.delta, tool.start, tool.progress, tool.end, step.start, step.end, ' +
        'component.add, component.patch, component.remove, approval.request, approval.result, notice, and last ' +
        'run.end (outcome success, interrupt or cancelled) or run.error',
    }),
  },
  { $id: 'RunEvent', description: 'One event of a run; its other members depend on its type' },
)

export const ChatSummary = Type.Object(
  {
    session_id: identifier('Identifier of the conversation'),
    title: Type.String({ description: 'Title that the user gave, or the beginning of the first message' }),
    created_at: timestamp('First message'),
    updated_at: timestamp('Last message'),
    message_count: Type.Integer({ minimum: 0, description: 'Messages of both sides' }),
    origin: Type.String({ description: 'Where it began: client, schedule or webhook:<who>' }),
    preview: Type.String({
      description: 'Text of the last message, or of the place that was found, shortened',
    }),
  },
  { $id: 'ChatSummary', description: 'A conversation in a list' },
)
export type ChatSummary = Static<typeof ChatSummary>

const Happening = loose(
  {
    type: literals(['tool.start', 'tool.end', 'approval.result', 'notice'], {
      description: 'As in the events of the run',
    }),
    after: nullable(Type.String(), {
      description: 'Id of the component of this answer behind which it happened; null before the first',
    }),
    shortened: Type.Optional(
      Type.Boolean({
        description: 'data of the result is left out for its length; the events of the run have it',
      }),
    ),
  },
  {
    description:
      'Something that was done for an answer; its other members are those of the event of this type',
  },
)
export type Happening = Static<typeof Happening>

const ChatMessage = Type.Object({
  message_id: identifier('Identifier of the message'),
  role: literals(['user', 'assistant'], { description: 'Who said it' }),
  text: Type.String({ description: 'What was said; of an answer, the text of its components' }),
  components: Type.Array(Component, { description: 'What an answer draws; empty for a message of the user' }),
  attachments: Type.Array(Attachment, { description: 'Files that a message of the user is about' }),
  run_id: identifier('The run that the message began or that gave the answer'),
  route: Type.Optional(Route),
  happened: Type.Optional(
    Type.Array(Happening, {
      description:
        'Of an answer: tool calls, decisions and notices in their order; left out where there were none',
    }),
  ),
  usage: Type.Optional(ModelUsage),
  created_at: timestamp('When it was said'),
})

export const ChatRecord = Type.Object({
  session_id: identifier('Identifier of the conversation'),
  title: Type.String({ description: 'Title that the user gave, or the beginning of the first message' }),
  origin: Type.String({ description: 'Where it began: client, schedule or webhook:<who>' }),
  model: nullable(ModelPick, {
    description: 'The model that was chosen for this conversation; null for the one that is set',
  }),
  created_at: timestamp('First message'),
  updated_at: timestamp('Last message'),
  messages: Type.Array(ChatMessage, { description: 'The oldest first' }),
})

export const ComponentDescription = Type.Object({
  stored: Type.Optional(
    dictionary(Type.Unknown(), {
      description: 'JSON Schema of what the widget keeps in the store under its id',
    }),
  ),
  type: Type.String({ description: 'Name of the component type' }),
  tier: Type.Integer({
    minimum: 0,
    maximum: 3,
    description: '0 layout and basics, 1 works in the client alone, 2 fed by live data, 3 kept in the store',
  }),
  summary: Type.String({ description: 'What it is for' }),
  schema: dictionary(Type.Unknown(), { description: 'JSON Schema of its members, type included' }),
  example: Component,
})

export const MemoryFact = Type.Object(
  {
    memory_id: identifier('Identifier of the fact'),
    text: Type.String({ description: 'The fact as a sentence' }),
    kind: nullable(Type.String(), {
      description: 'What it is about, e.g. home_city, where that was understood',
    }),
    value: nullable(Type.String(), { description: 'The value alone, e.g. Tokyo, where that was understood' }),
    source: literals(['chat', 'client', 'model'], {
      description: 'Said in a conversation, added here, or kept by a model',
    }),
    session_id: nullable(identifier('Conversation'), { description: 'Conversation in which it was said' }),
    created_at: timestamp('When it was first known'),
    updated_at: timestamp('When it was last changed'),
  },
  { $id: 'MemoryFact', description: 'Something that the user told about themselves' },
)
export type MemoryFact = Static<typeof MemoryFact>

export const MemoryText = closed({
  text: Type.String({
    minLength: 1,
    maxLength: 2000,
    description: 'The fact as a sentence, e.g. I live in Tokyo',
  }),
})
