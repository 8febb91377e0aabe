import { Type } from '../../contract/type.ts'
import { declareSetting } from './declare-setting.ts'
import { Email, HttpUrl, Key, Line } from './value-schemas.ts'

const group = 'Channels'
const ntfy = 'Notices to ntfy'

const Users = Type.Array(Line, { maxItems: 1000, uniqueItems: true })

export const channelSettings = [
  declareSetting({
    name: 'TELEGRAM_BOT_TOKEN',
    label: 'Telegram bot token',
    group,
    description: 'The token of your Telegram bot, from @BotFather. With it you can write to this machine.',
    schema: Key,
    default: null,
    secret: true,
    goesTo: ['UPSTREAM_TELEGRAM'],
  }),
  declareSetting({
    name: 'TELEGRAM_USERS',
    label: 'Telegram users',
    group,
    advanced: true,
    description: 'If set, only these people are answered, by numeric id, whoever else is paired.',
    schema: Users,
    default: [],
    example: ['4711'],
  }),
  declareSetting({
    name: 'SLACK_APP_TOKEN',
    label: 'Slack app-level token',
    group,
    description:
      'The app-level token of your Slack app, with the scope connections:write. It starts with xapp-.',
    schema: Key,
    default: null,
    secret: true,
    goesTo: ['UPSTREAM_SLACK'],
  }),
  declareSetting({
    name: 'SLACK_BOT_TOKEN',
    label: 'Slack bot token',
    group,
    description:
      'The bot token of your Slack app, for writing to this machine. It starts with xoxb-, and may be the same as TEAMCHAT_TOKEN.',
    schema: Key,
    default: null,
    secret: true,
    goesTo: ['UPSTREAM_SLACK'],
  }),
  declareSetting({
    name: 'SLACK_USERS',
    label: 'Slack users',
    group,
    advanced: true,
    description: 'If set, only these people are answered, by member id, whoever else is paired.',
    schema: Users,
    default: [],
    example: ['U012AB3CD'],
  }),
  declareSetting({
    name: 'MAIL_CHANNEL_ADDRESS',
    label: 'Email address to write to',
    group,
    description:
      'The address at which this machine answers email from people you paired, such as ada+deskhand@example.org. It must arrive in the inbox of your mail account.',
    schema: Email,
    default: null,
    example: 'ada+deskhand@example.org',
  }),
  declareSetting({
    name: 'MAIL_CHANNEL_AUTHSERV_ID',
    label: 'Who checks senders',
    group,
    advanced: true,
    description:
      'The name in which your mail provider signs its check of senders: the first word after Authentication-Results in the source of an email. Known for Gmail and Microsoft; for several servers write *.example.org. Your provider must remove such lines from mail that others send.',
    schema: Type.String({
      pattern: '^(?:\\*\\.)?[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?$',
      maxLength: 253,
    }),
    default: null,
    example: 'mx.example.org',
  }),
  declareSetting({
    name: 'MAIL_CHANNEL_USERS',
    label: 'Email users',
    group,
    advanced: true,
    description: 'If set, only these people are answered, by email address, whoever else is paired.',
    schema: Users,
    default: [],
    example: ['ada@example.org'],
  }),
  declareSetting({
    name: 'NTFY_TOPIC',
    label: 'ntfy topic',
    group: ntfy,
    description:
      'Also send notifications to this topic of ntfy. Whoever knows its name can read them, so make it long and hard to guess.',
    schema: Type.String({ pattern: '^[-_A-Za-z0-9]{1,64}$' }),
    default: null,
    example: 'deskhand-q3Zk8vYw1nBd5xTe',
  }),
  declareSetting({
    name: 'NTFY_URL',
    label: 'ntfy server',
    group: ntfy,
    description: 'The address of the ntfy server. It may be on this machine or its network.',
    schema: HttpUrl,
    default: 'https://ntfy.sh',
  }),
  declareSetting({
    name: 'NTFY_TOKEN',
    label: 'ntfy access token',
    group: ntfy,
    description: 'An access token, if the topic is protected.',
    schema: Key,
    default: null,
    secret: true,
    goesTo: ['NTFY_URL'],
  }),
] as const
