import { randomUUID } from 'node:crypto'
import ICAL from 'ical.js'
import { AppError } from '../../contract/errors.ts'
import { timeZoneComponent, type Component, type Recur, type Time } from './calendar-text.ts'
import { assertFollowable, everHolds } from './occurrences.ts'
import { dateOfWall, isTimeZone, zoneClock, type ZoneClock } from './zone-time.ts'

export interface EventDraft {
  readonly title: string
  /** A date, a local date-time, or a date-time with an offset. */
  readonly start: string
  /** In the same way; for an event of whole days the last one, itself included. */
  readonly end?: string | undefined
  readonly durationMinutes?: number | undefined
  readonly allDay?: boolean | undefined
  /** IANA name. */
  readonly timeZone?: string | undefined
  readonly location?: string | undefined
  readonly notes?: string | undefined
  readonly reminderMinutes?: number | undefined
  /** As in iCalendar, e.g. `FREQ=WEEKLY;BYDAY=MO`. */
  readonly recurrence?: string | undefined
}

/** What the clock shows at the beginning and the end, in milliseconds as if it were UTC. */
interface WallSpan {
  readonly start: number
  readonly end: number
  readonly allDay: boolean
}

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
const USUAL_MINUTES = 60

/** The event as iCalendar. Throws a sentence about the first thing that does not fit. */
export function eventText(draft: EventDraft, { now, zone }: { now: Date; zone: string }): string {
  const clock = zoneClock(checkedZone(draft.timeZone ?? zone))
  const span = spanOfDraft(draft, clock)
  const root = new ICAL.Component('vcalendar')
  root.addPropertyWithValue('version', '2.0')
  root.addPropertyWithValue('prodid', '-//Deskhand//Calendar//EN')
  if (!span.allDay && !isUtc(clock))
    root.addSubcomponent(timeZoneComponent(clock.zone, new Date(span.start).getUTCFullYear() - 1))
  const event = new ICAL.Component('vevent')
  root.addSubcomponent(event)
  const written = utcTime(now.getTime())
  event.addPropertyWithValue('uid', randomUUID())
  for (const name of ['dtstamp', 'created', 'last-modified']) event.addPropertyWithValue(name, written)
  addTime(event, { name: 'dtstart', wall: span.start, allDay: span.allDay, clock })
  addTime(event, { name: 'dtend', wall: span.end, allDay: span.allDay, clock })
  const words = { summary: draft.title, location: draft.location, description: draft.notes }
  for (const [name, text] of Object.entries(words))
    if (text !== undefined && text.trim() !== '') event.addPropertyWithValue(name, printable(text))
  if (draft.recurrence !== undefined)
    event.addPropertyWithValue('rrule', ruleOf(draft.recurrence, { span, clock }))
  if (draft.reminderMinutes !== undefined) event.addSubcomponent(alarm(draft.reminderMinutes, draft.title))
  return root.toString()
}

function spanOfDraft(draft: EventDraft, clock: ZoneClock): WallSpan {
  const start = wallOf(draft.start, { name: 'start', clock })
  const allDay = draft.allDay ?? start.isDate
  if (draft.end !== undefined && draft.durationMinutes !== undefined)
    throw new AppError('invalid_request', 'Give end or duration_minutes, not both.')
  if (!allDay && start.isDate)
    throw new AppError('invalid_request', 'start is a date without a time. Add one, or set all_day.')
  const beginning = allDay ? Math.floor(start.wall / DAY_MS) * DAY_MS : start.wall
  const end = endOf(draft, { clock, allDay, beginning })
  if (end > beginning) return { start: beginning, end, allDay }
  throw new AppError('invalid_request', 'The event ends before it starts. Check start and end.')
}

function endOf(
  draft: EventDraft,
  { clock, allDay, beginning }: { clock: ZoneClock; allDay: boolean; beginning: number },
): number {
  const end = draft.end === undefined ? undefined : wallOf(draft.end, { name: 'end', clock })
  if (allDay) {
    const days = Math.max(1, Math.ceil((draft.durationMinutes ?? 0) / (24 * 60)))
    return end ? Math.floor(end.wall / DAY_MS) * DAY_MS + DAY_MS : beginning + days * DAY_MS
  }
  if (end?.isDate) throw new AppError('invalid_request', 'end is a date without a time. Add the time.')
  if (end) return end.wall
  // Of a length the clock's own jumps are no part.
  return clock.wallAt(clock.momentAt(beginning) + (draft.durationMinutes ?? USUAL_MINUTES) * MINUTE_MS)
}

