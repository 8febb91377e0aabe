import {
  addDays,
  dayText,
  daysBetween,
  isoDay,
  momentIn,
  partsIn,
  type Day,
} from '../../../../platform/language/values/calendar.ts'
import { clockText } from '../../../../platform/language/values/times.ts'
import type { When } from '../readers/reader.ts'
import { mondayOf } from '../readers/calendar-span.ts'
import { textOf, type Act, type Understood } from './act.ts'
import { isNamed } from './event-names.ts'
import { capital } from '../../../../platform/language/capital.ts'

/** An appointment as the calendar on the screen takes it. */
export interface Appointment {
  readonly id: string
  readonly title: string
  /** A moment, or a date for whole days. */
  readonly start: string
  readonly end: string
  readonly location?: string
}

export interface CalendarDeps {
  /** Appointments of a span; left out when no calendar is connected. */
  readonly appointments?: (
    span: { readonly from: Date; readonly to: Date },
    signal: AbortSignal,
  ) => Promise<readonly Appointment[]>
}

type Clock = Readonly<Record<'hour' | 'minute', number>>

const TOLD = 8
/** How far ahead an event is looked for by its name. */
const AHEAD_DAYS = 400
const BACK_DAYS = 366
const PIECE_DAYS = 50
const AGENDA_DAYS = 30

/** What is in the calendar: told in words, and shown. */
export function calendarActs(deps: CalendarDeps): Readonly<Record<string, Act>> {
  return { calendar_view: (understood) => answer(deps, understood) }
}

async function answer({ appointments }: CalendarDeps, understood: Understood): Promise<void> {
  const { slots, voice, asked, when } = understood
  if (!appointments) {
    voice.say('No calendar is connected yet.')
    return showDays(understood, { view: 'agenda', date: when.today, events: [] })
  }
  const read = (from: Day, to: Day) =>
    appointments({ from: midnight(from, when), to: midnight(to, when) }, asked.signal)
  const title = textOf(slots, 'title')
  if (title !== undefined || slots['asks'] === 'next') return tellWhen(understood, { read, title })
  const span = spanOf(understood)
  const around = shownAround(span)
  const events = await read(around.from, around.to)
  const wanted = events.filter((event) =>
    reaches(event, { from: midnight(span.from, when), to: midnight(span.to, when) }, when),
  )
  voice.say(sentenceFor(understood, wanted, span))
  showDays(understood, { view: span.view, date: span.date, events })
}

interface Span {
  readonly view: string
  readonly from: Day
  /** The day after the last one. */
  readonly to: Day
  readonly date: Day
}

function spanOf({ slots, when }: Understood): Span {
  const view = textOf(slots, 'view') ?? 'agenda'
  const from = dayFrom(textOf(slots, 'from') ?? textOf(slots, 'date')) ?? when.today
  const to =
    dayFrom(textOf(slots, 'to')) ?? addDays(from, view === 'day' ? 1 : view === 'week' ? 7 : AGENDA_DAYS)
  return { view, from, to, date: from }
}

/** All that the component shows: the weeks begin on Monday, and a month begins and ends within a week. */
function shownAround({ view, from, to }: Span): { from: Day; to: Day } {
  if (view === 'week') return { from: mondayOf(from), to: addDays(mondayOf(from), 7) }
  return view === 'month' ? { from: mondayOf(from), to: addDays(mondayOf(addDays(to, -1)), 7) } : { from, to }
}

export function showDays(
  { voice, when }: Pick<Understood, 'voice' | 'when'>,
  { view, date, events }: { view: string; date: Day; events: readonly Appointment[] },
): void {
  voice.add({
    type: 'calendar_view',
    view,
    date: isoDay(date),
    events: events.map((event) => ({ ...event })),
    time_zone: when.timeZone,
  })
}

function sentenceFor(understood: Understood, events: readonly Appointment[], span: Span): string {
  const { slots, when } = understood
  const label = labelOf(span, when)
  switch (slots['asks']) {
    case 'count':
      return `${events.length === 0 ? 'There are no events' : events.length === 1 ? 'There is 1 event' : `There are ${events.length} events`} in your calendar ${label}${events.length === 0 ? '' : `: ${told(events, span, when)}`}.`
    case 'free':
      return freeSentence(understood, events, span)
    default:
      return events.length === 0
        ? `Nothing ${isoDay(span.to) > isoDay(when.today) ? 'is' : 'was'} in your calendar ${label}.`
        : `${capital(label)}: ${told(events, span, when)}.`
  }
}

const hours: Readonly<Record<string, readonly [number, number]>> = {
  morning: [5, 12],
  afternoon: [12, 18],
  evening: [17, 24],
  tonight: [17, 24],
  night: [18, 24],
}

