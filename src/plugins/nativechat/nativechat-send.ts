import { defineTool } from '../../contract/tool.ts'
import { Type } from '../../contract/type.ts'
import { ChatGuid, Handed, type NativeChatOptions } from './chat-message.ts'

const Params = Type.Object({
  chat_guid: ChatGuid,
  message: Type.String({ minLength: 1, maxLength: 20_000, pattern: '\\S', description: 'Text to send' }),
})

export function createNativechatSend({ searchPath }: NativeChatOptions) {
  return defineTool({
    action: 'NATIVECHAT_SEND',
    title: 'Send a message',
    description: 'Sends a message to a chat, phone number or address through the Messages app on this Mac.',
    params: Params,
    data: Handed,
    risk: 'external',
    targets: { exactly: ['chat_guid'] },
    reads: [],
    idempotent: false,
    editions: ['macos'],
    phrases: [
      'send an iMessage to alice@example.com',
      'write to the group Weekend Plans that I am in',
      'message +15551234567 that I am late',
      'reply in this chat with yes',
      'iMessage Anna the address',
      'tell the chat that dinner is at eight',
      'send hello to alice@example.com by iMessage',
      'answer that message',
    ],
    example: { args: { chat_guid: 'iMessage;-;+15551234567', message: 'On my way.' } },
    async run({ chat_guid: given, message }, { home, signal }) {
      const { receiverOf, sendMessage } = await import('../../platform/macos/messages-app.ts')
      const receiver = await receiverOf(given, { home })
      await sendMessage({ receiver, text: message, home, signal, searchPath })
      return { message: `Handed the text for ${given} to Messages.`, data: { chat_guid: receiver.target } }
    },
  })
}
