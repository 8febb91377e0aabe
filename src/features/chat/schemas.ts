import { Type, type Static } from '../../contract/type.ts'
import { galleryGroups } from '../../contract/component.ts'
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
      Type.String({ minLength: 1, maxLength: 255, description: 'Its name in the conversation' }),
    ),
  },
  exactlyOne(['file_id', 'document_id', 'path']),
)

/** What `/chat` and `/chat/stream` take. */
export const ChatRequest = closed({
  message: Type.String({ minLength: 1, maxLength: 200_000, description: 'The message' }),
  session_id: Type.Optional(
    givenId('The conversation to continue; an unknown one is created under this name; a new one by default'),
  ),
  attachments: Type.Optional(
    Type.Array(Attachment, { maxItems: 20, description: 'Files the message is about' }),
  ),
  context: Type.Optional(
    dictionary(Type.Unknown(), {
      description: 'What the shell knows and the message may refer to, e.g. time_zone, locale, selected_text',
    }),
  ),
  from_run_id: Type.Optional(
    identifier(
      'If the person pressed a component instead of typing, the answer with that component: what a ' +
        'model wrote does not count as said by the person',
    ),
  ),
  model: Type.Optional(
    nullable(ModelPick, {
      description:
        'The model for this conversation from now on; null for the configured one. If omitted, nothing changes',
    }),
  ),
})

const Route = Type.Object(
  {
    by: literals(['fast_path', 'router', 'model', 'suggestions'], {
      description:
        'A fixed word at the start, the router that needs no model, the model, or none: then the answer suggests ' +
        'possible meanings',
    }),
    score: nullable(Type.Number({ minimum: 0, maximum: 1 }), {
      description: 'Confidence; null if it is not a guess',
    }),
    candidates: Type.Array(
      Type.Object({
        name: Type.String({ description: 'Component type or tool' }),
        score: Type.Number({ minimum: 0, maximum: 1, description: 'How likely' }),
      }),
      { description: 'Other possibilities, likeliest first' },
    ),
    model: Type.Optional(
      Type.Object(
        {
          provider: Type.String({ description: 'Its provider' }),
          model: Type.String({ description: 'Its identifier' }),
        },
        {
          description: 'By a model: the requested one. A notice names another that answered instead',
        },
      ),
    ),
  },
  { $id: 'Route', description: 'How the message was understood, and how surely' },
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
      description: 'Position in the run, rising from 1; also the id of the event',
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
    title: Type.String({ description: 'Title given by the user, or the beginning of the first message' }),
    created_at: timestamp('First message'),
    updated_at: timestamp('Last message'),
    message_count: Type.Integer({ minimum: 0, description: 'Messages of both sides' }),
    origin: Type.String({
      description: 'Where it started: client, schedule, webhook:<who> or channel:<channel>:<who>',
    }),
    pinned: Type.Boolean({ description: 'Whether it is listed before the others' }),
    trashed_at: Type.Optional(timestamp('When it was moved to the trash')),
    preview: Type.String({
      description: 'Text of the last message, or of the match, shortened',
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
      description: 'Id of the preceding component of this answer; null before the first',
    }),
    shortened: Type.Optional(
      Type.Boolean({
        description: 'Whether data was left out because it is long; the events of the run have it',
      }),
    ),
  },
  {
    description: 'Something done for an answer; its other members are those of the event of this type',
  },
)
export type Happening = Static<typeof Happening>

const ChatMessage = Type.Object({
  message_id: identifier('Identifier of the message'),
  role: literals(['user', 'assistant'], { description: 'The author' }),
  text: Type.String({ description: 'The text; for an answer, the text of its components' }),
  components: Type.Array(Component, { description: 'Components of an answer; empty for a user message' }),
  attachments: Type.Array(Attachment, { description: "Files the user's message is about" }),
  run_id: identifier('The run the message started or that gave the answer'),
  route: Type.Optional(Route),
  happened: Type.Optional(
    Type.Array(Happening, {
      description: 'For an answer: tool calls, decisions and notices in order; omitted if there were none',
    }),
  ),
  usage: Type.Optional(ModelUsage),
  created_at: timestamp('When it was sent'),
})

export const ChatRecord = Type.Object({
  session_id: identifier('Identifier of the conversation'),
  title: Type.String({ description: 'Title given by the user, or the beginning of the first message' }),
  origin: Type.String({
    description: 'Where it started: client, schedule, webhook:<who> or channel:<channel>:<who>',
  }),
  model: nullable(ModelPick, {
    description: 'The model chosen for this conversation; null for the configured one',
  }),
  created_at: timestamp('First message'),
  updated_at: timestamp('Last message'),
  messages: Type.Array(ChatMessage, { description: 'Oldest first' }),
})

export const ComponentDescription = Type.Object({
  stored: Type.Optional(
    dictionary(Type.Unknown(), {
      description: 'JSON Schema of what the widget stores under its id',
    }),
  ),
  type: Type.String({ description: 'Name of the component type' }),
  tier: Type.Integer({
    minimum: 0,
    maximum: 3,
    description: '0 layout and basics, 1 client only, 2 live data, 3 stored',
  }),
  summary: Type.String({ description: 'What it is for' }),
  schema: dictionary(Type.Unknown(), { description: 'JSON Schema of its members, type included' }),
  example: Component,
  gallery: Type.Optional(
    Type.Object(
      {
        group: literals(galleryGroups, { description: 'Where it stands' }),
        title: Type.String({ description: 'Name for a person' }),
        about: Type.String({ description: 'What it does, in a few words' }),
        icon: Type.String({ description: 'Name of a Lucide icon' }),
        settings: Type.Array(Type.String(), { description: 'Members to ask for, in order' }),
        required: Type.Array(Type.String(), { description: 'Those of them that must be set' }),
        start: dictionary(Type.Unknown(), { description: 'Members that a new one begins with' }),
        own: dictionary(Type.String(), {
          description: 'Members that begin with the value of a setting, by its name',
        }),
      },
      {
        description:
          'How to offer it to somebody who looks for a widget; missing if it needs an answer around it',
      },
    ),
  ),
})

export const MemoryFact = Type.Object(
  {
    memory_id: identifier('Identifier of the fact'),
    text: Type.String({ description: 'The fact as a sentence' }),
    kind: nullable(Type.String(), {
      description: 'What it is about, e.g. home_city, if understood',
    }),
    value: nullable(Type.String(), { description: 'The value alone, e.g. Tokyo, if understood' }),
    source: literals(['chat', 'client', 'model'], {
      description: 'Said in a conversation, added here, or saved by a model',
    }),
    session_id: nullable(identifier('Conversation'), { description: 'The conversation it comes from' }),
    created_at: timestamp('When it was first known'),
    updated_at: timestamp('When it was last changed'),
  },
  { $id: 'MemoryFact', description: 'Something the user said about themselves' },
)
export type MemoryFact = Static<typeof MemoryFact>

export const MemoryText = closed({
  text: Type.String({
    minLength: 1,
    maxLength: 2000,
    description: 'The fact as a sentence, e.g. I live in Tokyo',
  }),
})
