import { Type, type Static } from '../../contract/type.ts'
import { defineContract } from '../../contract/endpoint.ts'
import { closed, identifier, nullable, timestamp } from '../../contract/schema.ts'

const BASE64URL = '^[A-Za-z0-9_-]+$'

export const PushDevice = Type.Object(
  {
    id: identifier('The subscription'),
    name: Type.String({ description: 'What the device is called' }),
    service: Type.String({ description: 'Host of the push service that messages go through' }),
    created_at: timestamp('When it was added'),
    last_sent_at: nullable(timestamp('When the push service last took a message')),
    problem: nullable(Type.String({ description: 'Why the last message was not delivered' })),
  },
  { $id: 'PushDevice' },
)
export type PushDevice = Static<typeof PushDevice>

export const NewSubscription = closed({
  endpoint: Type.String({
    format: 'uri',
    maxLength: 2048,
    description: 'Where the push service takes messages: an https address, as the browser gave it',
  }),
  keys: closed({
    p256dh: Type.String({ pattern: BASE64URL, maxLength: 128, description: 'Public key of the browser' }),
    auth: Type.String({ pattern: BASE64URL, maxLength: 64, description: 'Secret of the browser' }),
  }),
  name: Type.String({
    minLength: 1,
    maxLength: 100,
    pattern: '^[^\\u0000-\\u001f\\u007f]+$',
    description: 'What to call the device',
  }),
})
export type NewSubscription = Static<typeof NewSubscription>

const example: PushDevice = {
  id: 'psh_q3Zk8vYw1nBd5xTe',
  name: 'Chrome on Android',
  service: 'push.example.net',
  created_at: '2026-03-02T09:30:00.000Z',
  last_sent_at: null,
  problem: null,
}

const params = Type.Object({ id: identifier('The subscription') })

export const pushContract = defineContract({
  key: {
    method: 'GET',
    path: '/api/push/key',
    summary: 'Read the public key for push messages',
    description: 'A browser subscribes with it (`applicationServerKey`). Made when first asked for.',
    result: Type.Object({
      key: Type.String({ description: 'An uncompressed point of P-256 in base64url (RFC 8292)' }),
    }),
    errors: ['unavailable'],
    example: {
      result: {
        key: 'BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs',
      },
    },
  },
  list: {
    method: 'GET',
    path: '/api/push/subscriptions',
    summary: 'List the devices that get push messages',
    result: Type.Object({ subscriptions: Type.Array(PushDevice) }),
    example: { result: { subscriptions: [example] } },
  },
  subscribe: {
    method: 'POST',
    path: '/api/push/subscriptions',
    summary: 'Send notifications to a browser, even when no page is open',
    description:
      'Messages are encrypted for the browser (RFC 8291). The same endpoint given again replaces its keys and name.',
    body: NewSubscription,
    result: PushDevice,
    status: 201,
    errors: ['conflict', 'forbidden'],
    example: {
      body: {
        endpoint: 'https://push.example.net/send/q3Zk8vYw1nBd5xTe',
        keys: {
          p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
          auth: 'BTBZMqHH6r4Tts7J_aSIgg',
        },
        name: 'Chrome on Android',
      },
      result: example,
    },
  },
  remove: {
    method: 'DELETE',
    path: '/api/push/subscriptions/:id',
    summary: 'Stop sending notifications to a device',
    params,
    result: Type.Object({ id: identifier('The subscription'), deleted: Type.Boolean() }),
    errors: ['not_found'],
    example: { params: { id: example.id }, result: { id: example.id, deleted: true } },
  },
  test: {
    method: 'POST',
    path: '/api/push/subscriptions/:id/test',
    summary: 'Send a test message to a device',
    description: 'Answers once the push service has taken it.',
    params,
    result: PushDevice,
    errors: ['not_found', 'gone', 'upstream_failed', 'upstream_timeout'],
    example: {
      params: { id: example.id },
      result: { ...example, last_sent_at: '2026-03-02T09:31:00.000Z' },
    },
  },
})
