import { AppError } from '../../../../../contract/errors.ts'
import {
  addDays,
  dayOfIso,
  daysBetween,
  daysInMonth,
  dayText,
  isLeapYear,
  isoDay,
  momentIn,
  mondayOf,
  months,
  weekNumber,
  type Day,
} from '../../../../../platform/language/values/calendar.ts'
import { impossibleDay, readDate, type FoundDate } from '../../../../../platform/language/values/dates.ts'
import { withRelativeDays } from '../../../../../platform/language/values/relative-days.ts'
import type { ActPort } from '../../act-port.ts'
import type { Understood } from '../../answers/act.ts'
import { defineIntent, optional, required, type SlotsOf } from '../../define-intent.ts'
import { showDays } from '../calendar/appointments.ts'

const Slots = { asks: required.text, date: optional.text, label: optional.text }

export const intent = defineIntent({
  name: 'date',
  label: 'Date',
  example: 'What day is 24 December?',
  family: 'date',
  slots: Slots,
  templates: [
    '[on] <what_day> (is|was|will it be|will be|would be) [it] [on|in] [{day:day}] [this year]',
    '[on] <what_day> (does|did|will) {day:day} (fall|land|fell|be) [on]',
    '<what_day> are we [on|in]',
    'what (is|was|will be) [the] [current|exact] (date|day|day of the week|weekday) [on|of|for|is it] [{day:day}] [<now>]',
    "[what is|tell me|give me|show me] {day:day}'s date [today]",
    '(tell|give|show) me [the] [current] (date|day|day of the week) [on|of|for] [{day:day}]',
    '[the|current|the current] (date|day) [{day:day}]',
    '{today=true} (what is today|today|today is)',
    '<what_day> was i born {day:day}',
    'is (it|{day:day}) [a|on a] (monday|tuesday|wednesday|thursday|friday|saturday|sunday) [today]',
    '(what|which) [calendar] {asks:span} [number] (is it|is this|are we in|do we have) [<now>|in]',
    '(what|which) [calendar] {asks:span} [number] is {day:day} [in]',
    '(what is|tell me) [the] [current] [calendar] {asks:span} [number]',
    '{asks=length} how many days [are] [there] (in|does) ({day:day}|this month|the month) [have]',
  ],
  examples: [
    'what is (it|the day) today',
    'what day (is|does) {holiday} [on|fall on|this year]',
    'what is the day of the week for {date}',
    'what will be the day on {date}',
    'do you have the date',
    'what day falls on {date}',
    'what day is {date}',
    'what (day|date) is (it|today) [today]',
    'what day of the week (is|was|will be) {date}',
    'what (is|will be) the date (tomorrow|in {number} days|next {weekday}|on {weekday})',
    'which day (is|will it be) (tomorrow|today|in {number} days)',
    'what day was [it] (yesterday|{number} days ago)',
    'what date (was|is) (last|next|this) {weekday}',
    'is (today|it) {weekday}',
    'what day (does|will) {date} fall on',
    'how many days [are there] (in|left in) (this month|this year|february)',
    'how many days (between|from) {date} (and|to) {date}',
    'do you know what day it is',
    "(could|can|may) i (have|get) (today's date|the date)",
    "(i need|show me|give me) (the|today's) (date|full date) [for today]",
    "what was (yesterday's date|the date yesterday|the date last {weekday})",
    '(when|what day) will it be in {number} (days|weeks)',
    'what is the date [in] {number} (days|weeks) [from now]',
    '(tell|remind) me what day (it is|today is|of the week it is)',
    '(day|date) (today|please)',
    '[on] (what|which) (weekday|day of the week) (is|does|was|will) {date} [fall on|be]',
    "(let me know|inform me of) (the date|today's date|what today's date is)",
  ],
  fill({ day, asks, today: isToday }, { text }, { today }) {
    const asked = typeof asks === 'string' && asks !== 'date' ? asks : 'day'
    const found = isToday === true ? { day: today, text: 'today' } : (day as FoundDate | undefined)
    if (/hour|minute/.test(asked) || impossibleDay(text, today) !== undefined) return undefined
    // "how many days in 3 weeks" asks for no month.
    if (asked === 'length' && found && !/^in \p{L}/u.test(found.text)) return undefined
    return dayAsked(found, asked)
  },
  // There is no 29 February 2027: nothing can be told of it, and today is not asked for.
  read: ({ text }, { today, dayFirst = false }) =>
    impossibleDay(text, today) === undefined
      ? dayAsked(readDate(withRelativeDays(text, today), today, { dayFirst }), 'day')
      : undefined,
  async act(understood, port) {
    const { slots, writer, when } = understood
    const day = slots.date === undefined ? when.today : dayOfIso(slots.date)
    writer.say(dateSentence(slots, day, when.today))
    await showMonth(understood, day, port)
  },
})

function dayAsked(found: FoundDate | undefined, asks: string) {
  return { asks, date: found && isoDay(found.day), label: found?.label }
}

/** The month with what is in the calendar. A calendar that cannot be read leaves the answer as it is. */
async function showMonth(
  { writer, when, asked }: Pick<Understood, 'writer' | 'when' | 'asked'>,
  day: Day,
  { appointments }: ActPort,
): Promise<void> {
  const [first, last] = [1, daysInMonth(day.year, day.month)].map((number) => ({ ...day, day: number }))
  const midnight = (at: Day) => momentIn(when.timeZone, { ...at, hour: 0, minute: 0 })
  const span = { from: midnight(mondayOf(first!)), to: midnight(addDays(mondayOf(last!), 7)) }
  try {
    const events = (await appointments?.(span, asked.signal)) ?? []
    showDays({ writer, when }, { view: 'month', date: day, events })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
}

function dateSentence({ asks, date, label }: SlotsOf<typeof Slots>, day: Day, today: Day): string {
  const isToday = date === undefined || isoDay(day) === isoDay(today)
  switch (asks) {
    case 'week':
      return isToday
        ? `It is week ${weekNumber(day)}; today is ${dayText(today)}.`
        : `${dayText(day)} is in week ${weekNumber(day)}.`
    case 'year':
      return `It is ${day.year}.`
    case 'month':
      return `It is ${monthText(day)}.`
    case 'length':
      return date === undefined
        ? `There are ${daysInMonth(day.year, day.month)} days in this month, ${isLeapYear(day.year) ? 366 : 365} in this year.`
        : `${monthText(day)} has ${daysInMonth(day.year, day.month)} days.`
    default:
      return isToday
        ? `Today is ${dayText(today)}.`
        : `${label ?? relation(day, today)} ${daysBetween(today, day) < 0 ? 'was' : 'is'} ${dayText(day)}.`
  }
}

function monthText({ year, month }: Day): string {
  const name = months[month - 1]!
  return `${name[0]!.toUpperCase()}${name.slice(1)} ${year}`
}

function relation(day: Day, today: Day): string {
  const names: Readonly<Record<number, string>> = { 1: 'Tomorrow', [-1]: 'Yesterday' }
  return names[daysBetween(today, day)] ?? 'That'
}
