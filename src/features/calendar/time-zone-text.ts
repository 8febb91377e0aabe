import { zoneClock, type ZoneClock } from './zone-time.ts'

const DAY_MS = 86_400_000
const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']

interface Transition {
  readonly moment: number
  readonly before: number
  readonly after: number
}

/**
 * The zone as iCalendar describes one. Two changes of the clock in a year become rules that go on; of a zone with more,
 * or with a single one, only what holds at the beginning of the year is told: whoever knows the name knows better.
 */
export function timeZoneText(zone: string, year: number): string {
  const clock = zoneClock(zone)
  const from = Date.UTC(year, 0, 1)
  const transitions = transitionsIn(clock, { from, to: Date.UTC(year + 1, 0, 1) })
  const offset = clock.wallAt(from) - from
  const observances =
    transitions.length === 2
      ? transitions.flatMap(observance)
      : [
          'BEGIN:STANDARD',
          'DTSTART:19700101T000000',
          `TZOFFSETFROM:${offsetText(offset)}`,
          `TZOFFSETTO:${offsetText(offset)}`,
          'END:STANDARD',
        ]
  return ['BEGIN:VTIMEZONE', `TZID:${zone}`, ...observances, 'END:VTIMEZONE'].join('\r\n')
}

function transitionsIn(clock: ZoneClock, { from, to }: { from: number; to: number }): Transition[] {
  const offsetAt = (moment: number) => clock.wallAt(moment) - moment
  const found: Transition[] = []
  for (let day = from; day < to; day += DAY_MS) {
    const before = offsetAt(day)
    const after = offsetAt(day + DAY_MS)
    if (before === after) continue
    let [low, high] = [day, day + DAY_MS]
    while (high - low > 60_000) {
      const middle = low + Math.floor((high - low) / 120_000) * 60_000
      if (offsetAt(middle) === before) low = middle
      else high = middle
    }
    found.push({ moment: high, before, after })
  }
  return found
}

function observance({ moment, before, after }: Transition): string[] {
  const wall = new Date(moment + before)
  const name = after > before ? 'DAYLIGHT' : 'STANDARD'
  const day = wall.getUTCDate()
  const lastDay = new Date(Date.UTC(wall.getUTCFullYear(), wall.getUTCMonth() + 1, 0)).getUTCDate()
  const week = day + 7 > lastDay ? -1 : Math.ceil(day / 7)
  return [
    `BEGIN:${name}`,
    `DTSTART:${wall.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}`,
    `TZOFFSETFROM:${offsetText(before)}`,
    `TZOFFSETTO:${offsetText(after)}`,
    `RRULE:FREQ=YEARLY;BYMONTH=${wall.getUTCMonth() + 1};BYDAY=${week}${WEEKDAYS[wall.getUTCDay()]}`,
    `END:${name}`,
  ]
}

function offsetText(milliseconds: number): string {
  const minutes = Math.abs(Math.round(milliseconds / 60_000))
  const two = (value: number) => String(value).padStart(2, '0')
  return `${milliseconds < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}${two(minutes % 60)}`
}
