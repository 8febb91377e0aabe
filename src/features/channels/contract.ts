import { defineContract } from '../../contract/endpoint.ts'
import { closed, identifier, literals, nullable, timestamp } from '../../contract/schema.ts'
import { Type, type Static } from '../../contract/type.ts'

export const channelNames = ['telegram', 'slack', 'mail'] as const
export type ChannelName = (typeof channelNames)[number]

const name = literals(channelNames, { description: 'Name of the channel' })

export const Pairing = Type.Object(
  {
    id: identifier('The pairing'),
    person: Type.String({ description: 'Who it is, as the chat knows them' }),
    name: nullable(Type.String(), { description: 'What they called themselves when they were paired' }),
    may_approve: Type.Boolean({
      description: 'Whether they get buttons below questions about sending something out of this machine',
    }),
    created_at: timestamp('When they were paired'),
    last_heard_at: nullable(timestamp('When they last wrote')),
  },
  { $id: 'Pairing', description: 'Somebody who may write to this machine from a chat' },
)
export type Pairing = Static<typeof Pairing>

const Channel = Type.Object(
  {
    channel: name,
    title: Type.String({ description: 'Name' }),
    state: literals(['off', 'connecting', 'connected', 'retrying', 'stopped'], {
      description:
        'off: settings are missing. retrying: it reconnects automatically. stopped: you have to do something first, which message says.',
    }),
    account: nullable(Type.String(), { description: 'Its own account in that chat' }),
    message: nullable(Type.String(), { description: 'What is wrong, and what to do' }),
    missing: Type.Array(Type.String(), { description: 'Settings that must be set before it can connect' }),
    only: Type.Array(Type.String(), {
      description: 'If not empty, nobody else is answered, whoever is paired',
    }),
    pairs: Type.Boolean({ description: 'Whether people are let in by pairing' }),
    has_buttons: Type.Boolean({ description: 'Whether a paired person can be allowed to approve there' }),
    pairings: Type.Array(Pairing),
  },
  { $id: 'Channel', description: 'A chat from which this machine can be reached' },
)
export type Channel = Static<typeof Channel>

const channelParams = Type.Object({ channel: name })
const pairingParams = Type.Object({ id: identifier('The pairing') })

const pairing: Pairing = {
  id: 'pair_q3Zk8vYw1nBd',
  person: '4711',
  name: 'Ada',
  may_approve: false,
  created_at: '2026-03-02T09:30:00.000Z',
  last_heard_at: null,
}
const example: Channel = {
  channel: 'telegram',
  title: 'Telegram',
  state: 'connected',
  account: '@deskhand_bot',
  message: null,
  missing: [],
  only: [],
  pairs: true,
  has_buttons: true,
  pairings: [pairing],
}

export const channelsContract = defineContract({
  list: {
    method: 'GET',
    path: '/api/channels',
    summary: 'List the channels, their state and who may write from there',
    result: Type.Object({ channels: Type.Array(Channel) }),
    example: { result: { channels: [example] } },
  },
  pair: {
    method: 'POST',
    path: '/api/channels/:channel/pair',
    summary: 'Make a code that lets one person in',
    description:
      'Whoever sends the code to the account of the channel within ten minutes may write to this machine. It works once; a new ' +
      'one replaces it.',
    params: channelParams,
    result: Type.Object({
      code: Type.String({ pattern: '^[A-Z2-9]{8}$', description: 'To be sent in a private chat' }),
      link: nullable(Type.String(), {
        description: 'Opens the chat with the code, where there is such a link',
      }),
      account: Type.String({ description: 'Whom to send it to' }),
      expires_at: timestamp('When it stops working'),
    }),
    errors: ['not_configured', 'unavailable', 'conflict'],
    example: {
      params: { channel: 'telegram' },
      result: {
        code: 'K7QM4XBD',
        link: 'https://t.me/deskhand_bot?start=K7QM4XBD',
        account: '@deskhand_bot',
        expires_at: '2026-03-02T09:40:00.000Z',
      },
    },
  },
  connect: {
    method: 'POST',
    path: '/api/channels/:channel/connect',
    summary: 'Connect a channel again, e.g. after it was stopped',
    params: channelParams,
    result: Channel,
    errors: ['not_configured'],
    example: { params: { channel: 'telegram' }, result: { ...example, state: 'connecting' } },
  },
  change: {
    method: 'PATCH',
    path: '/api/channel-pairings/:id',
    summary: 'Say whether a paired person may approve',
    description:
      'With it, questions that come from their own messages get buttons in their chat, if they are about sending something out ' +
      'of this machine and fit into one message whole. Nothing else can be approved there.',
    params: pairingParams,
    body: closed({ may_approve: Type.Boolean({ description: 'Whether they may' }) }),
    result: Pairing,
    errors: ['not_found', 'conflict'],
    example: {
      params: { id: pairing.id },
      body: { may_approve: true },
      result: { ...pairing, may_approve: true },
    },
  },
  revoke: {
    method: 'DELETE',
    path: '/api/channel-pairings/:id',
    summary: 'Let a paired person write no more',
    params: pairingParams,
    result: Type.Object({ id: identifier('The pairing'), deleted: Type.Boolean() }),
    errors: ['not_found'],
    example: { params: { id: pairing.id }, result: { id: pairing.id, deleted: true } },
  },
})
