import {
  addDays,
  daysInMonth,
  isoDay,
  isRealDay,
  weekdayOf,
  type Day,
} from '../../../../../platform/language/values/calendar.ts'
import {
  otherReading,
  readDateSum,
  readDayBehind,
  readStretch,
} from '../../../../../platform/language/values/date-sums.ts'
import type { FoundDate } from '../../../../../platform/language/values/dates.ts'
import type { Captured, Found } from '../../define-intent.ts'
import type { DaySum } from './tell-day-sums.ts'

type Read = (captured: Captured, text: string, today: Day) => Omit<Found<DaySum>, 'asks'> | undefined

/** Works out what a sentence about days asks; undefined where the days are none. */
export function readDaySum(captured: Captured, text: string, today: Day): Found<DaySum> | undefined {
  const asks = String(captured['asks'])
  const read = readers[asks]?.(captured, text.replace(/[?.!]+$/, ''), today)
  return read && { asks, ...read }
}

const readers: Readonly<Record<string, Read>> = {
  between: readBetween,
  since: readSince,
  sum: readSum,
  age: readAge,
  left: readLeft,
  leap: (captured, _, today) => realYear(yearOf(captured, today)),
  'leap.next': (_, __, today) => ({ year: today.year }),
  'leap.length': () => ({}),
  'year.length': (captured, _, today) => realYear(yearOf(captured, today)),
}

function readBetween({ from, to, unit }: Captured, _: string, today: Day) {
  const stretch = readStretch(wordsOf(from), wordsOf(to), today)
  return stretch && { from: isoDay(stretch.from.day), to: isoDay(stretch.to.day), unit: textual(unit) }
}

/** "now" is not kept as a day. */
function wordsOf(found: unknown): string {
  return (found as FoundDate | undefined)?.text ?? 'today'
}

function readSince({ from, unit }: Captured, _: string, today: Day) {
  const found = readDayBehind(wordsOf(from), today)
  if (!found) return undefined
  return {
    from: isoDay(found.day),
    to: isoDay(today),
    label: found.label,
    unit: textual(unit),
    ...readOtherwise(found),
  }
}

/** 11/09/2001 may be in November or in September. */
function readOtherwise({ text }: FoundDate) {
  const other = otherReading(text)
  return { said: other && text, other: other && isoDay(other) }
}

function readSum(_: Captured, text: string, today: Day) {
  const sum = readDateSum(text, today)
  if (!sum) return undefined
  const { base, count, unit, result } = sum
  return { date: isoDay(result), base: isoDay(base.day), count, unit, label: base.label }
}

function readAge({ born, year, at, by }: Captured, _: string, today: Day) {
  const to = isoDay(ageAt(at, by, today))
  if (typeof year === 'number') return year > 1_850 && year <= today.year ? { year, to } : undefined
  const found = born as FoundDate | undefined
  if (!found || !/\d{4}|[./]\d{2}$/.test(found.text)) return undefined
  return { from: isoDay(found.day), to, ...readOtherwise(found) }
}

/** "how old will I be in 2030": its last day, when the birthday has surely been. */
function ageAt(day: unknown, year: unknown, today: Day): Day {
  if (typeof year === 'number') return { year, month: 12, day: 31 }
  return (day as FoundDate | undefined)?.day ?? today
}

/** "how many days are left this year" */
function readLeft({ unit, of }: Captured, _: string, today: Day) {
  const last = lastDayOf(String(of), today)
  return last && { to: isoDay(last), unit: textual(unit), label: `this ${String(of)}` }
}

function lastDayOf(span: string, today: Day): Day | undefined {
  if (span === 'year') return { year: today.year, month: 12, day: 31 }
  if (span === 'month') return { ...today, day: daysInMonth(today.year, today.month) }
  return span === 'week' ? addDays(today, (7 - weekdayOf(today)) % 7) : undefined
}

function yearOf({ year, near }: Captured, today: Day): number {
  if (typeof year === 'number') return year
  return today.year + (near === 'next' ? 1 : near === 'last' ? -1 : 0)
}

function realYear(year: number) {
  return year >= 100 && isRealDay({ year, month: 1, day: 1 }) ? { year } : undefined
}

function textual(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