/** Whether nothing is there at that time, or in that part of the day, or on the day at all. */
function freeSentence(understood: Understood, events: readonly Appointment[], span: Span): string {
  const { slots, when } = understood
  const { time, ...asked } = freeSpan(understood, span)
  const isBusy = slots['is_busy'] === true
  const where = `${labelOf(span, when)}${time}`
  const against = events.filter((event) => reaches(event, asked, when))
  if (against.length === 0) return `${isBusy ? 'No' : 'Yes'}, nothing is in your calendar ${where}.`
  const list = told(against, span, when)
  if (slots['time'] !== undefined && against.every((event) => startOf(event, when) > asked.from))
    return `${isBusy ? 'No' : 'Yes'}, nothing is there ${where}, but soon after: ${list}.`
  const no = time === '' ? 'Not all of it' : 'No'
  return `${isBusy ? 'Yes' : no}, ${where}: ${list}.`
}

/** The hour from the time on, the part of the day, or all of the days; and how it is called. */
function freeSpan(
  { slots, when }: Understood,
  { view, from, to }: Span,
): { from: Date; to: Date; time: string } {
  const clock = slots['time'] as Clock | undefined
  if (clock) {
    const start = clock.hour * 60 + clock.minute
    return { ...partSpan(from, [start, start + 60], when), time: ` at ${clockText(clock)}` }
  }
  const part = textOf(slots, 'part') ?? ''
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

type Read = (from: Day, to: Day) => Promise<readonly Appointment[]>

async function tellWhen(
  understood: Understood,
  { read, title }: { read: Read; title: string | undefined },
): Promise<void> {
  const { slots, voice, when } = understood
  const isPast = slots['is_past'] === true
  const all = isPast
    ? await readFar(read, addDays(when.today, -BACK_DAYS), addDays(when.today, 1))
    : await readFar(read, when.today, addDays(when.today, AHEAD_DAYS))
  const open = all.filter((event) => startOf(event, when) <= when.now === isPast || isWholeDay(event))
  const named = title === undefined ? open : open.filter((event) => isNamed(event.title, title))
  const found = isPast ? named.toReversed() : named
  const [first, ...others] = found
  if (!first) {
    const what = title === undefined ? 'Nothing' : `Nothing called “${title}”`
    const span = isPast ? 'for the last year' : 'for the coming year'
    const told = `${what} is in your calendar ${span}.`
    return title === undefined ? voice.say(told) : voice.decline(told)
  }
  const day = firstDayOf(first, when)
  const away = daysBetween(when.today, day)
  const more = title === undefined ? [] : others.slice(0, 3)
  voice.say(
    `“${first.title}” ${isPast ? 'was' : 'is'} ${nearness(away)}on ${dayText(day)}${timesOf(first, when)} (${when.timeZone}).${more.length > 0 ? ` ${isPast ? 'Before that' : 'Then'}: ${told(more, undefined, when)}.` : ''}`,
  )
  showDays(understood, { view: 'day', date: day, events: await read(day, addDays(day, 1)) })
}

/** In pieces: of a busy year not all events are told at once. */
async function readFar(read: Read, from: Day, to: Day): Promise<readonly Appointment[]> {
  const found = new Map<string, Appointment>()
  for (let day = from; daysBetween(day, to) > 0; day = addDays(day, PIECE_DAYS)) {
    const end = addDays(day, Math.min(PIECE_DAYS, daysBetween(day, to)))
    for (const event of await read(day, end)) found.set(`${event.id} ${event.start}`, event)
  }
  return [...found.values()]
}

function nearness(days: number): string {
  if (days === 0) return 'today, '
  return days === 1 ? 'tomorrow, ' : days === -1 ? 'yesterday, ' : ''
}

/** " at 15:30", " from 14:00 to 16:00", ", all day" */
export function timesOf(event: Appointment, { timeZone }: When): string {
  if (isWholeDay(event)) return ', all day'
  const [start, end] = [event.start, event.end].map((text) => clockText(partsIn(timeZone, new Date(text))))
  return start === end ? ` at ${start}` : ` from ${start} to ${end}`
}

function told(events: readonly Appointment[], span: Span | undefined, when: When): string {
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
function labelOf({ view, from, to }: Span, { today }: When): string {
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
  const end = isWholeDay(event)
    ? midnight(addDays(dayFrom(event.end) ?? firstDayOf(event, when), 1), when)
    : new Date(event.end)
  return start < to && (end > from || start >= from)
}

export function isWholeDay({ start }: Pick<Appointment, 'start'>): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(start)
}

function startOf(event: Appointment, when: When): Date {
  return isWholeDay(event) ? midnight(dayFrom(event.start)!, when) : new Date(event.start)
}

export function firstDayOf(event: Appointment, { timeZone }: When): Day {
  return isWholeDay(event) ? dayFrom(event.start)! : partsIn(timeZone, new Date(event.start))
}

function midnight(day: Day, { timeZone }: When): Date {
  return momentIn(timeZone, { ...day, hour: 0, minute: 0 })
}

export function dayFrom(text: string | undefined): Day | undefined {
  const [year, month, day] = (text ?? '').slice(0, 10).split('-').map(Number)
  return year && month && day ? { year, month, day } : undefined
}
