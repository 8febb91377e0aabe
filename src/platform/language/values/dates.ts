import {
  addDays,
  isRealDay,
  monthNumber,
  months,
  monthWord,
  weekdayOf,
  weekdays,
  type Day,
} from './calendar.ts'
import { holidayNamed } from './holidays.ts'
import { wordsToDigits } from './numbers.ts'

export interface FoundDate {
  readonly day: Day
  /** The words that named it. */
  readonly text: string
  /** Name of a feast or of what is waited for. */
  readonly label?: string
}

const monthPattern = `(${monthWord})`
const weekdayPattern = String.raw`(sunday|monday|tuesday|wednesday|thursday|friday|saturday|sun|mon|tues?|wed|thurs?|fri|sat)`
const yearPattern = String.raw`(?:,?\s+(?:of\s+)?(\d{4}))?`

const monthDay = new RegExp(
  String.raw`\b${monthPattern}\.?\s+(?:the\s+)?(\d{1,2})(?:st|nd|rd|th)?\b${yearPattern}(?!\s*(?:minutes|hours|seconds|:))`,
)
const dayMonth = new RegExp(
  String.raw`\b(?:the\s+)?(\d{1,2})(?:st|nd|rd|th)?\s+(?:of\s+)?${monthPattern}\b${yearPattern}`,
)
const namedWeekday = new RegExp(String.raw`\b(?:(next|this|last|coming)\s+)?${weekdayPattern}\b`)
const namedMonth = new RegExp(
  String.raw`\b(?:in|of|for|until|till|this|next) ${monthPattern}\b${yearPattern}`,
)

/**
 * The first day that a text names, seen from `today`. A day without a year is the next one of that name. `dayFirst` says how
 * somebody writes 3/4; without it the month comes first.
 */
export function readDate(
  text: string,
  today: Day,
  { dayFirst = false }: { dayFirst?: boolean } = {},
): FoundDate | undefined {
  const prepared = joinYears(wordsToDigits(dayFirst ? withDots(text) : text).toLowerCase())
  for (const read of readers) {
    const found = read(prepared, today)
    if (!found) continue
    if (isRealDay(found.day)) return found
    // "31 April" is no day, and not the first of April either.
    if ((read === monthAndDay || read === dayAndMonth) && found.day.day <= 31) return undefined
  }
  return undefined
}

/** The day that a text names although there is none: "31 February". */
export function impossibleDay(text: string, today: Day): string | undefined {
  const prepared = joinYears(wordsToDigits(text.toLowerCase()))
  for (const read of [isoDate, numericDate, monthAndDay, dayAndMonth]) {
    const found = read(prepared, today)
    if (!found) continue
    if (isRealDay(found.day)) return undefined
    const { year, month, day } = found.day
    const name = months[month - 1]
    if (name === undefined) return found.text
    const written = `${day} ${name[0]!.toUpperCase()}${name.slice(1)}`
    return month === 2 && day === 29 ? `${written} in ${year}` : written
  }
  return undefined
}

/** 3/4 is the third of April where the day comes first. */
function withDots(text: string): string {
  const slashes = /\b(0?[1-9]|1[0-2])\/(0?[1-9]|1[0-2])(?:\/(\d{4}|\d{2}))?\b/g
  return text.replaceAll(slashes, (...found: string[]) => {
    const [, day, month, year] = found as [string, string, string, string | undefined]
    return year === undefined ? `${day} ${months[Number(month) - 1]}` : `${day}.${month}.${year}`
  })
}

type Reader = (text: string, today: Day) => FoundDate | undefined

const readers: readonly Reader[] = [
  nthWeekday,
  endOfMonth,
  isoDate,
  numericDate,
  monthAndDay,
  dayAndMonth,
  distance,
  feast,
  near,
  onWeekday,
  dayOfMonth,
  monthAlone,
]

const ranks = ['1st|first', '2nd|second', '3rd|third', '4th|fourth']
const weekdayOfMonth = new RegExp(
  String.raw`\b(${ranks.join('|')}|last) ${weekdayPattern} (?:of|in) (?:(next month|this month|the month)|(?:next )?${monthPattern}${yearPattern})`,
)

