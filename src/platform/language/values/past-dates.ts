import { countOf } from '../../../contract/text/counts.ts'
import {
  addDays,
  daysBetween,
  daysInMonth,
  isoDay,
  isRealDay,
  months,
  weekdayOf,
  type Day,
} from './calendar.ts'
import { moved, readDate, type FoundDate } from './dates.ts'
import { wordsToDigits } from './numbers.ts'

/** The day on which something was: "friday" is the last one, and a day without a year lies behind. */
export function readPastDate(text: string, today: Day): FoundDate | undefined {
  const lower = text.toLowerCase()
  const night = /\blast (night|evening|week)\b/.exec(lower)
  if (night) return { day: addDays(today, night[1] === 'week' ? -7 : -1), text: night[0] }
  const found = readDate(text, today)
  if (!found || daysBetween(today, found.day) <= 0) return found
  if (/\btomorrow\b|\bnext\b|\bin \d/.test(found.text)) return found
  if (/day$|^(?:this |coming )?(?:sun|mon|tue|wed|thu|fri|sat)/.test(found.text))
    return { ...found, day: addDays(found.day, -7) }
  if (/\d{4}/.test(found.text)) return found
  return { ...found, day: before(found, today) }
}

/** "the 20th" without a month is of the last month that has one, "20 december" of the last such year. */
function before({ day, text }: FoundDate, today: Day): Day {
  const isOfMonth = /[a-z]{3,}|[./]/.test(text.replace(/\b(?:the|on)\b/g, ''))
  for (let back = 1; back <= 96; back++) {
    const month = moved({ ...day, day: 1 }, isOfMonth ? -12 * back : -back, 'month')
    const found = { ...month, day: day.day }
    if (isRealDay(found) && daysBetween(today, found) <= 0) return found
  }
  return day
}

export interface Period {
  /** ISO days, both included. */
  readonly from: string
  readonly to: string
  /** How the sentence goes on: "this month", "in October 2026". */
  readonly label: string
}

/** The stretch of time that a question is about, with the words that named it; undefined when it names none. */
export function readPeriod(text: string, today: Day): (Period & { readonly words: string }) | undefined {
  // "two weeks ago" is found with its number in digits, and its words are taken away as they were found.
  const lower = wordsToDigits(text.toLowerCase())
  for (const read of [namedStretch, countedStretch, namedMonth, namedDay]) {
    const found = read(lower, today)
    if (found) return found
  }
  return undefined
}

type Found = Period & { readonly words: string }

function namedStretch(lower: string, today: Day): Found | undefined {
  const named =
    /\b(?:(?:in|over|during|within|for) )?(?:the )?(this|last|past|previous) (week|month|year)\b/.exec(lower)
  return named ? { ...stretch(named[1] === 'this' ? 0 : -1, named[2]!, today), words: named[0] } : undefined
}

function countedStretch(lower: string, today: Day): Found | undefined {
  const count =
    /\b(?:(?:in|over|during|within|for) )?(?:the )?(?:last|past) (\d{1,3}|few|couple of) (day|week|month)s?\b/.exec(
      lower,
    )
  if (count) {
    const many = Number(count[1])
    return { ...backwards(Number.isNaN(many) ? FEW : many, count[2]!, today), words: count[0] }
  }
  const lately = /\b(?:recently|lately)\b/.exec(lower)
  return lately ? { ...backwards(30, 'day', today), words: lately[0] } : undefined
}

/** How many "a few" are; the answer says the number. */
const FEW = 7

function namedMonth(lower: string, today: Day): Found | undefined {
  const month = new RegExp(String.raw`\b(?:in|for|during) (${months.join('|')})(?: (\d{4}))?\b`).exec(lower)
  if (!month) return undefined
  const number = months.indexOf(month[1] as (typeof months)[number]) + 1
  return { ...wholeMonth(number, month[2], today), words: month[0] }
}

function namedDay(lower: string, today: Day): Found | undefined {
  const found = readPastDate(lower, today)
  if (!found) return undefined
  const { text } = found
  const day = isoDay(found.day)
  if (/\bsince\b/.test(lower))
    return { from: day, to: isoDay(today), label: `since ${text}`, words: `since ${text}` }
  const isBare = /^(?:to|yester)day|^last|\bago$|^this/.test(text)
  return { from: day, to: day, label: isBare ? text : `on ${text}`, words: text }
}

export function thisMonth(today: Day): Period {
  return stretch(0, 'month', today)
}

function stretch(step: number, unit: string, today: Day): Period {
  const label = `${step === 0 ? 'this' : 'last'} ${unit}`
  if (unit === 'week') {
    const monday = addDays(today, -((weekdayOf(today) + 6) % 7) + 7 * step)
    return { from: isoDay(monday), to: isoDay(addDays(monday, 6)), label }
  }
  if (unit === 'year') {
    const year = today.year + step
    return { from: `${year}-01-01`, to: `${year}-12-31`, label }
  }
  const first = { ...today, day: 1 }
  const start = step === 0 ? first : { ...addDays(first, -1), day: 1 }
  const to = { ...start, day: daysInMonth(start.year, start.month) }
  return { from: isoDay(start), to: isoDay(to), label }
}

function backwards(count: number, unit: string, today: Day): Period {
  const days = count * (unit === 'week' ? 7 : unit === 'month' ? 30 : 1)
  return {
    from: isoDay(addDays(today, 1 - days)),
    to: isoDay(today),
    label: `in the last ${countOf(count, unit)}`,
  }
}

function wholeMonth(month: number, year: string | undefined, today: Day): Period {
  const of = year === undefined ? (month > today.month ? today.year - 1 : today.year) : Number(year)
  const name = months[month - 1]!
  return {
    from: isoDay({ year: of, month, day: 1 }),
    to: isoDay({ year: of, month, day: daysInMonth(of, month) }),
    label: `in ${name[0]!.toUpperCase()}${name.slice(1)} ${of}`,
  }
}
