import { AppError } from '../../contract/errors.ts'
import { nullable } from '../../contract/schema.ts'
import { Type, type Static } from '../../contract/type.ts'
import { dayIn, isoDay } from '../../platform/language/values/calendar.ts'

/** What the tools need of the calendar. */
export interface EventCalendar {
  timeZone(): string
  /** The moment at which a clock there shows this, e.g. `2026-03-02T09:30:00`; invalid when it is no time. */
  momentAt(local: string): Date
  list(range: { from: Date; to: Date }): Promise<readonly CalendarOccurrence[]>
  add(draft: NewEvent): Promise<CalendarOccurrence>
  change(
    eventId: string,
    change: ChangedEvent,
    options?: { occurrence?: string | undefined },
  ): Promise<{ before: CalendarOccurrence; after: CalendarOccurrence }>
  remove(eventId: string, options?: { occurrence?: string | undefined }): Promise<{ title: string }>
  syncStatus(): Static<typeof SyncStatus>
}

export interface NewEvent {
  readonly title: string
  readonly start: string
  readonly end?: string | undefined
  readonly durationMinutes?: number | undefined
  readonly allDay?: boolean | undefined
  readonly timeZone?: string | undefined
  readonly location?: string | undefined
  readonly notes?: string | undefined
  readonly reminderMinutes?: number | undefined
  readonly recurrence?: string | undefined
}

/** What is to be otherwise; null takes a place or notes away. */
export interface ChangedEvent {
  readonly title?: string | undefined
  readonly start?: string | undefined
  readonly end?: string | undefined
  readonly durationMinutes?: number | undefined
  readonly timeZone?: string | undefined
  readonly reminderMinutes?: number | undefined
  readonly location?: string | null | undefined
  readonly notes?: string | null | undefined
}

export interface CalendarOccurrence {
  readonly event_id: string
  readonly title: string
  readonly location: string | null
  readonly notes: string | null
  readonly starts_at: string
  readonly ends_at: string
  readonly all_day: boolean
  readonly repeats: boolean
  readonly reminder_minutes: number | null
}

export const EventEntry = Type.Object({
  event_id: Type.String({ description: 'Id of the event, shared by all occurrences of a repeating one' }),
  title: Type.String({ description: 'Title of the event' }),
  start: Type.String({
    description: "Start, with the time zone's offset; a date for all-day events",
  }),
  end: Type.String({ description: 'End, in the same format; for all-day events the last day' }),
  all_day: Type.Boolean({ description: 'Whether it lasts all day' }),
  location: nullable(Type.String(), { description: 'Where it is' }),
  notes: nullable(Type.String(), { description: 'Notes' }),
  repeats: Type.Boolean({ description: 'Whether it repeats' }),
  reminder_minutes: nullable(Type.Integer(), {
    description: 'Minutes before the event to send a reminder; null uses REMINDER_MINUTES',
  }),
})

export const SyncStatus = Type.Object({
  status: Type.Enum(['off', 'ok', 'failing'], { description: 'off if no calendar server is set up' }),
  synced_at: nullable(Type.String(), { description: 'Last successful sync with the server' }),
  problem: nullable(Type.String(), { description: "What to do if it doesn't work" }),
})

const DAY_MS = 86_400_000

/** One time of a repeated event as the calendar names it: its moment in UTC, or its day. */
export function stampOf(start: string, name: string): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(start)) return start
  const moment = new Date(start)
  if (!Number.isNaN(moment.getTime())) return moment.toISOString()
  throw new AppError(
    'invalid_request',
    `${name} must be a time from CALENDAR_LIST, e.g. 2026-03-02T09:30:00+01:00.`,
  )
}

/** As a person in the time zone reads it. */
export function entryOf(occurrence: CalendarOccurrence, timeZone: string): Static<typeof EventEntry> {
  const { starts_at, ends_at, ...rest } = occurrence
  const lastMoment = new Date(Math.max(Date.parse(starts_at), Date.parse(ends_at) - DAY_MS / 2))
  return occurrence.all_day
    ? {
        ...rest,
        start: isoDay(dayIn(timeZone, new Date(starts_at))),
        end: isoDay(dayIn(timeZone, lastMoment)),
      }
    : { ...rest, start: timeIn(new Date(starts_at), timeZone), end: timeIn(new Date(ends_at), timeZone) }
}

/** E.g. `2026-03-02T09:30:00+01:00`. */
function timeIn(moment: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'longOffset',
  }).formatToParts(moment)
  const of = (type: string) => parts.find((part) => part.type === type)!.value
  const offset = of('timeZoneName').replace('GMT', '') || '+00:00'
  return `${of('year')}-${of('month')}-${of('day')}T${of('hour')}:${of('minute')}:${of('second')}${offset}`
}

/** For a sentence: "Mon 2 Mar 2026, 09:30". */
export function spokenTime(occurrence: CalendarOccurrence, timeZone: string): string {
  const moment = new Date(occurrence.starts_at)
  const day = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
  }).format(moment)
  if (occurrence.all_day) return day
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' })
  return `${day}, ${clock.format(moment)}`
}