const lastOfMonth = new RegExp(
  String.raw`\blast day (?:of|in) (?:(next month|this month|the month)|(?:next )?${monthPattern}${yearPattern})`,
)

/** "the second friday of next month" */
function nthWeekday(text: string, today: Day): FoundDate | undefined {
  const match = weekdayOfMonth.exec(text)
  if (!match) return undefined
  const [said, rank, weekday, near, month, year] = match
  const wanted = weekdays.findIndex((name) => name.startsWith(weekday!.slice(0, 3)))
  const first =
    month === undefined
      ? moved({ ...today, day: 1 }, near === 'next month' ? 1 : 0, 'month')
      : withYear({ month: monthNumber(month), day: 28 }, fullYear(year), today)
  const start = { ...first, day: 1 }
  if (rank === 'last') {
    const end = addDays(moved(start, 1, 'month'), -1)
    return { day: addDays(end, -((weekdayOf(end) - wanted + 7) % 7)), text: said }
  }
  const index = ranks.findIndex((names) => names.split('|').includes(rank!))
  return { day: addDays(nextWeekday(start, wanted), 7 * index), text: said }
}

/** "the last day of next month", "the last day of february" */
function endOfMonth(text: string, today: Day): FoundDate | undefined {
  const match = lastOfMonth.exec(text)
  if (!match) return undefined
  const [said, near, month, year] = match
  const first =
    month === undefined
      ? moved({ ...today, day: 1 }, near === 'next month' ? 1 : 0, 'month')
      : { ...withYear({ month: monthNumber(month), day: 28 }, fullYear(year), today), day: 1 }
  return { day: addDays(moved(first, 1, 'month'), -1), text: said }
}

function isoDate(text: string): FoundDate | undefined {
  const match = /\b(\d{4})-(\d{1,2})-(\d{1,2})\b/.exec(text)
  return match
    ? { day: { year: Number(match[1]), month: Number(match[2]), day: Number(match[3]) }, text: match[0] }
    : undefined
}

/** 24.12.2026 is the day first; 12/24/2026 the month, unless it cannot be. */
function numericDate(text: string, today: Day): FoundDate | undefined {
  const match = /\b(\d{1,2})([./])(\d{1,2})(?:\2(\d{2}|\d{4}))?(?![\d.]|\s*(?:%|percent))\b/.exec(text)
  if (!match || (match[4] === undefined && match[2] === '.')) return undefined
  const [first, second] = [Number(match[1]), Number(match[3])]
  const dayFirst = match[2] === '.' || first > 12
  const [month, day] = dayFirst ? [second, first] : [first, second]
  return { day: withYear({ month, day }, fullYear(match[4]), today), text: match[0] }
}

function monthAndDay(text: string, today: Day): FoundDate | undefined {
  const match = monthDay.exec(text)
  if (!match) return undefined
  return {
    day: withYear({ month: monthNumber(match[1]!), day: Number(match[2]) }, fullYear(match[3]), today),
    text: match[0],
  }
}

function dayAndMonth(text: string, today: Day): FoundDate | undefined {
  const match = dayMonth.exec(text)
  if (!match) return undefined
  return {
    day: withYear({ month: monthNumber(match[2]!), day: Number(match[1]) }, fullYear(match[3]), today),
    text: match[0],
  }
}

/** "in 3 weeks", "10 days ago", "two days from now" */
function distance(text: string, today: Day): FoundDate | undefined {
  const match =
    /\bin (a|an|\d+) (day|week|fortnight|month|year)s?\b/.exec(text) ??
    /\b(a|an|\d+) (day|week|fortnight|month|year)s? (ago|from (?:now|today)|later)\b/.exec(text)
  if (!match) return undefined
  const count = /^an?$/.test(match[1]!) ? 1 : Number(match[1])
  const signed = match[3] === 'ago' ? -count : count
  const [many, unit] = match[2] === 'fortnight' ? [signed * 2, 'week'] : [signed, match[2]!]
  return { day: moved(today, many, unit), text: match[0] }
}

