import { AppError } from '../../contract/errors.ts'
import { countOf } from '../../contract/text/counts.ts'
import { defineTool } from '../../contract/tool.ts'
import { Type } from '../../contract/type.ts'
import { ChatGuid, Count, defaultCount, MessageEntry } from './chat-message.ts'

const Params = Type.Object({ chat_guid: ChatGuid, count: Count })

const Data = Type.Object({
  chat_guid: Type.String({ description: 'The chat that was read' }),
  messages: Type.Array(MessageEntry, { description: 'In chronological order' }),
})

export const nativechatRead = defineTool({
  action: 'NATIVECHAT_READ',
  title: 'Read a chat',
  description:
    'Reads the newest messages in one chat of the Messages app on this Mac. Nothing is marked as read.',
  params: Params,
  data: Data,
  risk: 'read',
  reads: ['untrusted', 'private'],
  idempotent: true,
  editions: ['macos'],
  phrases: [
    'read my chat with +15551234567',
    'show the last messages from alice@example.com',
    'what is new in the group Weekend Plans',
    'read my iMessages with Anna',
    'show the last ten messages of this chat',
    'what did she write last',
    'open the conversation with +15551234567',
    'read the newest texts in that chat',
  ],
  example: { args: { chat_guid: 'iMessage;-;+15551234567', count: 10 } },
  async run({ chat_guid: given, count = defaultCount }, { home, signal }) {
    const { findChats, readChat } = await import('../../platform/macos/messages-database.ts')
    const { isPhoneNumber, phoneNumber } = await import('../../platform/macos/messages-app.ts')
    const name = isPhoneNumber(given) ? phoneNumber(given) : given.trim()
    const [chat] = await findChats(name, { home })
    if (!chat)
      throw new AppError('not_found', `No chat "${given}". Find its chat_guid with NATIVECHAT_SEARCH.`)
    const messages = await readChat(chat.guid, { home, signal, count })
    return {
      message: `The newest ${countOf(messages.length, 'message')} of ${chat.name ?? chat.identifier}.`,
      data: { chat_guid: chat.guid, messages: messages.toReversed() },
    }
  },
})
