import { knownTimeZone, ownTimeZone } from '../../contract/text/time-zone.ts'
import { partsIn } from '../../platform/language/values/calendar.ts'
export interface ZoneTime {
  readonly hours: number
  readonly minutes: number
  readonly seconds: number
  /** How far its clocks are ahead of those of the reader, in minutes. */
  readonly aheadMinutes: number
  /** Whole days that its calendar is ahead of that of the reader: -1, 0 or 1. */
  readonly aheadDays: number
}

const DAY_MS = 86_400_000

/** What the clocks of a zone show; undefined when there is no such zone. */
export function timeIn(timeZone: string | undefined, now: Date): ZoneTime | undefined {
  const there = wallClock(timeZone, now)
  const here = wallClock(undefined, now)
  if (there === undefined || here === undefined) return undefined
  const clock = new Date(there)
  return {
    hours: clock.getUTCHours(),
    minutes: clock.getUTCMinutes(),
    seconds: clock.getUTCSeconds(),
    aheadMinutes: Math.round((there - here) / 60_000),
    aheadDays: Math.floor(there / DAY_MS) - Math.floor(here / DAY_MS),
  }
}

/** What the clocks show, as if it were the time in Greenwich: so two of them can be subtracted. */
function wallClock(timeZone: string | undefined, now: Date): number | undefined {
  const zone = timeZone === undefined ? ownTimeZone() : knownTimeZone(timeZone)
  if (zone === undefined) return undefined
  const { year, month, day, hour, minute, second } = partsIn(zone, now)
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

const QUARTERS: readonly string[] = ['', '¼', '½', '¾']

/** `+8 h`, `−3½ h`, `same time`; with the day when it is another one. */
export function aheadInWords({ aheadMinutes, aheadDays }: ZoneTime): string {
  const size = Math.abs(aheadMinutes)
  const hours = Math.floor(size / 60)
  const part = QUARTERS[(size % 60) / 15] ?? ''
  const shift =
    size === 0
      ? 'same time'
      : `${aheadMinutes < 0 ? '−' : '+'}${hours > 0 || part === '' ? hours : ''}${part} h`
  const day = aheadDays > 0 ? ', tomorrow' : aheadDays < 0 ? ', yesterday' : ''
  return shift + day
}
