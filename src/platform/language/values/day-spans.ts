import {
  addDays,
  daysInMonth,
  isoDay,
  mondayOf,
  monthNumber,
  monthWord,
  months,
  type Day,
} from './calendar.ts'
import { readDate } from './dates.ts'
import { wordsToDigits } from './numbers.ts'
import { withRelativeDays } from './relative-days.ts'

/** Days that somebody asks about, and how a calendar shows them. */
export interface DaySpan {
  readonly view: 'day' | 'week' | 'month' | 'agenda'
  readonly from: Day
  /** The day after the last one. */
  readonly to: Day
}

interface Asked {
  readonly today: Day
  readonly dayFirst?: boolean
  /** Whether it is about what was: then "on wednesday" is the one before today. */
  readonly isPast?: boolean
}

/** The days that a text speaks of, whatever else is in it. */
export function daysIn(text: string, asked: Asked): DaySpan | undefined {
  // "A week on friday" is one day, and not the week.
  const lower = wordsToDigits(withRelativeDays(text, asked.today).toLowerCase())
  for (const read of [counted, between, weekend, week, month, day]) {
    const found = read(lower, asked)
    if (found) return found
  }
  return undefined
}

const when = new RegExp(
  String.raw`^(?:on|for|in|at|over|during|between|from|to|until|till|through|and|of|the|my|this|next|last|past|previous|coming|following|after|before|around|today|tonight|tomorrow|yesterday|now|days?|weeks?|weekend|months?|fortnight|(?:sun|mon|tues|wednes|thurs|fri|satur)day|sun|mon|tues?|wed|thurs?|fri|sat|morning|afternoon|evening|night|noon|midday|midnight|early|late|later|am|pm|o'?clock|half|quarter|an?|couple|few|ago|rest|whole|entire|all|year|${monthWord}|[\d:./-]+(?:st|nd|rd|th|am|pm)?|\p{L}+(?:teenth|ieth|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth)$`,
  'u',
)

/** Whether a text says when, and nothing else. */
export function isOnlyDays(text: string): boolean {
  const words = wordsToDigits(text.toLowerCase()).split(/[\s,]+/)
  return words.every((word) => when.test(word))
}

type Reader = (lower: string, asked: Asked) => DaySpan | undefined

const counted: Reader = (lower, { today }) => {
  const many = /\b(?:next|coming|following) (\d{1,2}|few|couple of) days\b/.exec(lower)?.[1]
  return many === undefined
    ? undefined
    : agenda(today, addDays(today, { few: 3, 'couple of': 2 }[many] ?? Number(many)))
}

const dated = String.raw`(?:the )?(?:\d{1,2}(?:st|nd|rd|th)?(?: of)?(?: ${monthWord})?|${monthWord} (?:the )?\d{1,2}(?:st|nd|rd|th)?|today|tomorrow|(?:next |this )?(?:sun|mon|tues|wednes|thurs|fri|satur)day)`
const fromTo = new RegExp(
  String.raw`\b(?:between|from) (${dated}) (?:and|to|until|till|through) (${dated})\b(?! ?(?:am|pm|o'?clock)|:)`,
)

const bare = /^(?:the )?(\d+)(?:st|nd|rd|th)?$/
const named = new RegExp(monthWord)

/** "between 1 and 5 december"; "between 2 and 3" are hours. */
const between: Reader = (lower, { today, dayFirst = false }) => {
  const [, first, last] = fromTo.exec(lower) ?? []
  if (first === undefined || last === undefined) return undefined
  const [month] = named.exec(last) ?? named.exec(first) ?? []
  if (month === undefined && bare.test(first)) return undefined
  const [from, to] = [first, last].map((words) => {
    const number = bare.exec(words)?.[1]
    return readDate(number === undefined ? words : ofMonth(number, month), today, { dayFirst })?.day
  })
  return from && to && isoDay(to) > isoDay(from) ? agenda(from, addDays(to, 1)) : undefined
}

function ofMonth(number: string, month: string | undefined): string {
  return month === undefined ? `the ${number}th` : `${number} ${month}`
}

const weekend: Reader = (lower, { today }) => {
  if (!/\bweekend\b/.test(lower)) return undefined
  const saturday = addDays(mondayOf(today), 5 + 7 * away(lower, 'weekend'))
  return { view: 'week', from: saturday, to: addDays(saturday, 2) }
}

const week: Reader = (lower, { today }) => {
  if (!/\bweek(?:'s|s)?\b/.test(lower) || /\b(?:in|\d) weeks?\b|\bweeks? (?:ago|from)\b/.test(lower))
    return undefined
  const weeks = /\bweek after next\b/.test(lower) ? 2 : away(lower, 'week')
  const monday = addDays(mondayOf(today), 7 * weeks)
  return { view: 'week', from: monday, to: addDays(monday, 7) }
}

/** How many of them ahead; less than none for those that are over. */
function away(lower: string, unit: string): number {
  if (new RegExp(String.raw`\b(?:next|coming|following) ${unit}`).test(lower)) return 1
  return new RegExp(String.raw`\b(?:last|past|previous) ${unit}`).test(lower) ? -1 : 0
}

/** A month without a day of it. */
const monthAlone = new RegExp(
  String.raw`(?<!\d(?:st|nd|rd|th)? (?:of )?)\b(${months.join('|')})\b(?! (?:the )?(?:\d{1,2}\b(?!\d)|\d{1,2}(?:st|nd|rd|th)|first|second|third|\w+th\b|twenty|thirty|i\b|we\b))`,
)

const month: Reader = (lower, { today, isPast = false }) => {
  if (/\b(?:this|next|coming|last|past|previous|the|my) month\b|\bmonthly\b/.test(lower)) {
    const moved = today.month - 1 + away(lower, 'month')
    return wholeMonth({ year: today.year + Math.floor(moved / 12), month: ((moved + 12) % 12) + 1, day: 1 })
  }
  const name = monthAlone.exec(lower)?.[1]
  if (name === undefined) return undefined
  const number = monthNumber(name)
  const isThisYear = isPast ? number <= today.month : number >= today.month
  const year = /\b(20\d{2})\b/.exec(lower)?.[1]
  return wholeMonth({
    year: year === undefined ? today.year + (isThisYear ? 0 : isPast ? -1 : 1) : Number(year),
    month: number,
    day: 1,
  })
}

function wholeMonth(first: Day): DaySpan {
  return { view: 'month', from: first, to: addDays(first, daysInMonth(first.year, first.month)) }
}

const day: Reader = (lower, { today, dayFirst = false, isPast = false }) => {
  const found = readDate(lower, today, { dayFirst })
  if (!found) return /\bmy day\b/.test(lower) ? oneDay(today) : undefined
  const isWeekday = /^(?:this )?(?:sun|mon|tue|wed|thu|fri|sat)[a-z]*$/.test(found.text)
  const isAhead = isoDay(found.day) > isoDay(today)
  return oneDay(isPast && isWeekday && isAhead ? addDays(found.day, -7) : found.day)
}

function oneDay(from: Day): DaySpan {
  return { view: 'day', from, to: addDays(from, 1) }
}

function agenda(from: Day, to: Day): DaySpan {
  return { view: 'agenda', from, to }
}
