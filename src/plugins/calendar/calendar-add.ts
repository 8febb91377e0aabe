import { defineTool } from '../../contract/tool.ts'
import { Type } from '../../contract/type.ts'
import { entryOf, EventEntry, spokenTime, type EventCalendar } from './event-calendar.ts'

const Params = Type.Object({
  title: Type.String({
    minLength: 1,
    maxLength: 500,
    pattern: '^[^\\u0000-\\u001f\\u007f]*\\S[^\\u0000-\\u001f\\u007f]*$',
    description: 'Title of the event',
  }),
  start: Type.String({
    minLength: 10,
    maxLength: 40,
    description: 'Start: 2026-03-02T09:30 (in time_zone), 2026-03-02T09:30+01:00, or 2026-03-02 for all day',
  }),
  end: Type.Optional(
    Type.String({
      minLength: 10,
      maxLength: 40,
      description: 'End, in the same format; for all-day events the last day, inclusive',
    }),
  ),
  duration_minutes: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 527_040,
      description: 'Duration, instead of end; one hour by default',
    }),
  ),
  all_day: Type.Optional(
    Type.Boolean({ description: 'Whether it lasts all day; the default if start is a date' }),
  ),
  time_zone: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      description: "IANA time zone of start and end, e.g. Europe/Berlin; this machine's by default",
    }),
  ),
  location: Type.Optional(Type.String({ maxLength: 1000, description: 'Where it is' })),
  notes: Type.Optional(Type.String({ maxLength: 10_000, description: 'Notes' })),
  reminder_minutes: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 10_080,
      description: 'Minutes before the event to send a reminder; REMINDER_MINUTES by default',
    }),
  ),
  recurrence: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 500,
      description: 'How it repeats, as an iCalendar rule: FREQ=WEEKLY;BYDAY=MO,WE or FREQ=DAILY;COUNT=5',
    }),
  ),
})

const Data = Type.Object({
  event: EventEntry,
  time_zone: Type.String({ description: 'Time zone of start and end' }),
})

export function createCalendarAdd(calendar: EventCalendar) {
  return defineTool({
    action: 'CALENDAR_ADD',
    title: 'Add an event',
    description:
      'Adds an event to the calendar, once or repeating, and reminds you in time. Also adds it to your calendar server, if set up.',
    params: Params,
    data: Data,
    risk: 'write',
    reads: [],
    idempotent: false,
    phrases: [
      'add a meeting with Anna to my calendar',
      'put the dentist on my calendar',
      'schedule a call with Bob tomorrow at three',
      'create a calendar event on 2026-03-02 at 09:30',
      'note my holiday from 1 to 14 July in the calendar',
      'add a weekly stand-up every monday at nine',
      'new appointment on friday at 10',
      'block two hours for writing in my calendar',
      "add mum's birthday to the calendar every year",
    ],
    example: {
      args: {
        title: 'Stand-up',
        start: '2026-03-02T09:30',
        duration_minutes: 15,
        time_zone: 'Europe/Oslo',
        location: 'Room 2',
        recurrence: 'FREQ=WEEKLY;BYDAY=MO',
      },
    },
    async run(params) {
      const { title, start, end, location, notes, recurrence } = params
      const occurrence = await calendar.add({
        title,
        start,
        end,
        location,
        notes,
        recurrence,
        durationMinutes: params.duration_minutes,
        allDay: params.all_day,
        timeZone: params.time_zone,
        reminderMinutes: params.reminder_minutes,
      })
      // A whole day begins at midnight of this machine; told by another clock it would be the day before or after.
      const own = calendar.timeZone()
      const timeZone = occurrence.all_day ? own : (params.time_zone ?? own)
      const repeated = occurrence.repeats ? ', for the first time' : ''
      return {
        message: `Added "${occurrence.title}" to the calendar: ${spokenTime(occurrence, timeZone)}${repeated}.`,
        data: { event: entryOf(occurrence, timeZone), time_zone: timeZone },
      }
    },
  })
}
