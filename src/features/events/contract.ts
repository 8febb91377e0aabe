import { Type } from '../../contract/type.ts'
import { defineContract } from '../../contract/endpoint.ts'
import { closed, timestamp } from '../../contract/schema.ts'

const Event = Type.Object(
  {
    seq: Type.Integer({
      minimum: 0,
      description: 'Position in the order of all events; keeps rising across restarts',
    }),
    type: Type.String({ description: 'What happened, e.g. store.changed' }),
    at: timestamp('When it happened'),
  },
  { additionalProperties: true, description: 'An event: these members, plus those of its type' },
)

export const eventsContract = defineContract({
  stream: {
    method: 'GET',
    path: '/api/events',
    summary: 'Follow events as they happen',
    description:
      'Server-sent events, or one JSON object per line with `Accept: application/x-ndjson`. The first event is `hello`. ' +
      'A client that reconnects with `Last-Event-ID` or `after` gets what it missed; if that is no longer ' +
      'known it gets `resync {from}` and should reload what it shows. A client that reads too slowly also gets `resync` ' +
      'and is disconnected. The Unix socket `events.sock` carries the same objects.',
    query: closed({
      topics: Type.Optional(
        Type.String({
          description:
            'Event types, separated by commas; `store.*` matches all with that prefix, `*` matches everything',
        }),
      ),
      after: Type.Optional(
        Type.Integer({
          minimum: 0,
          description: 'Continue after the event with this seq; the `Last-Event-ID` header takes precedence',
        }),
      ),
    }),
    stream: true,
    result: Event,
    errors: ['overloaded'],
    example: {
      query: { topics: 'store.*,notification' },
      result: { seq: 1_772_443_800_000_000, type: 'hello', at: '2026-03-02T09:30:00.000Z', version: '0.1.0' },
    },
  },
})
