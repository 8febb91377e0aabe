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
  description: "Chat identifier from NATIVECHAT_SEARCH, or the recipient's phone number or address",
})

export const MessageEntry = Type.Object({
  message_id: Type.String({ description: 'Identifier of the message' }),
  chat_guid: nullable(Type.String(), { description: 'Identifier of the chat, for the other tools' }),
  chat_name: nullable(Type.String(), {
    description: "Name of the group, or the other person's number or address",
  }),
  sender: nullable(Type.String(), { description: "Sender's number or address; null for you" }),
  from_me: Type.Boolean({ description: 'Whether you wrote it' }),
  text: Type.String({ description: 'The text' }),
  sent_at: Type.String({ description: 'When it was sent' }),
  service: nullable(Type.String(), { description: 'iMessage, SMS or RCS' }),
  attachments: Type.Array(Type.String(), { description: 'Names of attached files' }),
})

export const Handed = Type.Object({
  chat_guid: Type.String({ description: 'The chat, number or address it went to' }),
})

export const defaultCount = 20

export const Count = Type.Optional(
  Type.Integer({
    default: defaultCount,
    minimum: 1,
    maximum: 500,
    description: 'Maximum number of messages to return',
  }),
)