/** That many days, weeks, months or years on, or back. */
export function moved(today: Day, count: number, unit: string): Day {
  if (unit === 'day') return addDays(today, count)
  if (unit === 'week') return addDays(today, count * 7)
  const monthsOn = unit === 'year' ? count * 12 : count
  const index = today.year * 12 + today.month - 1 + monthsOn
  const target = { year: Math.floor(index / 12), month: (index % 12) + 1, day: today.day }
  // The 31st has no counterpart in a shorter month: its last day is meant.
  return isRealDay(target) ? target : addDays({ year: target.year, month: target.month + 1, day: 1 }, -1)
}

function feast(text: string, today: Day): FoundDate | undefined {
  const found = holidayNamed(text, today)
  return found && { day: found.day, text: found.text, label: found.label }
}

function near(text: string, today: Day): FoundDate | undefined {
  const match =
    /\b(day after tomorrow|day before yesterday|today|tonight|tomorrow|tomorow|tmrw|yesterday|this (?:morning|afternoon|evening)|week after next|next week|next month|this weekend|the weekend)\b/.exec(
      text,
    )
  if (!match) return undefined
  const words = match[1]!
  const days: Readonly<Record<string, number>> = {
    'day after tomorrow': 2,
    'day before yesterday': -2,
    tomorrow: 1,
    tomorow: 1,
    tmrw: 1,
    yesterday: -1,
    'next week': 7,
    'week after next': 14,
  }
  if (words.endsWith('weekend')) return { day: nextWeekday(today, 6), text: words }
  if (words === 'next month') return { day: moved({ ...today, day: 1 }, 1, 'month'), text: words }
  return { day: addDays(today, days[words] ?? 0), text: words }
}

function onWeekday(text: string, today: Day): FoundDate | undefined {
  const match = namedWeekday.exec(text)
  if (!match) return undefined
  const wanted = weekdays.findIndex((name) => name.startsWith(match[2]!.slice(0, 3)))
  const ahead = (wanted - weekdayOf(today) + 7) % 7
  if (match[1] === 'last') return { day: addDays(today, ahead === 0 ? -7 : ahead - 7), text: match[0] }
  const skipsToday = match[1] === 'next' && ahead === 0
  return { day: addDays(today, skipsToday ? 7 : ahead), text: match[0] }
}

function dayOfMonth(text: string, today: Day): FoundDate | undefined {
  const match = /\b(?:the )?(\d{1,2})(?:st|nd|rd|th)\b/.exec(text)
  if (!match) return undefined
  const day = Number(match[1])
  const first = { ...today, day: 1 }
  // Not every month has a 31st: the next one that has it is meant.
  for (let ahead = day >= today.day ? 0 : 1; ahead < 4; ahead++) {
    const found = { ...moved(first, ahead, 'month'), day }
    if (isRealDay(found)) return { day: found, text: match[0] }
  }
  return undefined
}

function monthAlone(text: string, today: Day): FoundDate | undefined {
  const match = namedMonth.exec(text)
  if (!match) return undefined
  return {
    day: withYear({ month: monthNumber(match[1]!), day: 1 }, fullYear(match[2]), today),
    text: match[0],
  }
}

function nextWeekday(today: Day, weekday: number): Day {
  return addDays(today, (weekday - weekdayOf(today) + 7) % 7)
}

function withYear({ month, day }: { month: number; day: number }, year: number | undefined, today: Day): Day {
  if (year !== undefined) return { year, month, day }
  const isPast = month < today.month || (month === today.month && day < today.day)
  return { year: isPast ? today.year + 1 : today.year, month, day }
}

function fullYear(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  return text.length === 2 ? 2_000 + Number(text) : Number(text)
}

/** "2000 and 17" and "20 17" are years. */
function joinYears(text: string): string {
  return text.replaceAll(/\b(19|20) (\d{2})\b(?! *(?:minutes|hours|seconds|percent|%))/g, '$1$2')
}
