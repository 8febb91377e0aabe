import { defineContract } from '../../contract/endpoint.ts'
import { closed, literals, nullable, timestamp } from '../../contract/schema.ts'
import { Type, type Static } from '../../contract/type.ts'

export const connectorNames = ['mail', 'calendar', 'repositories', 'team_chat'] as const
export type ConnectorName = (typeof connectorNames)[number]

const Connector = Type.Object(
  {
    connector: literals(connectorNames, { description: 'Name of the connector' }),
    title: Type.String({ description: 'Name' }),
    status: literals(['off', 'incomplete', 'ready'], {
      description: 'off: nothing is set. incomplete: settings are missing. ready: everything needed is set.',
    }),
    missing: Type.Array(Type.String(), { description: 'Settings that must be set before it can be used' }),
    note: Type.Optional(Type.String({ description: 'What works only in part, and why' })),
  },
  { $id: 'Connector', description: 'An account at another service' },
)
export type Connector = Static<typeof Connector>

const MailSignInState = Type.Object(
  {
    state: literals(['none', 'waiting', 'signed_in', 'failed'], {
      description: 'waiting: open url in a browser and allow access. The others say how the last one ended.',
    }),
    url: nullable(Type.String(), { description: 'What to open in a browser' }),
    user_code: nullable(Type.String(), { description: 'What to type in there, if anything' }),
    expires_at: nullable(timestamp('When it is too late')),
    message: nullable(Type.String(), { description: 'How it ended, in a sentence' }),
  },
  { $id: 'MailSignIn', description: 'Signing in to the mail account at its provider' },
)
export type MailSignInState = Static<typeof MailSignInState>

const waiting: MailSignInState = {
  state: 'waiting',
  url: 'https://accounts.google.com/o/oauth2/v2/auth?client_id=1234567890-abc.apps.googleusercontent.com',
  user_code: null,
  expires_at: '2026-03-02T09:40:00.000Z',
  message: null,
}

const params = Type.Object({ connector: literals(connectorNames, { description: 'Name of the connector' }) })

export const connectorsContract = defineContract({
  list: {
    method: 'GET',
    path: '/api/connectors',
    summary: 'List the connectors and what they still need',
    result: Type.Object({ connectors: Type.Array(Connector) }),
    example: {
      result: {
        connectors: [
          { connector: 'mail', title: 'Mail', status: 'incomplete', missing: ['EMAIL_IMAP_PASSWORD'] },
        ],
      },
    },
  },
  test: {
    method: 'POST',
    path: '/api/connectors/:connector/test',
    summary: 'Sign in with the saved settings of a connector',
    description: 'Really signs in, changes and sends nothing. A failure is an answer too, with ok: false.',
    params,
    result: Type.Object({
      connector: literals(connectorNames, { description: 'Name of the connector' }),
      ok: Type.Boolean({ description: 'Whether it works' }),
      message: Type.String({ description: 'What works, or what is wrong and what to do, in a sentence' }),
      latency_ms: Type.Integer({ minimum: 0, description: 'How long it took' }),
    }),
    example: {
      params: { connector: 'mail' },
      result: {
        connector: 'mail',
        ok: true,
        message: 'Reading works: 12 emails in the inbox, 3 unread.',
        latency_ms: 412,
      },
    },
  },
  mailSignIn: {
    method: 'POST',
    path: '/api/mail-sign-in',
    summary: 'Begin to sign in to the mail account with OAuth',
    description:
      'For providers that take no password. The answer has an address to open in a browser on this machine, or, with device, one ' +
      'for any device with a code to type in. The access is stored as EMAIL_OAUTH_REFRESH_TOKEN and renewed from then on.',
    body: closed({
      flow: Type.Optional(
        literals(['browser', 'device'], { default: 'browser', description: 'How to sign in' }),
      ),
    }),
    result: MailSignInState,
    errors: ['not_configured', 'invalid_request', 'upstream_failed'],
    example: { body: {}, result: waiting },
  },
  mailSignInState: {
    method: 'GET',
    path: '/api/mail-sign-in',
    summary: 'How signing in to the mail account goes',
    result: MailSignInState,
    example: {
      result: {
        state: 'signed_in',
        url: null,
        user_code: null,
        expires_at: null,
        message: 'Signed in. Mail is read and sent with this access.',
      },
    },
  },
  cancelMailSignIn: {
    method: 'DELETE',
    path: '/api/mail-sign-in',
    summary: 'Stop waiting for a sign-in to the mail account',
    result: MailSignInState,
    example: { result: { state: 'none', url: null, user_code: null, expires_at: null, message: null } },
  },
})
