import { defineTool } from '../../contract/tool.ts'
import { Type } from '../../contract/type.ts'
import { stampOf, type EventCalendar } from './event-calendar.ts'

const Params = Type.Object({
  event_id: Type.String({
    minLength: 1,
    maxLength: 128,
    description: 'The event, as CALENDAR_LIST names it',
  }),
  start: Type.Optional(
    Type.String({
      minLength: 10,
      maxLength: 40,
      description:
        'Of a repeated event only the one that begins then, as CALENDAR_LIST tells it; all of them when left out',
    }),
  ),
})

const Data = Type.Object({
  event_id: Type.String({ description: 'The event' }),
  title: Type.String({ description: 'What it was' }),
  start: Type.Union([Type.String(), Type.Null()], {
    description: 'The one time that was removed; null when the whole event was',
  }),
})

export function createCalendarDelete(calendar: EventCalendar) {
  return defineTool({
    action: 'CALENDAR_DELETE',
    title: 'Delete an event',
    description:
      'Deletes an event from the calendar, or one time of a repeated one, also on the calendar server that is set.',
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
      return { message: `"${title}"${when} is deleted.`, data: { event_id: eventId, title, start } }
    },
  })
}
