import { addDays, daysBetween, isRealDay, weekdayOf, type Day } from './calendar.ts'
import { moved, readDate } from './dates.ts'
import { wordsToDigits } from './numbers.ts'
import { readPastDate } from './past-dates.ts'

const hasYear = /\b\d{4}\b|[./-]\d{2}$/
/** A day of the calendar by its month: only that can be of one year or another. */
const isMonthDay =
  /^\D*\d{1,2}(?:st|nd|rd|th)?\D+$|^[a-z]{3,9}\.? (?:the )?\d{1,2}(?:st|nd|rd|th)?$|^\d{1,2}\/\d{1,2}$/

interface Named {
  readonly day: Day
  readonly text: string
  readonly label?: string
}

/** Both ends of a stretch. The year that one of them names belongs to both; the second never lies before the first. */
export function readStretch(
  first: string,
  second: string,
  today: Day,
): { from: Named; to: Named } | undefined {
  const [from, to] = [first, second].map((text) =>
    readDate(text.replace(/^(?:right )?now$/i, 'today'), today),
  )
  if (!from || !to) return undefined
  const [fromIsOpen, toIsOpen] = [isOpen(from), isOpen(to)]
  if (fromIsOpen && !toIsOpen) return { from: { ...from, day: lastBefore(from.day, to.day) }, to }
  if (!fromIsOpen && toIsOpen) return { from, to: { ...to, day: firstAfter(to.day, from.day) } }
  if (!fromIsOpen) return { from, to }
  const start = { ...from.day, year: today.year }
  if (!isRealDay(start)) return { from, to }
  return { from: { ...from, day: start }, to: { ...to, day: firstAfter(to.day, start) } }
}

function isOpen({ text, label }: Named): boolean {
  return label === undefined && !hasYear.test(text) && isMonthDay.test(text)
}

function lastBefore(day: Day, limit: Day): Day {
  const same = { ...day, year: limit.year }
  return isRealDay(same) && daysBetween(same, limit) >= 0 ? same : { ...day, year: limit.year - 1 }
}

function firstAfter(day: Day, start: Day): Day {
  const same = { ...day, year: start.year }
  return isRealDay(same) && daysBetween(start, same) >= 0 ? same : { ...day, year: start.year + 1 }
}

export interface DateSum {
  readonly base: Named
  readonly count: number
  readonly unit: 'day' | 'week' | 'month' | 'year' | 'working day'
  readonly result: Day
}

const amount = String.raw`(\d+) (working |business |week)?(day|week|month|year)s?`
const added = new RegExp(String.raw`\badd ${amount} (?:to|onto) (.+)$`)
const taken = new RegExp(String.raw`\b(?:subtract|take|deduct) ${amount} (?:away )?from (.+)$`)
const beside = new RegExp(String.raw`\b${amount} (after|before|from|following|prior to|past|on from) (.+)$`)
const behind = new RegExp(
  String.raw`^(?:what (?:date |day )?is |when is )?(.+?) (plus|\+|minus|-) ${amount}$`,
)

/** "add 45 days to 10 june 2026", "3 weeks before christmas", "10 working days from today" */
export function readDateSum(text: string, today: Day): DateSum | undefined {
  const plain = wordsToDigits(text.toLowerCase())
    .replace(/[?.!]+$/, '')
    .replaceAll(/\ban? (?=(?:day|week|month|year)\b)/g, '1 ')
  const parts = sumParts(plain)
  if (!parts) return undefined
  const base = /^(?:now|today)$/.test(parts.base)
    ? { day: today, text: 'today' }
    : readDate(parts.base, today)
  const count = parts.isBack ? -parts.count : parts.count
  if (!base || Math.abs(count) > 100_000) return undefined
  const unit = parts.unit as DateSum['unit']
  const result = unit === 'working day' ? workingDays(base.day, count) : moved(base.day, count, unit)
  return result.year < 1 || result.year > 9_999 ? undefined : { base, count, unit, result }
}

interface Parts {
  readonly count: number
  readonly unit: string
  readonly base: string
  readonly isBack: boolean
}

function sumParts(plain: string): Parts | undefined {
  const first = added.exec(plain)
  if (first) return partsOf(first.slice(1), first[4]!, false)
  const away = taken.exec(plain)
  if (away) return partsOf(away.slice(1), away[4]!, true)
  const from = beside.exec(plain)
  if (from) return partsOf(from.slice(1), from[5]!, /^(?:before|prior)/.test(from[4]!))
  const last = behind.exec(plain)
  return last ? partsOf(last.slice(3), last[1]!, last[2] === 'minus' || last[2] === '-') : undefined
}

function partsOf([count, kind, unit]: (string | undefined)[], base: string, isBack: boolean): Parts {
  return { count: Number(count), unit: kind === undefined ? unit! : 'working day', base, isBack }
}

function workingDays(from: Day, count: number): Day {
  let day = from
  for (let left = Math.min(Math.abs(count), 10_000); left > 0;) {
    day = addDays(day, Math.sign(count))
    if (weekdayOf(day) !== 0 && weekdayOf(day) !== 6) left -= 1
  }
  return day
}

/** Whole years, months and days from one day to a later one. */
export function calendarSpan(from: Day, to: Day): { years: number; months: number; days: number } {
  let months = (to.year - from.year) * 12 + to.month - from.month
  if (daysBetween(moved(from, months, 'month'), to) < 0) months -= 1
  return {
    years: Math.floor(months / 12),
    months: months % 12,
    days: daysBetween(moved(from, months, 'month'), to),
  }
}

/** The day that lies behind; a day without a year is the last one of that name. */
export function readDayBehind(text: string, today: Day): Named | undefined {
  const found = readPastDate(text, today)
  return found && daysBetween(today, found.day) <= 0 ? found : undefined
}

/** 11/09/2001 with the day first, where it can be read so as well. */
export function otherReading(text: string): Day | undefined {
  const match = /\b(\d{1,2})\/(\d{1,2})\/(\d{4})\b/.exec(text)
  if (!match) return undefined
  const [first, second, year] = match.slice(1).map(Number) as [number, number, number]
  return first !== second && first <= 12 && second <= 12 ? { year, month: second, day: first } : undefined
}
