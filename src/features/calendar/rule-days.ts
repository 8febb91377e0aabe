/** A day, counted from 1970-01-01. */
export type DayNumber = number

/** The part of a rule of repetition (RFC 5545) that is about days. */
export interface DayRule {
  readonly freq: string
  readonly interval: number
  readonly count: number | null
  /** 1 for Sunday to 7 for Saturday. */
  readonly weekStart: number
  readonly parts: Readonly<Record<string, readonly (string | number)[] | undefined>>
}

export interface DaySpan {
  readonly from: DayNumber
  readonly to: DayNumber
}

/** As far as anything is counted through, which bounds the work whatever a rule says. */
const MAX_DAYS = 75_000
const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']
const DAY_MS = 86_400_000

/**
 * The days of a span on which a rule holds that began on `start`. Each day is looked at for itself, so a rule that can
 * never be fulfilled costs no more than one that is: it comes from other people, and must not keep us busy for ever.
 */
export function daysOf(rule: DayRule, start: DayNumber, { from, to }: DaySpan): DayNumber[] {
  const first = rule.count === null ? Math.max(start, from) : start
  const isMember = memberTest(rule, start)
  const positions = rule.parts['BYSETPOS']?.map(Number)
  const days: DayNumber[] = []
  const begin = positions ? periodStart(rule, first) : first
  const end = Math.min(positions ? to + 366 : to, begin + MAX_DAYS)
  const enough = positions ? Infinity : (rule.count ?? Infinity)
  for (let day = begin; day <= end && days.length < enough; day += 1) if (isMember(day)) days.push(day)
  const chosen = positions ? atPositions(days, rule, positions) : days
  const counted = chosen.filter((day) => day >= start).slice(0, rule.count ?? Infinity)
  return counted.filter((day) => day >= from && day <= to)
}

interface CalendarDay {
  readonly number: DayNumber
  readonly year: number
  /** From 1. */
  readonly month: number
  readonly day: number
  readonly weekday: number
  readonly daysInMonth: number
  readonly dayOfYear: number
  readonly daysInYear: number
}

function calendarDay(number: DayNumber): CalendarDay {
  const date = new Date(number * DAY_MS)
  const year = date.getUTCFullYear()
  const month = date.getUTCMonth() + 1
  const newYear = Date.UTC(year, 0, 1) / DAY_MS
  return {
    number,
    year,
    month,
    day: date.getUTCDate(),
    weekday: date.getUTCDay(),
    daysInMonth: new Date(Date.UTC(year, month, 0)).getUTCDate(),
    dayOfYear: number - newYear + 1,
    daysInYear: Date.UTC(year + 1, 0, 1) / DAY_MS - newYear,
  }
}

type Test = (day: CalendarDay) => boolean

function memberTest(rule: DayRule, startNumber: DayNumber): (day: DayNumber) => boolean {
  const start = calendarDay(startNumber)
  const tests = [...partTests(rule), ...usualTests(rule, start)]
  const isInStep = stepTest(rule, start)
  return (number) => {
    const day = calendarDay(number)
    return isInStep(day) && tests.every((test) => test(day))
  }
}

/** Every how many days, weeks, months or years. */
function stepTest(rule: DayRule, start: CalendarDay): Test {
  const interval = Math.max(1, rule.interval)
  const index: Readonly<Record<string, (day: CalendarDay) => number>> = {
    DAILY: ({ number }) => number,
    WEEKLY: ({ number }) => weekIndex(number, rule.weekStart),
    MONTHLY: ({ year, month }) => year * 12 + month,
    YEARLY: ({ year }) => year,
  }
  const indexOf = index[rule.freq]!
  return (day) => (indexOf(day) - indexOf(start)) % interval === 0
}

