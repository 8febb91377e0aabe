import { Type } from '../../contract/type.ts'
import { defineContract } from '../../contract/endpoint.ts'
import { closed, timestamp } from '../../contract/schema.ts'

const Event = Type.Object(
  {
    seq: Type.Integer({
      minimum: 0,
      description: 'Where it stands in the order of all events; rises over restarts too',
    }),
    type: Type.String({ description: 'What happened, e.g. store.changed' }),
    at: timestamp('When it happened'),
  },
  { additionalProperties: true, description: 'An event: these members, and those of its type beside them' },
)

export const eventsContract = defineContract({
  stream: {
    method: 'GET',
    path: '/api/events',
    summary: 'Follow everything that happens, as it happens',
    description:
      'Server-sent events, or one JSON object a line with `Accept: application/x-ndjson`. The first event is `hello`. ' +
      'A client that comes back with `Last-Event-ID`, or `after`, is given what it missed; when that is no longer ' +
      'known it gets `resync {from}` and should fetch anew what it shows. A client that reads too slowly gets `resync` ' +
      'as well, and is disconnected. The Unix socket `events.sock` carries the same objects.',
    query: closed({
      topics: Type.Optional(
        Type.String({
          description:
            'Event types with commas between them; `store.*` is all that begin so, `*` is everything',
        }),
      ),
      after: Type.Optional(
        Type.Integer({
          minimum: 0,
          description: 'Go on after the event with this seq; the header `Last-Event-ID` stands above it',
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
