import { AppError } from '../../contract/errors.ts'
import { nullable } from '../../contract/schema.ts'
import { defineTool } from '../../contract/tool.ts'
import { Type } from '../../contract/type.ts'
import { entryOf, EventEntry, spokenTime, stampOf, type EventCalendar } from './event-calendar.ts'

const time = (description: string) =>
  Type.Optional(Type.String({ minLength: 10, maxLength: 40, description }))
const words = (maxLength: number, description: string) =>
  Type.Optional(nullable(Type.String({ maxLength }), { description }))

const Params = Type.Object({
  event_id: Type.String({
    minLength: 1,
    maxLength: 128,
    description: 'The event, as CALENDAR_LIST names it',
  }),
  occurrence: time(
    'Of a repeated event the one time that is meant, by its start as CALENDAR_LIST tells it; it becomes an event of its own',
  ),
  start: time(
    'When it begins instead: 2026-03-02T09:30, or 2026-03-02 for a whole day; it stays as long as it was',
  ),
  end: time('When it ends instead, in the same way'),
  duration_minutes: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 527_040, description: 'How long it lasts, instead of end' }),
  ),
  time_zone: Type.Optional(
    Type.String({ minLength: 1, maxLength: 64, description: 'IANA time zone of start and end' }),
  ),
  title: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 500,
      pattern: '^[^\\u0000-\\u001f\\u007f]*\\S[^\\u0000-\\u001f\\u007f]*$',
      description: 'What it is',
    }),
  ),
  location: words(1000, 'Where it is; null for nowhere'),
  notes: words(10_000, 'What else to write down; null for nothing'),
  reminder_minutes: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 10_080, description: 'Minutes before it at which to announce it' }),
  ),
})

const Data = Type.Object({
  before: EventEntry,
  after: EventEntry,
  time_zone: Type.String({ description: 'Time zone in which start and end are told' }),
})

export function createCalendarChange(calendar: EventCalendar) {
  return defineTool({
    action: 'CALENDAR_CHANGE',
    title: 'Move or change an event',
    description:
      'Moves an event of the calendar to another time, or changes its title, place, notes or reminder, also on the calendar server that is set.',
    params: Params,
    data: Data,
    risk: 'write',
    // What it was like before is told.
    reads: ['untrusted', 'private'],
    idempotent: true,
    example: {
      args: { event_id: 'evt_0123456789abcdef01234567', start: '2026-03-03T10:00', location: 'Room 2' },
    },
    async run({ event_id: eventId, occurrence, ...params }) {
      if (Object.keys(params).length === 0)
        throw new AppError(
          'invalid_request',
          'Nothing is to be changed: give a start, title, location or notes.',
        )
      const { title, start, end, location, notes } = params
      const { before, after } = await calendar.change(
        eventId,
        {
          title,
          start,
          end,
          location,
          notes,
          durationMinutes: params.duration_minutes,
          timeZone: params.time_zone,
          reminderMinutes: params.reminder_minutes,
        },
        { occurrence: occurrence === undefined ? undefined : stampOf(occurrence, 'occurrence') },
      )
      const timeZone = calendar.timeZone()
      const [was, is] = [spokenTime(before, timeZone), spokenTime(after, timeZone)]
      return {
        message:
          was === is
            ? `"${after.title}" is changed: ${is}.`
            : `"${after.title}" is moved from ${was} to ${is}.`,
        data: { before: entryOf(before, timeZone), after: entryOf(after, timeZone), time_zone: timeZone },
      }
    },
  })
}
