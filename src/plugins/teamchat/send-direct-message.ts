import { AppError } from '../../contract/errors.ts'
import { defineTool } from '../../contract/tool.ts'
import { Type } from '../../contract/type.ts'
import { fieldsOf, textOf } from '../../platform/upstream/fields.ts'
import { connect } from './connection.ts'
import type { Directory } from './directory.ts'
import { ChannelId, messageOf, MessageText } from './params.ts'

export function createSendDirectMessage({ people }: Directory) {
  return defineTool({
    action: 'TEAMCHAT_SEND_DM',
    title: 'Message someone in the team chat',
    description: 'Sends a direct message to a member of the Slack workspace.',
    params: Type.Object({
      user: Type.String({
        minLength: 1,
        maxLength: 200,
        description: 'Recipient: a user id, an email address, or the full or display name',
      }),
      text: MessageText,
    }),
    data: Type.Object({
      user_id: Type.String({ description: 'Id of the person' }),
      user: Type.Union([Type.String(), Type.Null()], { description: 'Name, if not given by id' }),
      channel_id: ChannelId,
      ts: Type.String({ description: 'Timestamp of the message, also its id' }),
    }),
    risk: 'external',
    targets: { exactly: ['user'] },
    reads: [],
    idempotent: false,
    phrases: [
      'send Anna a direct message on slack',
      'dm bob that the report is ready',
      'write privately to anna@example.org in slack',
      'message Anna Smith in the team chat',
      'tell bob on slack that I am on my way',
      'send a private message to my colleague',
      'ping Anna directly in the team chat',
      'slack bob the address',
    ],
    example: { args: { user: 'anna@example.org', text: 'The report is ready.' } },
    async run({ user, text }, call) {
      const message = messageOf(text)
      const client = connect(call)
      const person = await people.find(user, client)
      const about = `"${person.name ?? user}"`
      const opened = await client.ask('conversations.open', { users: person.id }, about)
      const channel = textOf(fieldsOf(opened['channel'])['id'])
      if (channel === null)
        throw new AppError('upstream_failed', "Slack didn't open a conversation. Try again.")
      const sent = await client.ask('chat.postMessage', { channel, ...message }, about)
      return {
        message: `Messaged ${person.name ?? person.id}.`,
        data: { user_id: person.id, user: person.name, channel_id: channel, ts: textOf(sent['ts']) ?? '' },
      }
    },
  })
}
