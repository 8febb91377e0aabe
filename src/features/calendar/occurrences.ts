import ICAL from 'ical.js'
import { AppError } from '../../contract/errors.ts'
import {
  dateTextOf,
  momentReader,
  spanOf,
  timeOf,
  zoneNameOf,
  type CalendarObject,
  type Component,
  type Recur,
  type Time,
} from './calendar-text.ts'
import { daysOf, type DayRule } from './rule-days.ts'

/** One time at which an event takes place. */
export interface Span {
  readonly event: Component
  /** ISO 8601 in UTC, or a date. */
  readonly starts: string
  readonly ends: string
  readonly allDay: boolean
}

export interface Window {
  /** ISO 8601 in UTC. Dates are compared with it as if they were in UTC, so a day is added around. */
  readonly from: string
  readonly to: string
}

const MAX_SPANS = 5_000
const MAX_RULES = 10
const MAX_TIMES_A_DAY = 24
const MAX_DAYS_BACK = 366
const DAY_MS = 86_400_000

/**
 * Every time at which it takes place in the window, also those that only reach into it. An event whose rule cannot be
 * followed takes place once, at its beginning; `onTrouble` hears of it.
 */
export function spansIn(
  object: CalendarObject,
  window: Window,
  onTrouble?: (error: unknown) => void,
): Span[] {
  const { master, overrides } = object
  const spans = overrides.map((event) => ({ event, ...spanOf(event) }))
  if (master) {
    const first = { event: master, ...spanOf(master) }
    try {
      spans.push(...repeated(first, object, window))
    } catch (error) {
      onTrouble?.(error)
      spans.push(first)
    }
  }
  return spans
    .filter(({ event, starts, ends }) => !isCancelled(event) && isInside({ starts, ends }, window))
    .toSorted((a, b) => (a.starts < b.starts ? -1 : 1))
}

/** The parts of a rule that a person may set. What repeats within a day is no event but a machine. */
export function assertFollowable(rule: Recur): void {
  if (['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'].includes(rule.freq)) return
  throw new AppError(
    'invalid_request',
    'recurrence must say FREQ=DAILY, WEEKLY, MONTHLY or YEARLY, e.g. FREQ=WEEKLY;BYDAY=MO.',
  )
}

function repeated(first: Span, { overrides }: CalendarObject, window: Window): Span[] {
  const { event } = first
  const zone = zoneNameOf(event, 'dtstart')
  const moment = momentReader(zone)
  const stamp = (time: Time) => (time.isDate ? dateTextOf(time) : new Date(moment(time)).toISOString())
  const lasts = Date.parse(first.ends) - Date.parse(first.starts)
  // A date excludes whatever begins on it, whatever the time.
  const excluded = new Set([
    ...stampsOf(event, 'exdate'),
    ...overrides.flatMap((override) => stampsOf(override, 'recurrence-id')),
  ])
  const starts = new Set<string>()
  const add = (time: Time) => {
    if (!excluded.has(stamp(time)) && !excluded.has(dateTextOf(time))) starts.add(stamp(time))
  }
  add(timeOf(event, 'dtstart')!)
  for (const property of event.getAllProperties('rdate'))
    for (const value of property.getValues() as unknown[]) if (value instanceof ICAL.Time) add(value)
  for (const property of event.getAllProperties('rrule').slice(0, MAX_RULES)) {
    const rule = property.getFirstValue()
    if (!(rule instanceof ICAL.Recur)) continue
    assertFollowable(rule)
    const span = {
      // What lasts for years and yet repeats is nonsense or an attack: only its newest times are followed.
      from: dayNumber(window.from) - Math.min(Math.ceil(lasts / DAY_MS), MAX_DAYS_BACK) - 1,
      to: dayNumber(window.to) + 1,
    }
    for (const time of timesOf(rule, timeOf(event, 'dtstart')!, span))
      if (!isAfter(time, rule.until, moment)) add(time)
  }
  return [...starts].slice(-MAX_SPANS).map((from) => {
    const ends = new Date(Date.parse(from) + lasts).toISOString()
    return { event, starts: from, ends: first.allDay ? ends.slice(0, 10) : ends, allDay: first.allDay }
  })
}

/** Whether the rule ever holds, as far as anybody will see. */
export function everHolds(rule: Recur, start: Time): boolean {
  const from = dayOf(start)
  return daysOf({ ...dayRule(rule), count: 1 }, from, { from, to: from + LIFETIME_DAYS }).length > 0
}

const LIFETIME_DAYS = 50 * 366

function timesOf(rule: Recur, start: Time, span: { from: number; to: number }): Time[] {
  const hours = valuesOf(rule, 'BYHOUR') ?? [start.hour]
  const minutes = valuesOf(rule, 'BYMINUTE') ?? [start.minute]
  if (hours.length * minutes.length > MAX_TIMES_A_DAY) throw new Error('It repeats too often in a day.')
  return daysOf(dayRule(rule), dayOf(start), span).flatMap((number) => {
    const [year, month, day] = new Date(number * DAY_MS).toISOString().slice(0, 10).split('-').map(Number)
    const date = { year: year!, month: month!, day: day! }
    if (start.isDate) return [new ICAL.Time({ ...date, isDate: true }, start.zone)]
    return hours.flatMap((hour) =>
      minutes.map((minute) => new ICAL.Time({ ...date, hour, minute, second: start.second }, start.zone)),
    )
  })
}

function dayRule(rule: Recur): DayRule {
  const { freq, interval, count, wkst } = rule
  return { freq, interval, count, weekStart: wkst, parts: rule.parts }
}

function valuesOf(rule: Recur, part: string): number[] | undefined {
  return (rule.parts as DayRule['parts'])[part]?.map(Number)
}

function isAfter(time: Time, until: Time | null, moment: (time: Time) => number): boolean {
  if (!until) return false
  if (until.isDate || time.isDate) return dateTextOf(time) > dateTextOf(until)
  return moment(time) > moment(until)
}

function dayOf({ year, month, day }: Time): number {
  return Date.UTC(year, month - 1, day) / DAY_MS
}

function dayNumber(moment: string): number {
  return Math.floor(Date.parse(moment) / DAY_MS)
}

export function stampsOf(event: Component, name: string): string[] {
  return event.getAllProperties(name).flatMap((property) => {
    const zone: unknown = property.getFirstParameter('tzid')
    const moment = momentReader(typeof zone === 'string' ? zone : undefined)
    return (property.getValues() as unknown[]).flatMap((value) => {
      if (!(value instanceof ICAL.Time)) return []
      return [value.isDate ? dateTextOf(value) : new Date(moment(value)).toISOString()]
    })
  })
}

function isCancelled(event: Component): boolean {
  return String(event.getFirstPropertyValue('status')).toUpperCase() === 'CANCELLED'
}

function isInside({ starts, ends }: { starts: string; ends: string }, { from, to }: Window): boolean {
  return starts < dayAfter(to) && (ends > dayBefore(from) || starts >= from)
}

function dayAfter(moment: string): string {
  return new Date(Date.parse(moment) + DAY_MS).toISOString()
}

function dayBefore(moment: string): string {
  return new Date(Date.parse(moment) - DAY_MS).toISOString()
}
