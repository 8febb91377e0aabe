import { knownTimeZone } from '../../contract/text/time-zone.ts'
/** The clock of a time zone. A wall time is what the clock shows, in milliseconds as if it were UTC. */
export interface ZoneClock {
  readonly zone: string
  wallAt(moment: number): number
  /** Where clocks go back, the first of the two; where they go forward, as much later as they skip. */
  momentAt(wall: number): number
}

/** Making one is slow, and an event may name zones in each of its lines. */
const clocks = new Map<string, ZoneClock>()

export function zoneClock(zone: string): ZoneClock {
  const known = clocks.get(zone)
  if (known) return known
  const clock = newClock(zone)
  remember(clocks, zone, clock)
  return clock
}

function newClock(zone: string): ZoneClock {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  const wallAt = (moment: number): number => {
    const parts = format.formatToParts(moment)
    const of = (type: string) => Number(parts.find((part) => part.type === type)!.value)
    return Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'))
  }
  const offsetAt = (moment: number) => wallAt(moment) - Math.floor(moment / 1000) * 1000
  return {
    zone,
    wallAt,
    momentAt(wall) {
      const before = offsetAt(wall - DAY_MS)
      const after = offsetAt(wall + DAY_MS)
      const fitting = [wall - before, wall - after].find((moment) => wallAt(moment) === wall)
      return fitting ?? wall - before
    },
  }
}

const names = new Map<string, boolean>()

export function isTimeZone(name: string): boolean {
  const known = names.get(name)
  if (known !== undefined) return known
  const isOne = knownTimeZone(name) !== undefined
  remember(names, name, isOne)
  return isOne
}

/** There are some 600 of them, in any spelling; names come from strangers. */
const MAX_KEPT = 1_000

function remember<Value>(kept: Map<string, Value>, name: string, value: Value): void {
  if (kept.size >= MAX_KEPT) kept.clear()
  kept.set(name, value)
}

const DAY_MS = 86_400_000

/** The moment at which a day begins there. */
export function startOfDay(date: string, clock: ZoneClock): number {
  return clock.momentAt(Date.parse(`${date}T00:00:00Z`))
}

/** As `2026-03-05`. */
export function dateOfWall(wall: number): string {
  return new Date(wall).toISOString().slice(0, 10)
}
