import { textOf, type Act, type Understood } from './act.ts'
import { callTool, type ToolDeps } from './call-tool.ts'

interface TeamChatDeps extends ToolDeps {
  readonly isSet: (name: string) => boolean
}

/** The channels of a Slack workspace. */
export function teamChatActs(deps: TeamChatDeps): Readonly<Record<string, Act>> {
  return {
    'teamchat.read': (understood) => readChannel(deps, understood),
    'teamchat.send': (understood) => send(deps, understood),
  }
}

const NO_TOKEN =
  'The team chat has no token yet: put the bot token of your Slack app into TEAMCHAT_TOKEN in the settings.'
const NOT_TEAMS = 'Of team chats only Slack can be reached, not Teams.'

interface Message {
  readonly user: string | null
  readonly time: string | null
  readonly text: string
}

async function readChannel(deps: TeamChatDeps, understood: Understood): Promise<void> {
  const { slots, voice } = understood
  if (slots['is_teams'] === true) return voice.say(NOT_TEAMS)
  if (!deps.isSet('TEAMCHAT_TOKEN')) return voice.say(NO_TOKEN)
  const channel = textOf(slots, 'channel')
  if (channel === undefined)
    return voice.decline('Of which channel? Say for instance "read the last messages in #general".')
  const data = await callTool(deps, understood, { action: 'TEAMCHAT_READ', args: { channel }, says: true })
  const messages = (Array.isArray(data?.['messages']) ? data['messages'] : []) as readonly Message[]
  if (messages.length === 0) return
  voice.add({
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
}

async function send(deps: TeamChatDeps, understood: Understood): Promise<void> {
  const { slots, voice } = understood
  if (slots['is_teams'] === true) return voice.say(`${NOT_TEAMS} Nothing was sent.`)
  if (!deps.isSet('TEAMCHAT_TOKEN')) return voice.say(`${NO_TOKEN} Nothing was sent.`)
  const [channel, user, text] = ['channel', 'user', 'text'].map((name) => textOf(slots, name))
  if (channel === undefined && user === undefined)
    return voice.decline('To whom? Say for instance: post "lunch is ready" to #general. Nothing was sent.')
  if (text === undefined)
    return voice.decline('What shall it say? Put the words into quotes. Nothing was sent.')
  const to = channel === undefined ? user! : `#${channel}`
  await callTool(deps, understood, {
    action: channel === undefined ? 'TEAMCHAT_SEND_DM' : 'TEAMCHAT_SEND',
    args: { ...(channel === undefined ? { user } : { channel }), text },
    says: true,
    askBecause: `“${text.slice(0, 200)}” would be sent to ${to} on Slack.`,
  })
}
