import { defineContract } from '../../contract/endpoint.ts'
import { ModelPick } from '../../contract/model-schema.ts'
import { closed, identifier, literals, nextCursor, nullable, pageQuery } from '../../contract/schema.ts'
import { Type } from '../../contract/type.ts'
import { ChatRecord, ChatSummary, type ChatReply } from './schemas.ts'

const chatParams = Type.Object({ session_id: identifier('Identifier of the conversation') })

export const exampleReply: ChatReply = {
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
  pinned: false,
  preview: "what's the weather in Oslo",
}

/** Conversations: listed, read, named, exported and thrown away. */
export const sessionEndpoints = defineContract({
  listChats: {
    method: 'GET',
    path: '/api/chats',
    summary: 'List or search conversations',
    description: 'Pinned ones first, then by their latest message.',
    query: Type.Object({
      trashed: Type.Optional(
        Type.Boolean({ description: 'List the trash instead; what is in it is deleted after 30 days' }),
      ),
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

  pinChat: {
    method: 'PUT',
    path: '/api/chats/:session_id/pin',
    summary: 'Pin or unpin a conversation',
    params: chatParams,
    body: closed({ pinned: Type.Boolean({ description: 'Whether to list it before the others' }) }),
    result: ChatSummary,
    errors: ['not_found'],
    example: {
      params: exampleParams,
      body: { pinned: true },
      result: { ...exampleSummary, pinned: true },
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

  exportChat: {
    method: 'GET',
    path: '/api/chats/:session_id/export',
    summary: 'Export a conversation',
    description: 'As Markdown to read, or as JSON with everything that is stored.',
    params: chatParams,
    query: Type.Object({
      format: Type.Optional(
        literals(['markdown', 'json'], { default: 'markdown', description: 'What to export it as' }),
      ),
    }),
    result: Type.Object({
      filename: Type.String({ description: 'A name for the file' }),
      media_type: Type.String({ description: 'text/markdown or application/json' }),
      content: Type.String({ description: 'The content of the file' }),
    }),
    errors: ['not_found'],
    example: {
      params: exampleParams,
      query: { format: 'markdown' },
      result: {
        filename: 'weather-in-oslo.md',
        media_type: 'text/markdown',
        content: "# Weather in Oslo\n\n## You\n\nwhat's the weather in Oslo\n",
      },
    },
  },

  trashChat: {
    method: 'POST',
    path: '/api/chats/:session_id/trash',
    summary: 'Move a conversation to the trash',
    description: 'Stops anything running in it. It can be restored for 30 days.',
    params: chatParams,
    result: ChatSummary,
    errors: ['not_found'],
    example: {
      params: exampleParams,
      result: { ...exampleSummary, trashed_at: '2026-03-03T10:00:00Z' },
    },
  },

  restoreChat: {
    method: 'POST',
    path: '/api/chats/:session_id/restore',
    summary: 'Restore a conversation from the trash',
    params: chatParams,
    result: ChatSummary,
    errors: ['not_found'],
    example: { params: exampleParams, result: exampleSummary },
  },

  removeChat: {
    method: 'DELETE',
    path: '/api/chats/:session_id',
    summary: 'Delete a conversation',
    description:
      'For good, also from the trash. Stops anything running in it. Facts learned from it stay in memory.',
    params: chatParams,
    result: Type.Object({
      session_id: identifier('The deleted conversation'),
      deleted: Type.Literal(true, { description: 'Always true: an unknown conversation gets 404' }),
    }),
    errors: ['not_found'],
    example: { params: exampleParams, result: { ...exampleParams, deleted: true } },
  },
})
