import { capital } from '../capital.ts'

/** A day of the calendar without a zone, and what can be asked of it. */
export interface Day {
  readonly year: number
  /** From 1. */
  readonly month: number
  readonly day: number
}

export const weekdays = [
  'sunday',
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
] as const
export const months = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
] as const

export const shortMonths: readonly string[] = months.map((name) => name.slice(0, 3))

/** How the names of months begin, as a part of a pattern for text in lower case. */
export const monthStart = `(?:${shortMonths.join('|')})`

/** The name of a month, whole or short, as a part of a pattern for text in lower case. */
export const monthWord =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'

/** From 1; the name is one that `monthWord` matches. */
export function monthNumber(name: string): number {
  return months.findIndex((month) => month.startsWith(name.slice(0, 3))) + 1
}

/** What day it is for somebody who lives in that zone. */
export function dayIn(timeZone: string, moment: Date): Day {
  const { year, month, day } = partsIn(timeZone, moment)
  return { year, month, day }
}

export interface ClockParts extends Day {
  readonly hour: number
  readonly minute: number
  readonly second: number
}

export function partsIn(timeZone: string, moment: Date): ClockParts {
  const read: Record<string, number> = {}
  for (const { type, value } of formatOf(timeZone).formatToParts(moment)) read[type] = Number(value)
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = read
  return { year, month, day, hour, minute, second }
}

const formats = new Map<string, Intl.DateTimeFormat>()
const FORMATS_KEPT = 50

/** To make one takes longer than everything else that is done with a sentence. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  if (formats.size >= FORMATS_KEPT) formats.clear()
  formats.set(timeZone, made)
  return made
}

/** The moment at which the clocks of that zone show this: the earlier one where they show it twice, the leap later where never. */
export function momentIn(
  timeZone: string,
  { year, month, day, hour, minute }: Omit<ClockParts, 'second'>,
): Date {
  const wanted = Date.UTC(year, month - 1, day, hour, minute)
  // Their offsets on both sides of a change, if there is one.
  const [before, after] = [wanted - DAY_MS, wanted + DAY_MS].map(
    (moment) => wanted - offsetAt(timeZone, moment),
  ) as [number, number]
  const isShown = (moment: number) => moment + offsetAt(timeZone, moment) === wanted
  return new Date(isShown(before) || !isShown(after) ? before : after)
}

const DAY_MS = 86_400_000

/** How far the clocks of that zone are ahead of UTC, in milliseconds. */
export function offsetAt(timeZone: string, moment: number): number {
  const shown = partsIn(timeZone, new Date(moment))
  const time = Date.UTC(shown.year, shown.month - 1, shown.day, shown.hour, shown.minute, shown.second)
  return time - Math.floor(moment / 1_000) * 1_000
}

export function addDays(day: Day, days: number): Day {
  const moved = new Date(Date.UTC(day.year, day.month - 1, day.day + days))
  return { year: moved.getUTCFullYear(), month: moved.getUTCMonth() + 1, day: moved.getUTCDate() }
}

/** 0 is Sunday. */
export function weekdayOf({ year, month, day }: Day): number {
  return new Date(Date.UTC(year, month - 1, day)).getUTCDay()
}

/** The Monday of its week. */
export function mondayOf(day: Day): Day {
  return addDays(day, -((weekdayOf(day) + 6) % 7))
}

export function daysBetween(from: Day, to: Day): number {
  return Math.round((utc(to) - utc(from)) / 86_400_000)
}

export function daysInMonth(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate()
}

export function isRealDay({ year, month, day }: Day): boolean {
  return month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month)
}

/** 2026-03-02 */
export function isoDay({ year, month, day }: Day): string {
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

/** The day of 2026-03-01, or of a moment that is written so. */
export function dayOfIso(text: string): Day {
  const [year = 0, month = 1, day = 1] = text.slice(0, 10).split('-').map(Number)
  return { year, month, day }
}

/** Monday, 2 March 2026 */
export function dayText(day: Day): string {
  const weekday = weekdays[weekdayOf(day)]!
  const month = months[day.month - 1]!
  return `${capital(weekday)}, ${day.day} ${capital(month)} ${day.year}`
}

/** The week of the ISO calendar: weeks begin on Monday, and the first one has the first Thursday. */
export function weekNumber(day: Day): number {
  const thursday = addDays(day, 3 - ((weekdayOf(day) + 6) % 7))
  return Math.floor(daysBetween({ year: thursday.year, month: 1, day: 1 }, thursday) / 7) + 1
}

export function isLeapYear(year: number): boolean {
  return daysInMonth(year, 2) === 29
}

function utc({ year, month, day }: Day): number {
  return Date.UTC(year, month - 1, day)
}
