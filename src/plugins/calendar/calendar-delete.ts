import { defineTool } from '../../contract/tool.ts'
import { Type } from '../../contract/type.ts'
import { stampOf, type EventCalendar } from './event-calendar.ts'

const Params = Type.Object({
  event_id: Type.String({
    minLength: 1,
    maxLength: 128,
    description: "The event's id from CALENDAR_LIST",
  }),
  start: Type.Optional(
    Type.String({
      minLength: 10,
      maxLength: 40,
      description:
        'For a repeating event, only the occurrence with this start, as listed by CALENDAR_LIST; all of them by default',
    }),
  ),
})

const Data = Type.Object({
  event_id: Type.String({ description: 'The event' }),
  title: Type.String({ description: 'Its title' }),
  start: Type.Union([Type.String(), Type.Null()], {
    description: 'The one occurrence deleted; null if the whole event was',
  }),
})

export function createCalendarDelete(calendar: EventCalendar) {
  return defineTool({
    action: 'CALENDAR_DELETE',
    title: 'Delete an event',
    description:
      'Deletes an event from the calendar, or one occurrence of a repeating one, also on your calendar server, if set up.',
    params: Params,
    data: Data,
    risk: 'dangerous',
    reads: ['untrusted', 'private'],
    idempotent: false,
    phrases: [
      'delete the dentist from my calendar',
      'cancel my meeting with Anna',
      'remove the event evt_0123456789abcdef01234567',
      'take the stand-up of next monday out of my calendar',
      'clear the appointment on friday',
      'delete this calendar event',
      'remove the weekly call from the calendar',
      'cancel the appointment at ten',
    ],
    example: { args: { event_id: 'evt_0123456789abcdef01234567', start: '2026-03-02T09:30:00+01:00' } },
    async run({ event_id: eventId, start = null }) {
      const occurrence = start === null ? undefined : stampOf(start, 'start')
      const { title } = await calendar.remove(eventId, { occurrence })
      const when = start === null ? '' : ` at ${start}`
      return { message: `Deleted "${title}"${when}.`, data: { event_id: eventId, title, start } }
    },
  })
}
