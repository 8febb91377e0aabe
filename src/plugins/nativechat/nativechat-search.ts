import { AppError } from '../../contract/errors.ts'
import { countOf } from '../../contract/text/counts.ts'
import { defineTool } from '../../contract/tool.ts'
import { Type } from '../../contract/type.ts'
import { Count, defaultCount, MessageEntry } from './chat-message.ts'

const Params = Type.Object({
  query: Type.String({ minLength: 1, maxLength: 500, description: 'Text to find, ignoring case' }),
  count: Count,
})

const Data = Type.Object({
  query: Type.String({ description: 'The search' }),
  messages: Type.Array(MessageEntry, { description: 'The newest first' }),
})

export const nativechatSearch = defineTool({
  action: 'NATIVECHAT_SEARCH',
  title: 'Search messages',
  description: 'Finds messages in the Messages app on this Mac by text, newest first.',
  params: Params,
  data: Data,
  risk: 'read',
  reads: ['untrusted', 'private'],
  idempotent: true,
  editions: ['macos'],
  phrases: [
    'search my messages for lunch',
    'find the message about the keys',
    'what did Anna text me about the party',
    'look in iMessage for the address',
    'find the text message with the code',
    'search my iMessages for invoice',
    'who wrote me about saturday',
    'find messages that mention the flight',
  ],
  example: { args: { query: 'lunch', count: 5 } },
  async run({ query, count = defaultCount }, { home, signal }) {
    if (query.trim() === '') throw new AppError('invalid_request', 'query is empty. Give the text to find.')
    const { searchMessages } = await import('../../platform/macos/messages-database.ts')
    const messages = await searchMessages(query.trim(), { home, signal, count })
    return {
      message:
        messages.length === 0
          ? `No message contains "${query}".`
          : `Found "${query}" in ${countOf(messages.length, 'message')}.`,
      data: { query, messages },
    }
  },
})
