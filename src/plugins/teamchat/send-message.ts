import { defineTool } from '../../contract/tool.ts'
import { Type } from '../../contract/type.ts'
import { textOf } from '../../platform/upstream/fields.ts'
import { calling } from './channels.ts'
import { connect } from './connection.ts'
import type { Directory } from './directory.ts'
import { ChannelId, ChannelName, ChannelNameOrNull, messageOf, MessageText, ThreadTime } from './params.ts'

export function createSendMessage({ channels }: Directory) {
  return defineTool({
    action: 'TEAMCHAT_SEND',
    title: 'Post to a team channel',
    description: 'Posts a message in a Slack channel, or in a thread there.',
    params: Type.Object({ channel: ChannelName, text: MessageText, thread_ts: ThreadTime }),
    data: Type.Object({
      channel_id: ChannelId,
      channel: ChannelNameOrNull,
      ts: Type.String({ description: 'Timestamp of the message, also its id' }),
    }),
    risk: 'external',
    targets: { exactly: ['channel'] },
    reads: [],
    idempotent: false,
    phrases: [
      'post in #general that the build is green',
      'write to the channel marketing: the meeting moved to 3',
      'send a message to #support on slack',
      'tell the team in slack that I am late',
      'announce the release in the channel news',
      'say hello in #random',
      'message the dev channel',
      'write hello to our team chat',
    ],
    example: { args: { channel: 'general', text: 'The build is green.' } },
    async run({ channel: wanted, text, thread_ts }, call) {
      const message = messageOf(text)
      const client = connect(call)
      const channel = await channels.find(wanted, client)
      const given = { channel: channel.id, thread_ts, ...message }
      const sent = await client.ask('chat.postMessage', given, calling(wanted))
      return {
        message: `Posted in ${calling(channel.name ?? channel.id)}.`,
        data: {
          channel_id: textOf(sent['channel']) ?? channel.id,
          channel: channel.name,
          ts: textOf(sent['ts']) ?? '',
        },
      }
    },
  })
}