function partTests({ freq, parts }: DayRule): Test[] {
  const among = (name: string, of: (day: CalendarDay) => readonly number[]): Test[] => {
    const wanted = parts[name] && new Set(parts[name].map(Number))
    return wanted ? [(day) => of(day).some((value) => wanted.has(value))] : []
  }
  const byDay = parts['BYDAY']?.map((text) => weekdayRule(String(text)))
  // A count of weekdays is one of the month, unless a rule by years names no month.
  const inMonth = freq === 'MONTHLY' || parts['BYMONTH'] !== undefined
  const isCounted = freq === 'MONTHLY' || (freq === 'YEARLY' && !parts['BYWEEKNO'])
  return [
    ...among('BYMONTH', ({ month }) => [month]),
    ...among('BYMONTHDAY', ({ day, daysInMonth }) => [day, day - daysInMonth - 1]),
    ...among('BYYEARDAY', ({ dayOfYear, daysInYear }) => [dayOfYear, dayOfYear - daysInYear - 1]),
    ...among('BYWEEKNO', weekNumbers),
    ...(byDay
      ? [
          (day: CalendarDay) =>
            byDay.some(
              ({ weekday, ordinal }) =>
                weekday === day.weekday &&
                (ordinal === 0 || !isCounted || ordinalsOf(day, inMonth).includes(ordinal)),
            ),
        ]
      : []),
  ]
}

/** What a rule does not say is as on its first day. */
function usualTests({ freq, parts }: DayRule, start: CalendarDay): Test[] {
  const says = (...names: string[]) => names.some((name) => parts[name] !== undefined)
  const sameWeekday: Test = ({ weekday }) => weekday === start.weekday
  if (freq === 'WEEKLY') return says('BYDAY') ? [] : [sameWeekday]
  if (freq === 'DAILY' || says('BYDAY', 'BYMONTHDAY', 'BYYEARDAY')) return []
  if (says('BYWEEKNO')) return [sameWeekday]
  const sameDay: Test = ({ day }) => day === start.day
  if (freq === 'MONTHLY' || says('BYMONTH')) return [sameDay]
  return [sameDay, ({ month }) => month === start.month]
}

/** `MO`, `2TU` or `-1FR`. */
function weekdayRule(text: string): { weekday: number; ordinal: number } {
  const match = /^([+-]?\d{1,2})?(SU|MO|TU|WE|TH|FR|SA)$/i.exec(text.trim())
  if (!match) return { weekday: -1, ordinal: 0 }
  return { weekday: WEEKDAYS.indexOf(match[2]!.toUpperCase()), ordinal: Number(match[1] ?? 0) }
}

/** Which of its weekday it is in the month or year, from the front and from the back. */
function ordinalsOf(day: CalendarDay, inMonth: boolean): [number, number] {
  const [at, length] = inMonth ? [day.day, day.daysInMonth] : [day.dayOfYear, day.daysInYear]
  return [Math.ceil(at / 7), -Math.ceil((length - at + 1) / 7)]
}

/** ISO 8601, from the front and from the back of its year. */
function weekNumbers({ number }: CalendarDay): [number, number] {
  const thursday = calendarDay(weekIndex(number, 2) * 7 + WEEK_ANCHOR[2]! + 3)
  const week = Math.ceil(thursday.dayOfYear / 7)
  const weeks = Math.floor((thursday.daysInYear - thursday.dayOfYear) / 7) + week
  return [week, week - weeks - 1]
}

/** The first day after the beginning of 1970 on which each weekday falls, counted from 1 for Sunday. */
const WEEK_ANCHOR: Readonly<Record<number, number>> = { 1: 3, 2: 4, 3: 5, 4: 6, 5: 0, 6: 1, 7: 2 }

function weekIndex(day: DayNumber, weekStart: number): number {
  return Math.floor((day - (WEEK_ANCHOR[weekStart] ?? WEEK_ANCHOR[2]!)) / 7)
}

/** E.g. the last of the working days of each month. */
function atPositions(days: readonly DayNumber[], rule: DayRule, positions: readonly number[]): DayNumber[] {
  return [...Map.groupBy(days, (day) => periodStart(rule, day)).values()].flatMap((period) =>
    period.filter(
      (_day, index) => positions.includes(index + 1) || positions.includes(index - period.length),
    ),
  )
}

function periodStart({ freq, weekStart }: DayRule, number: DayNumber): DayNumber {
  const { day, dayOfYear } = calendarDay(number)
  if (freq === 'YEARLY') return number - dayOfYear + 1
  if (freq === 'MONTHLY') return number - day + 1
  if (freq === 'WEEKLY') return weekIndex(number, weekStart) * 7 + (WEEK_ANCHOR[weekStart] ?? 4)
  return number
}
