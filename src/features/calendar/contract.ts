import { defineContract } from '../../contract/endpoint.ts'
import { closed } from '../../contract/schema.ts'
import { Type } from '../../contract/type.ts'

const day = (description: string) => Type.String({ format: 'date', description })

export const calendarContract = defineContract({
  events: {
    method: 'GET',
    path: '/api/calendar/events',
    views: { reads: ['untrusted', 'private'] },
    summary: 'List calendar events',
    description:
      'The first 500 in a period of at most 400 days. The event calendar.changed tells when to ask again.',
    query: closed({
      from: Type.Optional(day('First day, in the time zone of the service; today by default')),
      days: Type.Optional(
        Type.Integer({ default: 30, minimum: 1, maximum: 400, description: 'How many days' }),
      ),
    }),
    result: Type.Object({
      events: Type.Array(
        Type.Object({
          id: Type.String({ description: 'The event; all occurrences of a repeating one share it' }),
          title: Type.String({ description: 'What it is' }),
          start: Type.String({ description: 'When it starts; a date for all-day events' }),
          end: Type.String({ description: 'When it ends; for all-day events the last day' }),
          location: Type.Optional(Type.String({ description: 'Where it is' })),
        }),
        { description: 'In chronological order, those under way included' },
      ),
      time_zone: Type.String({ description: 'Time zone of the service' }),
    }),
    errors: ['invalid_request'],
    example: {
      query: { from: '2026-03-02', days: 7 },
      result: {
        events: [
          {
            id: 'evt_4t7k2m9x1q',
            title: 'Dentist',
            start: '2026-03-04T08:00:00.000Z',
            end: '2026-03-04T08:30:00.000Z',
            location: 'Storgata 1',
          },
        ],
        time_zone: 'Europe/Oslo',
      },
    },
  },
})
