import {
  addDays,
  isoDay,
  months,
  weekdayOf,
  type Day,
} from '../../../../platform/language/values/calendar.ts'
import { readDate } from '../../../../platform/language/values/dates.ts'
import { readEventTime } from '../../../../platform/language/values/event-time.ts'
import { withRelativeDays } from '../../../../platform/language/values/relative-days.ts'
import { askedEvent, calendarSearch } from './calendar.ts'
import { present, type SlotReader, type When } from './reader.ts'

/** A month without a day of it. */
const monthAlone = new RegExp(
  String.raw`(?<!\d(?:st|nd|rd|th)? (?:of )?)\b(${months.join('|')})\b(?! (?:the )?(?:\d{1,2}\b(?!\d)|\d{1,2}(?:st|nd|rd|th)|first|second|third|\w+th\b|twenty|thirty|i\b|we\b))`,
)

/** An order to change the calendar is no wish to see it. */
const changesCalendar =
  /^(?:add|put|schedule (?!for|today|tomorrow|this|next|on)|create|set|make (?!sure)|book|write|mark|save|enter|move|change|update|reschedule|cancel|delete|remove|clear|erase|wipe|invite|let me know|notify|alert|send|note|block|plan|arrange|new|start|remind)\b/

/** The days that are asked about, and what is shown of the calendar around them. */
export const readCalendarSpan: SlotReader = ({ text, lower }, when) => {
  if (changesCalendar.test(lower)) return undefined
  const searched = calendarSearch.test(lower) ? askedEvent(text, when) : undefined
  const asks = searched === undefined ? asksOf(lower) : 'when'
  const title = searched ?? (asks === 'when' ? askedEvent(text, when) : undefined)
  const isPast = /\b(?:did|was|were|had|last|past|previous|yesterday)\b/.test(lower)
  // "A week on friday" is one day, and not the week.
  const [said, plain] = [withRelativeDays(text, when.today), withRelativeDays(lower, when.today)]
  const { view, from, to } = spanIn({ text: said, lower: plain, when, isPast })
  const clock = asks === 'free' ? clockIn(text, when) : undefined
  return present({
    view,
    date: isoDay(from),
    from: isoDay(from),
    to: isoDay(to),
    asks: asks === 'when' && title === undefined ? 'next' : asks,
    title,
    time: clock,
    part: /\b(morning|afternoon|evening|tonight|night)\b/.exec(lower)?.[1],
    is_busy: /\b(?:busy|booked)\b/.test(lower) ? true : undefined,
    is_past: isPast ? true : undefined,
  })
}

interface Span {
  readonly view: 'day' | 'week' | 'month' | 'agenda'
  readonly from: Day
  /** The day after the last one. */
  readonly to: Day
}

interface SpanWords {
  readonly text: string
  readonly lower: string
  readonly when: When
  readonly isPast: boolean
}

function spanIn({ text, lower, when, isPast }: SpanWords): Span {
  const { today } = when
  const counted =
    /\b(?:next|coming|following) (\d{1,2}|two|three|four|five|seven|ten|few|couple of) days\b/.exec(
      lower,
    )?.[1]
  if (counted !== undefined) return days(today, counts[counted] ?? Number(counted))
  if (/\bweekend\b/.test(lower)) return weekend(lower, today)
  const weeks = weeksAway(lower)
  if (weeks !== undefined) {
    const monday = addDays(mondayOf(today), weeks * 7)
    return { view: 'week', from: monday, to: addDays(monday, 7) }
  }
  const month = monthIn({ text, lower, when, isPast })
  if (month) return { view: 'month', from: month, to: addDays(lastOf(month), 1) }
  const day = dayIn({ text, lower, when, isPast }) ?? (/\bmy day\b/.test(lower) ? today : undefined)
  if (day) return { view: 'day', from: day, to: addDays(day, 1) }
  return isPast ? days(addDays(today, -7), 7) : days(today, AGENDA_DAYS)
}

const AGENDA_DAYS = 30
const counts: Readonly<Record<string, number>> = {
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  seven: 7,
  ten: 10,
  few: 3,
  'couple of': 2,
}

function days(from: Day, count: number): Span {
  return { view: 'agenda', from, to: addDays(from, count) }
}

function weekend(lower: string, today: Day): Span {
  const saturday = addDays(mondayOf(today), 5)
  const weeks = /\bnext weekend\b/.test(lower) ? 7 : /\b(?:last|past|previous) weekend\b/.test(lower) ? -7 : 0
  return { view: 'week', from: addDays(saturday, weeks), to: addDays(saturday, weeks + 2) }
}

function weeksAway(lower: string): number | undefined {
  if (
    !/\bweek(?:'s|s)?\b/.test(lower) ||
    /\b(?:in|\d|two|three) weeks?\b|\bweeks? (?:ago|from)\b/.test(lower)
  )
    return undefined
  if (/\bweek after next\b/.test(lower)) return 2
  if (/\b(?:next|coming|following) week/.test(lower)) return 1
  return /\b(?:last|past|previous) week/.test(lower) ? -1 : 0
}

export function mondayOf(day: Day): Day {
  return addDays(day, -((weekdayOf(day) + 6) % 7))
}

function monthIn({ lower, when: { today }, isPast }: SpanWords): Day | undefined {
  if (/\b(?:this|next|last|past|previous|the|my) month\b|\bmonthly\b/.test(lower)) {
    const first = { ...today, day: 1 }
    if (/\bnext month\b/.test(lower)) return addDays(lastOf(first), 1)
    return /\b(?:last|past|previous) month\b/.test(lower) ? { ...addDays(first, -1), day: 1 } : first
  }
  const name = monthAlone.exec(lower)?.[1]
  if (name === undefined) return undefined
  const year = /\b(20\d{2})\b/.exec(lower)?.[1]
  const month = months.indexOf(name as (typeof months)[number]) + 1
  const isThisYear = isPast ? month <= today.month : month >= today.month
  return {
    year: year === undefined ? today.year + (isThisYear ? 0 : isPast ? -1 : 1) : Number(year),
    month,
    day: 1,
  }
}

function lastOf(first: Day): Day {
  return addDays({ ...addDays(first, 31), day: 1 }, -1)
}

/** "What did I have on wednesday" is about the one before today. */
function dayIn({ text, lower, when: { today, dayFirst = false }, isPast }: SpanWords): Day | undefined {
  const found = readDate(text, today, { dayFirst })
  if (!found) return undefined
  const isWeekday = /^(?:this )?(?:sun|mon|tue|wed|thu|fri|sat)[a-z]*$/.test(found.text)
  const isAhead = isoDay(found.day) > isoDay(today)
  return isPast && isWeekday && isAhead && !/\bwill\b/.test(lower) ? addDays(found.day, -7) : found.day
}

function asksOf(lower: string): 'list' | 'count' | 'free' | 'when' {
  if (/^how many\b/.test(lower)) return 'count'
  if (
    /^(?:am i|are we|will i be|was i) (?:free|busy|available|booked|doing (?:anything|something))\b|^do i have (?:time|free time)\b/.test(
      lower,
    )
  )
    return 'free'
  return /^(?:at |on )?(?:when|what time|what day|which day)\b|^what is the (?:date|day|time) of\b/.test(
    lower,
  )
    ? 'when'
    : 'list'
}

function clockIn(text: string, when: When): { hour: number; minute: number } | undefined {
  return readEventTime(text.replace(/[?!.]+$/, ''), when).clock
}
