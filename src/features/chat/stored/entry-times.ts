import { AppError } from '../../../contract/errors.ts'
import { knownTimeZone } from '../../../contract/text/time-zone.ts'
import { isRealDay, momentIn, dayIn, isoDay } from '../../../platform/language/values/calendar.ts'
import { readRule, ruleText } from '../../../platform/language/values/repetition.ts'
import type { Members } from './shelf.ts'

export interface Clock {
  readonly now: Date
  readonly timeZone: string
}

const WRITTEN = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::\d{2}(?:\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/i

/** A day as it is, or the moment in UTC. Throws when there is no such day or time. */
export function dueOf(text: string, member: string, timeZone: string): string {
  const [, year, month, day, hour, minute, offset] = WRITTEN.exec(text.trim()) ?? []
  const date = { year: Number(year), month: Number(month), day: Number(day) }
  const isTime = hour === undefined || (Number(hour) < 24 && Number(minute) < 60)
  if (year === undefined || !isRealDay(date) || !isTime)
    throw new AppError(
      'invalid_request',
      `${member} “${text.slice(0, 60)}” is not a valid date. Write it as 2026-03-02 or 2026-03-02T09:30.`,
    )
  if (hour === undefined) return `${year}-${month}-${day}`
  if (offset === undefined)
    return momentIn(timeZone, { ...date, hour: Number(hour), minute: Number(minute) }).toISOString()
  const zone = offset.toUpperCase() === 'Z' ? 'Z' : `${offset.slice(0, 3)}:${offset.slice(-2)}`
  return new Date(`${year}-${month}-${day}T${hour}:${minute}:00${zone}`).toISOString()
}

/** A day alone. */
export function dayOf(text: string, member: string): string {
  const day = dueOf(text, member, 'UTC')
  if (day.length === 10) return day
  throw new AppError('invalid_request', `${member} is a day without a time. Write it as 2026-03-02.`)
}

/** When a reminder rings, as it is kept: of what was said, and what stood there before. */
export function ringing(said: Members, before: Members, clock: Clock): Members {
  const given = zoneOf(said['time_zone'])
  const due = saidDue(said, { ...clock, timeZone: given ?? clock.timeZone })
  assertAhead(due, clock)
  const when = due === undefined ? before['due'] : due
  const rule = saidRule(said['repeat'], before['repeat'])
  if (typeof rule !== 'string')
    return {
      ...(when !== undefined && { due: when }),
      ...(rule === null && { repeat: null, time_zone: null }),
    }
  if (typeof when !== 'string' || !when.includes('T'))
    throw new AppError(
      'invalid_request',
      'A repeating reminder needs a time. Give at with a time, e.g. 2026-03-02T09:30.',
    )
  return { due: when, repeat: rule, time_zone: given ?? before['time_zone'] ?? clock.timeZone }
}

/** Undefined when nothing was said of it, null when it is to have no time. */
function saidDue({ at, in_minutes: minutes }: Members, { now, timeZone }: Clock): unknown {
  if (at !== undefined && minutes !== undefined)
    throw new AppError('invalid_request', 'Give at or in_minutes, not both.')
  if (typeof minutes === 'number') return new Date(now.getTime() + minutes * 60_000).toISOString()
  return typeof at === 'string' ? dueOf(at, 'at', timeZone) : at
}

function saidRule(repeat: unknown, before: unknown): unknown {
  if (repeat === undefined) return before
  return typeof repeat === 'string' ? ruleOf(repeat) : null
}

function assertAhead(due: unknown, { now, timeZone }: Clock): void {
  if (typeof due !== 'string') return
  const today = isoDay(dayIn(timeZone, now))
  const isPast = due.length === 10 ? due < today : new Date(due) <= now
  if (isPast)
    throw new AppError(
      'invalid_request',
      `${due} is in the past, so it would never ring. Give a future time.`,
    )
}

/** The rule as reminders keep it; what they cannot follow is refused rather than forgotten. */
function ruleOf(text: string): string {
  const wanted = text
    .trim()
    .replace(/^RRULE:/i, '')
    .toUpperCase()
  const rule = readRule(wanted)
  const parts = (written: string) => new Set(written.split(';').filter((part) => part !== 'INTERVAL=1'))
  if (rule && parts(wanted).symmetricDifference(parts(ruleText(rule))).size === 0) return ruleText(rule)
  throw new AppError(
    'invalid_request',
    `repeat “${text.slice(0, 100)}” is not a rule reminders can follow. Use FREQ with INTERVAL, BYDAY, BYMONTHDAY or BYMONTH, e.g. FREQ=WEEKLY;BYDAY=MO,TH.`,
  )
}

function zoneOf(given: unknown): string | undefined {
  if (typeof given !== 'string') return undefined
  const zone = knownTimeZone(given)
  if (zone !== undefined) return zone
  throw new AppError('invalid_request', `time_zone “${given}” is not an IANA name, e.g. Europe/Berlin.`)
}
