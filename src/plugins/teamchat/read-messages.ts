import { countOf } from '../../contract/text/counts.ts'
import { defineTool } from '../../contract/tool.ts'
import { Type, type Static } from '../../contract/type.ts'
import { fieldsOf, isoOf, listOf, numberOf, textOf, type Fields } from '../../platform/upstream/fields.ts'
import { calling } from './channels.ts'
import { connect } from './connection.ts'
import type { Directory } from './directory.ts'
import { mentionedIn, readable } from './message-text.ts'
import { ChannelId, ChannelName, ChannelNameOrNull } from './params.ts'

const defaultLimit = 20

const TextOrNull = (description: string) => Type.Union([Type.String(), Type.Null()], { description })

const Message = Type.Object({
  ts: Type.String({ description: 'Timestamp of the message, also its id' }),
  time: TextOrNull('The same as a date and time'),
  user_id: TextOrNull('Id of the author; null for a bot'),
  user: TextOrNull('Name of the author'),
  text: Type.String({ description: 'The text' }),
  files: Type.Array(Type.String(), { description: 'Names of attached files' }),
  replies: Type.Integer({ description: 'Number of replies in its thread' }),
})

export function createReadMessages({ channels, people }: Directory) {
  return defineTool({
    action: 'TEAMCHAT_READ',
    title: 'Read a team channel',
    description: 'Reads the latest messages in a Slack channel, newest last.',
    params: Type.Object({
      channel: ChannelName,
      limit: Type.Optional(
        Type.Integer({ default: defaultLimit, minimum: 1, maximum: 200, description: 'How many messages' }),
      ),
    }),
    data: Type.Object({
      channel_id: ChannelId,
      channel: ChannelNameOrNull,
      messages: Type.Array(Message, { description: 'The messages, newest last' }),
      more: Type.Boolean({ description: 'Whether there are older ones' }),
    }),
    risk: 'read',
    reads: ['untrusted', 'private'],
    idempotent: true,
    phrases: [
      'read the last messages in #general',
      'what is new in the channel marketing',
      'show the latest slack messages',
      'what did the team write in #support',
      'summarize the team chat of today',
      'read the last 50 messages of #random',
      'did anybody write in the dev channel',
      'catch me up on our slack channel',
    ],
    example: { args: { channel: 'general' } },
    async run({ channel: wanted, limit = defaultLimit }, call) {
      const client = connect(call)
      const channel = await channels.find(wanted, client)
      const history = await client.ask(
        'conversations.history',
        { channel: channel.id, limit },
        calling(wanted),
      )
      const raw = listOf(history['messages']).map(fieldsOf).toReversed()
      const ids = raw.flatMap((message) => [...authorOf(message), ...mentionedIn(textIn(message))])
      const names = await people.namesOf(new Set(ids), client)
      const messages = raw.map((message) => messageOf(message, names))
      const count = countOf(messages.length, 'message')
      return {
        message: `The latest ${count} in ${calling(channel.name ?? channel.id)}.`,
        data: {
          channel_id: channel.id,
          channel: channel.name,
          messages,
          more: history['has_more'] === true,
        },
      }
    },
  })
}

function messageOf(fields: Fields, names: ReadonlyMap<string, string>): Static<typeof Message> {
  const ts = textOf(fields['ts']) ?? ''
  const userId = textOf(fields['user'])
  const called = textOf(fields['username']) ?? textOf(fieldsOf(fields['bot_profile'])['name'])
  return {
    ts,
    time: isoOf(Number(ts) * 1000),
    user_id: userId,
    user: userId === null ? called : (names.get(userId) ?? called ?? userId),
    text: readable(textIn(fields), names),
    files: listOf(fields['files']).map((file) => textOf(fieldsOf(file)['name']) ?? 'a file'),
    replies: numberOf(fields['reply_count']) ?? 0,
  }
}

function authorOf(message: Fields): string[] {
  const id = textOf(message['user'])
  return id === null ? [] : [id]
}

/** Programs often write nothing into the text and everything into what is attached. */
function textIn(message: Fields): string {
  const attached = listOf(message['attachments']).map((one) => textOf(fieldsOf(one)['fallback']) ?? '')
  return [textOf(message['text']) ?? '', ...attached].filter((part) => part !== '').join('\n')
}
