import { capital } from '../../../../../platform/language/capital.ts'
import {
  addDays,
  dayOfIso,
  dayText,
  daysBetween,
  isoDay,
  momentIn,
  mondayOf,
  partsIn,
  type Day,
} from '../../../../../platform/language/values/calendar.ts'
import type { DaySpan } from '../../../../../platform/language/values/day-spans.ts'
import { clockText } from '../../../../../platform/language/values/times.ts'
import type { When } from '../../readers/reader.ts'
import { firstDayOf, isWholeDay, midnight, startOf, type Appointment, type Clock } from './appointments.ts'

/** What is asked of the days. */
export interface DayQuestion {
  readonly asks: 'list' | 'count' | 'free' | 'when' | 'next'
  readonly time?: Clock
  /** The part of the day. */
  readonly part?: string
  readonly is_busy?: true
}

const TOLD = 8

/** The answer in words. */
export function tellDays(
  question: DayQuestion,
  { events, span, when }: { events: readonly Appointment[]; span: DaySpan; when: When },
): string {
  const wanted = events.filter((event) =>
    reaches(event, { from: midnight(span.from, when), to: midnight(span.to, when) }, when),
  )
  const label = labelOf(span, when)
  if (question.asks === 'free') return freeSentence(question, { events: wanted, span, when })
  if (question.asks === 'count') return countSentence(wanted, { label, span, when })
  if (wanted.length > 0) return `${capital(label)}: ${told(wanted, span, when)}.`
  return `Nothing ${isoDay(span.to) > isoDay(when.today) ? 'is' : 'was'} in your calendar ${label}.`
}

function countSentence(
  events: readonly Appointment[],
  { label, span, when }: { label: string; span: DaySpan; when: When },
): string {
  if (events.length === 0) return `No events in your calendar ${label}.`
  const many = events.length === 1 ? 'is 1 event' : `are ${events.length} events`
  return `There ${many} in your calendar ${label}: ${told(events, span, when)}.`
}

const hours: Readonly<Record<string, readonly [number, number]>> = {
  morning: [5, 12],
  afternoon: [12, 18],
  evening: [17, 24],
  tonight: [17, 24],
  night: [18, 24],
}

/** Whether nothing is there at that time, or in that part of the day, or on the day at all. */
function freeSentence(
  question: DayQuestion,
  { events, span, when }: { events: readonly Appointment[]; span: DaySpan; when: When },
): string {
  const { time, ...asked } = freeSpan(question, span, when)
  const isBusy = question.is_busy === true
  const where = `${labelOf(span, when)}${time}`
  const against = events.filter((event) => reaches(event, asked, when))
  if (against.length === 0) return `${isBusy ? 'No' : 'Yes'}, nothing in your calendar ${where}.`
  const list = told(against, span, when)
  if (question.time !== undefined && against.every((event) => startOf(event, when) > asked.from))
    return `${isBusy ? 'No' : 'Yes'}, nothing ${where}, but soon after: ${list}.`
  const no = time === '' ? 'Not all of it' : 'No'
  return `${isBusy ? 'Yes' : no}, ${where}: ${list}.`
}

/** The hour from the time on, the part of the day, or all of the days; and how it is called. */
function freeSpan(
  { time: clock, part = '' }: DayQuestion,
  { view, from, to }: DaySpan,
  when: When,
): { from: Date; to: Date; time: string } {
  if (clock) {
    const start = clock.hour * 60 + clock.minute
    return { ...partSpan(from, [start, start + 60], when), time: ` at ${clockText(clock)}` }
  }
  const span = view === 'day' ? hours[part] : undefined
  if (!span) return { from: midnight(from, when), to: midnight(to, when), time: '' }
  const name = part === 'morning' || part === 'afternoon' ? part : 'evening'
  return { ...partSpan(from, [span[0] * 60, span[1] * 60], when), time: ` in the ${name}` }
}

function partSpan(
  day: Day,
  [from, to]: readonly [number, number],
  { timeZone }: When,
): { from: Date; to: Date } {
  const start = momentIn(timeZone, { ...day, hour: Math.floor(from / 60), minute: from % 60 })
  return { from: start, to: new Date(start.getTime() + (to - from) * 60_000) }
}

/** "“Dentist” is tomorrow, on Monday, 16 November 2026 at 15:30 (Europe/Oslo). Then: …" */
export function tellFound(
  [first, ...others]: readonly Appointment[],
  { isPast, when }: { isPast: boolean; when: When },
): string {
  const day = firstDayOf(first!, when)
  const more =
    others.length === 0 ? '' : ` ${isPast ? 'Before that' : 'Then'}: ${told(others, undefined, when)}.`
  const near = nearness(daysBetween(when.today, day))
  return `“${first!.title}” ${isPast ? 'was' : 'is'} ${near}on ${dayText(day)}${timesOf(first!, when)} (${when.timeZone}).${more}`
}

function nearness(days: number): string {
  if (days === 0) return 'today, '
  return days === 1 ? 'tomorrow, ' : days === -1 ? 'yesterday, ' : ''
}

/** " at 15:30", " from 14:00 to 16:00", ", all day" */
function timesOf(event: Appointment, { timeZone }: When): string {
  if (isWholeDay(event)) return ', all day'
  const [start, end] = [event.start, event.end].map((text) => clockText(partsIn(timeZone, new Date(text))))
  return start === end ? ` at ${start}` : ` from ${start} to ${end}`
}

function told(events: readonly Appointment[], span: DaySpan | undefined, when: When): string {
  const isOneDay = span !== undefined && daysBetween(span.from, span.to) === 1
  const lines = events.slice(0, TOLD).map((event) => {
    const time = isWholeDay(event)
      ? isOneDay
        ? 'all day'
        : ''
      : clockText(partsIn(when.timeZone, new Date(event.start)))
    const day = isOneDay ? '' : shortDay(firstDayOf(event, when))
    return `${[day, time].filter((text) => text !== '').join(' ')} ${event.title}`
  })
  const rest = events.length - lines.length
  return rest > 0 ? `${lines.join('; ')}; and ${rest} more` : lines.join('; ')
}

/** Mon 16 Nov */
function shortDay(day: Day): string {
  const [weekday = '', date = ''] = dayText(day).split(', ')
  const [number, month = ''] = date.split(' ')
  return `${weekday.slice(0, 3)} ${number} ${month.slice(0, 3)}`
}

/** As the end of a sentence: "tomorrow, Monday, 16 November 2026". */
function labelOf({ view, from, to }: DaySpan, { today }: When): string {
  const days = daysBetween(from, to)
  if (days === 1) {
    const away = daysBetween(today, from)
    const near = away === 0 ? 'today' : away === 1 ? 'tomorrow' : away === -1 ? 'yesterday' : undefined
    return near ?? `on ${dayText(from)}`
  }
  const last = addDays(to, -1)
  if (view === 'month') return `in ${dayText(from).split(' ').slice(2).join(' ')}`
  const weeks = daysBetween(mondayOf(today), mondayOf(from)) / 7
  const name =
    days === 7 && view === 'week' ? { [-1]: 'last week', 0: 'this week', 1: 'next week' }[weeks] : undefined
  const dates = `${shortDay(from)} to ${shortDay(last)}`
  return name === undefined ? `from ${dates}` : `${name} (${dates})`
}

/** Whether some of it lies within the span. */
function reaches(event: Appointment, { from, to }: { from: Date; to: Date }, when: When): boolean {
  const start = startOf(event, when)
  const end = isWholeDay(event) ? midnight(addDays(dayOfIso(event.end), 1), when) : new Date(event.end)
  return start < to && (end > from || start >= from)
}
