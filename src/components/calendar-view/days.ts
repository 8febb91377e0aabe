import { ownTimeZone } from '../../contract/text/time-zone.ts'
import { dayIn, isoDay } from '../../platform/language/values/calendar.ts'
import type { ViewProps } from '../view-kit/view-entry.ts'

export type CalendarProps = Required<Pick<ViewProps<'calendar_view'>, 'view' | 'week_starts_on'>> &
  ViewProps<'calendar_view'>
export type CalendarEvent = NonNullable<CalendarProps['events']>[number]

const DAY_MS = 86_400_000
const FIRST_DAYS = { sunday: 0, monday: 1, saturday: 6 }

/** Days are kept as `2026-03-02`: no hour, no zone, nothing that could slip. */
export type Day = string

export function dayOf(moment: Date, timeZone: string | undefined): Day {
  return isoDay(dayIn(timeZone ?? ownTimeZone(), moment))
}

export function shifted(day: Day, days: number): Day {
  return new Date(Date.parse(`${day}T12:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
}

export function monthOf(day: Day): string {
  return day.slice(0, 7)
}

export function shiftedMonth(day: Day, months: number): Day {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1 + months, 1, 12)).toISOString().slice(0, 10)
}

export function weekOf(day: Day, starts: CalendarProps['week_starts_on']): Day[] {
  const weekday = new Date(`${day}T12:00Z`).getUTCDay()
  const first = shifted(day, -((weekday - FIRST_DAYS[starts] + 7) % 7))
  return Array.from({ length: 7 }, (_, index) => shifted(first, index))
}

/** Whole weeks from the one with the first of the month to the one with its last. */
export function weeksOfMonth(day: Day, starts: CalendarProps['week_starts_on']): Day[][] {
  const weeks: Day[][] = []
  let week = weekOf(`${monthOf(day)}-01`, starts)
  while (week.some((one) => monthOf(one) === monthOf(day))) {
    weeks.push(week)
    week = week.map((one) => shifted(one, 7))
  }
  return weeks
}

export function isAllDay({ start }: CalendarEvent): boolean {
  return !start.includes('T')
}

/** Every day that an event touches. Its end is not part of it when it lies on midnight. */
export function daysOf(event: CalendarEvent, timeZone: string | undefined): Day[] {
  const first = isAllDay(event) ? event.start : dayOf(new Date(event.start), timeZone)
  if (event.end === undefined) return [first]
  const last = event.end.includes('T') ? dayOf(new Date(Date.parse(event.end) - 1), timeZone) : event.end
  const days: Day[] = [first]
  while (days.at(-1)! < last && days.length < 400) days.push(shifted(days.at(-1)!, 1))
  return days
}

export function eventsByDay(
  events: readonly CalendarEvent[],
  timeZone: string | undefined,
): Map<Day, CalendarEvent[]> {
  const byDay = new Map<Day, CalendarEvent[]>()
  for (const event of events.toSorted((a, b) => a.start.localeCompare(b.start)))
    for (const day of daysOf(event, timeZone)) byDay.set(day, [...(byDay.get(day) ?? []), event])
  return byDay
}
