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
    description: "The event's id from CALENDAR_LIST",
  }),
  occurrence: time(
    'For a repeating event, the one occurrence to change, by its start as listed by CALENDAR_LIST; it becomes a separate event',
  ),
  start: time('New start: 2026-03-02T09:30, or 2026-03-02 for all day; the duration stays the same'),
  end: time('New end, in the same format'),
  duration_minutes: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 527_040, description: 'New duration, instead of end' }),
  ),
  time_zone: Type.Optional(
    Type.String({ minLength: 1, maxLength: 64, description: 'IANA time zone of start and end' }),
  ),
  title: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 500,
      pattern: '^[^\\u0000-\\u001f\\u007f]*\\S[^\\u0000-\\u001f\\u007f]*$',
      description: 'Title of the event',
    }),
  ),
  location: words(1000, 'Location; null for none'),
  notes: words(10_000, 'Notes; null for none'),
  reminder_minutes: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 10_080, description: 'Minutes before the event to send a reminder' }),
  ),
})

const Data = Type.Object({
  before: EventEntry,
  after: EventEntry,
  time_zone: Type.String({ description: 'Time zone of start and end' }),
})

export function createCalendarChange(calendar: EventCalendar) {
  return defineTool({
    action: 'CALENDAR_CHANGE',
    title: 'Move or change an event',
    description:
      'Moves an event to another time, or changes its title, place, notes or reminder, also on your calendar server, if set up.',
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
        throw new AppError('invalid_request', 'Nothing to change. Give a start, title, location or notes.')
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
          was === is ? `Changed "${after.title}": ${is}.` : `Moved "${after.title}" from ${was} to ${is}.`,
        data: { before: entryOf(before, timeZone), after: entryOf(after, timeZone), time_zone: timeZone },
      }
    },
  })
}
