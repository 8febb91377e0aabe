import { AppError } from '../../contract/errors.ts'
import { Type } from '../../contract/type.ts'
import { escaped } from './message-text.ts'

export const ChannelName = Type.String({
  minLength: 1,
  maxLength: 200,
  description: 'Channel id or name: C0123456789, general or #general',
})

export const MessageText = Type.String({
  minLength: 1,
  maxLength: 40_000,
  description: "The text. *bold*, _italic_ and `code` work; names don't become mentions",
})

export const ThreadTime = Type.Optional(
  Type.String({
    pattern: '^\\d{6,12}\\.\\d{1,9}$',
    description: 'ts of a message, to reply in its thread',
  }),
)

export const ChannelId = Type.String({ description: 'Id of the channel' })

export const ChannelNameOrNull = Type.Union([Type.String(), Type.Null()], {
  description: 'Its name, if given by name',
})

/** What chat.postMessage gets; a link in it is not fetched by Slack, so that writing it tells nobody else anything. */
export function messageOf(text: string): { text: string; unfurl_links: false; unfurl_media: false } {
  if (text.trim() === '') throw new AppError('invalid_request', 'The message has no text. Set text.')
  return { text: escaped(text), unfurl_links: false, unfurl_media: false }
}