const DATE_TIME = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2})?)(?:\.\d+)?(Z|[+-]\d{2}:?\d{2})?)?$/i

function wallOf(
  text: string,
  { name, clock }: { name: string; clock: ZoneClock },
): { wall: number; isDate: boolean } {
  const [, date, time, offset] = DATE_TIME.exec(text.trim()) ?? []
  const seconds = time === undefined ? '00:00:00' : time.length === 5 ? `${time}:00` : time
  const wall = date === undefined ? Number.NaN : Date.parse(`${date}T${seconds}Z`)
  // 30 February would quietly become 2 March.
  if (Number.isNaN(wall) || dateOfWall(wall) !== date)
    throw new AppError(
      'invalid_request',
      `${name} must be a date like 2026-03-02, or a date and time like 2026-03-02T09:30.`,
    )
  if (offset === undefined) return { wall, isDate: time === undefined }
  const zone = offset.toUpperCase() === 'Z' ? 'Z' : `${offset.slice(0, 3)}:${offset.slice(-2)}`
  return { wall: clock.wallAt(Date.parse(`${date}T${seconds}${zone}`)), isDate: false }
}

function checkedZone(zone: string): string {
  if (isTimeZone(zone)) return zone
  throw new AppError('invalid_request', `time_zone "${zone}" is not an IANA name, e.g. Europe/Berlin.`)
}

interface TimeProperty {
  readonly name: string
  readonly wall: number
  readonly allDay: boolean
  readonly clock: ZoneClock
}

function addTime(event: Component, { name, wall, allDay, clock }: TimeProperty): void {
  const property = new ICAL.Property(name)
  const shown = new Date(wall).toISOString()
  if (allDay) {
    property.resetType('date')
    property.setValue(ICAL.Time.fromDateString(shown.slice(0, 10)))
  } else if (isUtc(clock)) {
    property.setValue(utcTime(clock.momentAt(wall)))
  } else {
    property.setParameter('tzid', clock.zone)
    property.setValue(ICAL.Time.fromDateTimeString(shown.slice(0, 19)))
  }
  event.addProperty(property)
}

function isUtc({ zone }: ZoneClock): boolean {
  return zone.toUpperCase() === 'UTC' || zone === 'Etc/UTC'
}

export function utcTime(moment: number): Time {
  return ICAL.Time.fromDateTimeString(`${new Date(moment).toISOString().slice(0, 19)}Z`)
}

function ruleOf(text: string, { span, clock }: { span: WallSpan; clock: ZoneClock }): Recur {
  const rule = parsedRule(text)
  assertFollowable(rule)
  if (rule.count !== null && rule.until)
    throw new AppError('invalid_request', 'recurrence can use COUNT or UNTIL, not both.')
  if (!everHolds(rule, ICAL.Time.fromDateString(dateOfWall(span.start))))
    throw new AppError('invalid_request', 'recurrence never happens. Check its days.')
  // Dates end with dates and times with moments, or other programs do not understand the rule.
  const { until } = rule
  if (until) {
    const day = Date.UTC(until.year, until.month - 1, until.day)
    if (span.allDay) rule.until = ICAL.Time.fromDateString(dateOfWall(day))
    else if (until.isDate) rule.until = utcTime(clock.momentAt(day + DAY_MS - 1000))
    else if (until.zone !== ICAL.Timezone.utcTimezone)
      rule.until = utcTime(clock.momentAt(until.toUnixTime() * 1000))
  }
  return rule
}

function parsedRule(text: string): Recur {
  try {
    const rule = ICAL.Recur.fromString(text.trim().replace(/^RRULE:/i, ''))
    if (rule.freq) return rule
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new AppError('invalid_request', `recurrence is not an iCalendar rule: ${reason}.`)
  }
  throw new AppError('invalid_request', 'recurrence must be a rule like FREQ=WEEKLY;BYDAY=MO.')
}

function alarm(minutes: number, title: string): Component {
  const component = new ICAL.Component('valarm')
  component.addPropertyWithValue('action', 'DISPLAY')
  component.addPropertyWithValue('description', printable(title))
  component.addPropertyWithValue('trigger', ICAL.Duration.fromSeconds(-minutes * 60))
  return component
}

/** Control characters end lines and files of others. */
function printable(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replaceAll(/[^\P{Cc}\n\t]/gu, '')
    .toWellFormed()
    .trim()
}
