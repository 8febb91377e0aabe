import { knownTimeZone } from '../../contract/text/time-zone.ts'
import { offsetAt } from '../../platform/language/values/calendar.ts'
export interface TimeLeft {
  readonly days: number
  readonly hours: number
  readonly minutes: number
  readonly seconds: number
}

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** What is left, in days of the calendar: one with 23 or 25 hours counts as one day. */
export function timeUntil(target: Date, now: Date): TimeLeft {
  let days = Math.max(0, Math.ceil((target.getTime() - now.getTime()) / DAY))
  while (days > 0 && daysLater(now, days) > target) days -= 1
  const rest = Math.max(0, target.getTime() - daysLater(now, days).getTime())
  return {
    days,
    hours: Math.floor(rest / HOUR),
    minutes: Math.floor((rest % HOUR) / MINUTE),
    seconds: Math.floor((rest % MINUTE) / SECOND),
  }
}

function daysLater(moment: Date, days: number): Date {
  const later = new Date(moment)
  later.setDate(later.getDate() + days)
  return later
}

/** The moment that a text names. Without an offset of its own it is the time on the clocks of the zone, or here. */
export function momentIn(text: string, timeZone: string | undefined): Date {
  const clock = text.length === 10 ? `${text}T00:00` : text
  if (/(?:Z|[+-]\d{2}:\d{2})$/.test(clock)) return new Date(clock)
  if (timeZone === undefined || knownTimeZone(timeZone) === undefined) return new Date(clock)
  const asIfGreenwich = Date.parse(`${clock}Z`)
  // The first guess may stand on the other side of a change of the clocks; the second is right.
  const guess = asIfGreenwich - offsetAt(timeZone, asIfGreenwich)
  return new Date(asIfGreenwich - offsetAt(timeZone, guess))
}
