import { Type, type Static } from '../../../../../contract/type.ts'
import {
  addDays,
  dayOfIso,
  isoDay,
  momentIn,
  partsIn,
  type Day,
} from '../../../../../platform/language/values/calendar.ts'
import { clockText } from '../../../../../platform/language/values/times.ts'
import type { Understood } from '../../answers/act.ts'
import { mentions } from '../../answers/matching.ts'
import type { When } from '../../readers/reader.ts'

/** An appointment as the calendar on the screen takes it. */
export interface Appointment {
  readonly id: string
  readonly title: string
  /** A moment, or a date for whole days. */
  readonly start: string
  readonly end: string
  readonly location?: string
}

export interface CalendarPort {
  /** Appointments of a span; left out when no calendar is connected. */
  readonly appointments?: (
    span: { readonly from: Date; readonly to: Date },
    signal: AbortSignal,
  ) => Promise<readonly Appointment[]>
}

export const Clock = Type.Object({ hour: Type.Integer(), minute: Type.Integer() })
export type Clock = Static<typeof Clock>

export function showDays(
  { writer, when }: Pick<Understood, 'writer' | 'when'>,
  { view, date, events }: { view: string; date: Day; events: readonly Appointment[] },
): void {
  writer.add({
    type: 'calendar_view',
    view,
    date: isoDay(date),
    events: events.map((event) => ({ ...event })),
    time_zone: when.timeZone,
  })
}

/** One day as it is after a change. */
export async function showDay(
  { appointments }: CalendarPort,
  { writer, when, asked }: Pick<Understood, 'writer' | 'when' | 'asked'>,
  day: Day,
): Promise<void> {
  if (!appointments) return
  const span = { from: midnight(day, when), to: midnight(addDays(day, 1), when) }
  showDays({ writer, when }, { view: 'day', date: day, events: await appointments(span, asked.signal) })
}

export function isWholeDay({ start }: Pick<Appointment, 'start'>): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(start)
}

export function startOf(event: Appointment, when: When): Date {
  return isWholeDay(event) ? midnight(dayOfIso(event.start), when) : new Date(event.start)
}

export function firstDayOf(event: Pick<Appointment, 'start'>, { timeZone }: When): Day {
  return isWholeDay(event) ? dayOfIso(event.start) : partsIn(timeZone, new Date(event.start))
}

export function midnight(day: Day, { timeZone }: When): Date {
  return momentIn(timeZone, { ...day, hour: 0, minute: 0 })
}

/** ", 15:30 to 16:30 (Europe/Oslo)"; what has no end takes an hour. */
export function timesText(clock: Clock | undefined, minutes: number | undefined, { timeZone }: When): string {
  if (!clock) return ', all day'
  const total = clock.hour * 60 + clock.minute + (minutes ?? 60)
  const end = { hour: Math.floor(total / 60) % 24, minute: total % 60 }
  return `, ${clockText(clock)} to ${clockText(end)} (${timeZone})`
}

/** Words that say that it is an event, and not which. */
const generic = /\b(?:appointments?|meetings?|events?|with|our)\b/gi

/** Whether a title is meant by these words: all of them are in it; "dentist appointment" is also "Dentist". */
export function isNamed(title: string, words: string): boolean {
  const telling = words.replaceAll(generic, ' ').trim()
  return mentions(title, telling === '' ? words : telling)
}
