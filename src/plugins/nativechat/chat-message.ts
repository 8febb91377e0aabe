import { nullable } from '../../contract/schema.ts'
import { Type } from '../../contract/type.ts'

/** Where the system's programs are looked for; where macOS has them when left out. */
export interface NativeChatOptions {
  readonly searchPath?: string
}

export const ChatGuid = Type.String({
  minLength: 1,
  maxLength: 500,
  pattern: '^[^\\u0000-\\u001f\\u007f]+$',
  description: 'Chat identifier as NATIVECHAT_SEARCH tells it, or phone number or address of the recipient',
})

export const MessageEntry = Type.Object({
  message_id: Type.String({ description: 'Identifier of the message' }),
  chat_guid: nullable(Type.String(), { description: 'Identifier of the chat, for the other tools' }),
  chat_name: nullable(Type.String(), { description: 'Name of the group, or number or address of the other' }),
  sender: nullable(Type.String(), { description: 'Number or address of who wrote it; null for you' }),
  from_me: Type.Boolean({ description: 'Whether you wrote it' }),
  text: Type.String({ description: 'What it says' }),
  sent_at: Type.String({ description: 'When it was sent' }),
  service: nullable(Type.String(), { description: 'iMessage, SMS or RCS' }),
  attachments: Type.Array(Type.String(), { description: 'Names of the files that came with it' }),
})

export const Handed = Type.Object({
  chat_guid: Type.String({ description: 'The chat, number or address that it went to' }),
})

export const defaultCount = 20

export const Count = Type.Optional(
  Type.Integer({ default: defaultCount, minimum: 1, maximum: 500, description: 'Most messages to return' }),
)
