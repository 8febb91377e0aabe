import { defineContract } from '../../contract/endpoint.ts'
import { literals } from '../../contract/schema.ts'
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
})
