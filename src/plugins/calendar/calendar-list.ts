import { AppError } from '../../contract/errors.ts'
import { countOf } from '../../contract/text/counts.ts'
import { defineTool } from '../../contract/tool.ts'
import { Type } from '../../contract/type.ts'
import { entryOf, EventEntry, SyncStatus, type EventCalendar } from './event-calendar.ts'

const DAY_MS = 86_400_000
const USUAL_DAYS = 7
const MAX_DAYS = 1100
const USUAL_LIMIT = 100

const When = {
  minLength: 10,
  maxLength: 40,
  pattern: '^\\d{4}-\\d{2}-\\d{2}(?:[T ]\\d{2}:\\d{2}(?::\\d{2})?(?:Z|[+-]\\d{2}:?\\d{2})?)?$',
}

const Params = Type.Object({
  from: Type.Optional(
    Type.String({
      ...When,
      description: 'Start of the period, e.g. 2026-03-02 or 2026-03-02T09:30; now by default',
    }),
  ),
  to: Type.Optional(
    Type.String({
      ...When,
      description: `End of the period, in the same format; a date includes the whole day; ${USUAL_DAYS} days later by default`,
    }),
  ),
  query: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'Only events with this in title, place or notes',
    }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 500,
      default: USUAL_LIMIT,
      description: 'Maximum number of events to return',
    }),
  ),
})

const Data = Type.Object({
  events: Type.Array(EventEntry, { description: 'In chronological order' }),
  more: Type.Boolean({ description: 'Whether there are more' }),
  time_zone: Type.String({ description: 'Time zone of start and end' }),
  sync: SyncStatus,
})

export function createCalendarList(calendar: EventCalendar) {
  return defineTool({
    action: 'CALENDAR_LIST',
    title: 'List events',
    description: 'Lists calendar events in a period, by default the coming week.',
    params: Params,
    data: Data,
    risk: 'read',
    // Invitations of others are among them.
    reads: ['untrusted', 'private'],
    idempotent: true,
    phrases: [
      'what is on my calendar today',
      'show my calendar for this week',
      'what appointments do I have tomorrow',
      'list my events in march',
      'am I free on friday afternoon',
      'when is my next meeting',
      'what have I planned for the weekend',
      'when is the dentist',
      'show my agenda',
    ],
    example: { args: { from: '2026-03-02', to: '2026-03-08' } },
    async run({ from, to, query, limit = USUAL_LIMIT }, call) {
      const begins = from === undefined ? call.now() : momentOf(calendar, { text: from, name: 'from' })
      const ends =
        to === undefined
          ? new Date(begins.getTime() + USUAL_DAYS * DAY_MS)
          : momentOf(calendar, { text: to, name: 'to', wholeDay: true })
      if (ends <= begins) throw new AppError('invalid_request', 'to is before from. Swap them.')
      if (ends.getTime() - begins.getTime() > MAX_DAYS * DAY_MS)
        throw new AppError(
          'invalid_request',
          `The period is longer than ${MAX_DAYS} days. Ask for a shorter one.`,
        )
      const wanted = query?.trim().toLowerCase() ?? ''
      const found = (await calendar.list({ from: begins, to: ends })).filter(({ title, location, notes }) =>
        [title, location, notes].join('\n').toLowerCase().includes(wanted),
      )
      const timeZone = calendar.timeZone()
      const events = found.slice(0, limit).map((occurrence) => entryOf(occurrence, timeZone))
      const more = found.length > limit
      return {
        message: messageOf(events.length, more),
        data: { events, more, time_zone: timeZone, sync: calendar.syncStatus() },
      }
    },
  })
}

interface Given {
  readonly text: string
  readonly name: string
  /** The end of a day that is given without a time. */
  readonly wholeDay?: boolean
}

/** Without an offset it is the time of this machine. */
function momentOf(calendar: EventCalendar, { text, name, wholeDay = false }: Given): Date {
  const [date = '', time] = text.split(/[T ]/)
  const day = wholeDay && time === undefined ? dayAfter(date) : date
  const moment = /[Z]$|[+-]\d{2}:?\d{2}$/.test(time ?? '')
    ? new Date(text.replace(' ', 'T'))
    : calendar.momentAt(`${day}T${(time ?? '00:00').padEnd(8, ':00')}`)
  if (!Number.isNaN(moment.getTime()) && isDay(date)) return moment
  throw new AppError('invalid_request', `${name} "${text}" is not a valid date.`)
}

/** 30 February would quietly become 2 March. */
function isDay(date: string): boolean {
  const day = new Date(`${date}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(date)
}

function dayAfter(date: string): string {
  const next = new Date(Date.parse(`${date}T00:00:00Z`) + DAY_MS)
  return Number.isNaN(next.getTime()) ? date : next.toISOString().slice(0, 10)
}

function messageOf(count: number, more: boolean): string {
  if (count === 0) return 'No events in that period.'
  return `${countOf(count, 'event')}${more ? ', and more' : ''}.`
}
