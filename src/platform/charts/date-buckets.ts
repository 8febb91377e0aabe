import { capital } from '../language/capital.ts'
import { shortMonths } from '../language/values/calendar.ts'
const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

type Unit = 'second' | 'minute' | 'hour' | 'day' | 'month' | 'quarter' | 'year' | 'decade'

export interface DateBuckets {
  readonly unit: Unit
  readonly labels: readonly string[]
  placeOf(time: number): number
}

/** The shortest period of which at most `most` cover all of the dates; periods without a date are there too. */
export function dateBuckets(values: Float64Array, most: number): DateBuckets {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  let finest: Unit = 'year'
  for (const value of values) {
    if (Number.isNaN(value)) continue
    if (value < low) low = value
    if (value > high) high = value
    finest = finerOf(finest, value)
  }
  const candidates = units.slice(units.indexOf(finest))
  const unit = candidates.find((one) => indexOf(one, high) - indexOf(one, low) < most) ?? 'decade'
  const first = indexOf(unit, low)
  const count = Math.min(most, indexOf(unit, high) - first + 1)
  return {
    unit,
    labels: Array.from({ length: count }, (_, place) => labels[unit](first + place)),
    placeOf: (time) => Math.min(count - 1, indexOf(unit, time) - first),
  }
}

const units: readonly Unit[] = ['second', 'minute', 'hour', 'day', 'month', 'quarter', 'year', 'decade']

/** Dates that are all the first of a month are months, and so on. */
function finerOf(known: Unit, value: number): Unit {
  if (known === 'second') return known
  const own = unitOf(value)
  return units.indexOf(own) < units.indexOf(known) ? own : known
}

function unitOf(value: number): Unit {
  if (value % minute !== 0) return 'second'
  if (value % hour !== 0) return 'minute'
  if (value % day !== 0) return 'hour'
  const date = new Date(value)
  if (date.getUTCDate() !== 1) return 'day'
  return date.getUTCMonth() === 0 ? 'year' : 'month'
}

function indexOf(unit: Unit, time: number): number {
  const length = { second, minute, hour, day }[unit as 'day']
  if (length !== undefined) return Math.floor(time / length)
  const date = new Date(time)
  const year = date.getUTCFullYear()
  if (unit === 'month') return year * 12 + date.getUTCMonth()
  if (unit === 'quarter') return year * 4 + Math.floor(date.getUTCMonth() / 3)
  return unit === 'year' ? year : Math.floor(year / 10)
}

const labels: Readonly<Record<Unit, (index: number) => string>> = {
  second: (index) => isoText(index * second, 19),
  minute: (index) => isoText(index * minute, 16),
  hour: (index) => isoText(index * hour, 16),
  day: (index) => isoText(index * day, 10),
  month: (index) => `${capital(shortMonths[index % 12]!)} ${Math.floor(index / 12)}`,
  quarter: (index) => `Q${(index % 4) + 1} ${Math.floor(index / 4)}`,
  year: String,
  decade: (index) => `${index * 10}s`,
}

function isoText(time: number, length: number): string {
  return new Date(time).toISOString().slice(0, length).replace('T', ' ')
}
