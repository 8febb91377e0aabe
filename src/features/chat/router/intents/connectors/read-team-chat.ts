import { textOf } from '../../answers/act.ts'
import { callTool } from '../../answers/call-tool.ts'
import { defineIntent, optional } from '../../define-intent.ts'
import { channel, chat, isTeams, NO_TOKEN, NOT_TEAMS } from './slack.ts'

const fresh = '[new|latest|last|unread|recent]'

interface Message {
  readonly user: string | null
  readonly time: string | null
  readonly text: string
}

export const intent = defineIntent({
  name: 'teamchat.read',
  label: 'Team chat',
  example: 'Read the last messages in #general',
  slots: {
    channel: optional.text,
    user: optional.text,
    limit: optional.number,
    is_teams: optional.boolean,
  },
  templates: [
    `[any|are there any|do i have any|read|show [me]|check|what are|get|see] [my|the] ${fresh} [{limit:number}] (messages|message|posts|post) (on|in|from|of) ${chat} [<lately>]`,
    `[any|read|show [me]|check|see] [my|the] ${fresh} (slack|teams) messages`,
    `(what is new|anything new|what happened|[what is|show me|tell me] the latest) (in|on|from) ${chat}`,
    '(read|check|show [me]) (slack|my slack|the team chat)',
    '(read|check|open|show [me]) {channel:channel}',
    `(catch me up|bring me up to date|fill me in) on ${channel}`,
    `what did (they|people|everyone|everybody|the team|{user:person}) (write|say|post) (on|in) ${chat}`,
  ],
  fill: (captured, { lower }) => ({
    channel: textOf(captured, 'channel'),
    user: textOf(captured, 'user'),
    limit: captured.limit,
    is_teams: isTeams(lower),
  }),
  async act(understood, port) {
    const { slots, writer } = understood
    if (slots.is_teams) return writer.say(NOT_TEAMS)
    if (!port.isSet('TEAMCHAT_TOKEN')) return writer.say(NO_TOKEN)
    const { channel, limit } = slots
    if (channel === undefined)
      return writer.decline('Which channel? Say e.g. "read the last messages in #general".')
    const args = { channel, ...(limit !== undefined && { limit }) }
    const data = await callTool(port, understood, { action: 'TEAMCHAT_READ', args, says: true })
    const messages = (Array.isArray(data?.['messages']) ? data['messages'] : []) as readonly Message[]
    if (messages.length === 0) return
    writer.add({
      type: 'table',
      caption: `#${channel}`.slice(0, 300),
      columns: [
        { key: 'time', label: 'Time', type: 'datetime' },
        { key: 'user', label: 'From' },
        { key: 'text', label: 'Message' },
      ],
      rows: messages.map(({ time, user, text }) => ({
        time,
        user: (user ?? '').slice(0, 300),
        text: text.slice(0, 1_000),
      })),
    })
  },
})
