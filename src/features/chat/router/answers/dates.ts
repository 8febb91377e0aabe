import {
  addDays,
  dayText,
  daysBetween,
  isLeapYear,
  weekdayOf,
  type Day,
} from '../../../../platform/language/values/calendar.ts'
import { calendarSpan } from '../../../../platform/language/values/date-sums.ts'
import { numberOf, textOf, type Act, type Understood } from './act.ts'

type Slots = Understood['slots']

/** Answers about days that are worked out: in words, for a calendar would not say it. */
export const dateSumAct: Act = ({ slots, voice, when }) => {
  const tell = tellers[textOf(slots, 'asks') ?? '']
  if (tell) voice.say(tell(slots, when.today))
}

export function tellDaySum(slots: Slots, today: Day): string | undefined {
  return tellers[textOf(slots, 'asks') ?? '']?.(slots, today)
}

const tellers: Readonly<Record<string, (slots: Slots, today: Day) => string>> = {
  between: tellBetween,
  since: tellSince,
  left: tellLeft,
  sum: tellSum,
  age: tellAge,
  leap: ({ year }, today) => leapText(Number(year), today),
  'leap.length': () => 'A leap year has **366 days**: 29 February is added.',
  'year.length': ({ year }) =>
    `${Number(year)} has ${isLeapYear(Number(year)) ? 366 : 365} days: 52 weeks and ${isLeapYear(Number(year)) ? 2 : 1} day${isLeapYear(Number(year)) ? 's' : ''}.`,
  'leap.next': ({ year }) => nextLeapText(Number(year)),
}

function tellBetween(slots: Slots): string {
  const [from, to] = [dayOf(slots, 'from')!, dayOf(slots, 'to')!]
  const [first, last] = daysBetween(from, to) < 0 ? [to, from] : [from, to]
  return `From ${dayText(first)} to ${dayText(last)}: **${spanText(first, last, textOf(slots, 'unit'))}**.`
}

function tellSince(slots: Slots): string {
  const [from, to, other] = [dayOf(slots, 'from')!, dayOf(slots, 'to')!, dayOf(slots, 'other')]
  const unit = textOf(slots, 'unit')
  const label = textOf(slots, 'label')
  const told = `Since ${label === undefined ? '' : `${label}, `}${dayText(from)}: **${spanText(from, to, unit)}**.`
  if (!other || daysBetween(other, to) < 0) return told
  return `${told} I read ${textOf(slots, 'said')} with the month first; with the day first, ${dayText(other)}, it is ${spanText(other, to, unit)}.`
}

function tellLeft(slots: Slots, today: Day): string {
  const to = dayOf(slots, 'to')!
  const span = spanText(today, to, textOf(slots, 'unit'))
  return `After today **${span}** ${/^1 \w+$/.test(span) ? 'is' : 'are'} left ${textOf(slots, 'label')}, until ${dayText(to)}.`
}

function tellSum(slots: Slots): string {
  const [base, date] = [dayOf(slots, 'base')!, dayOf(slots, 'date')!]
  const [count, unit, label] = [numberOf(slots, 'count')!, textOf(slots, 'unit')!, textOf(slots, 'label')]
  const said = `${counted(Math.abs(count), unit)} ${count < 0 ? 'before' : 'after'} ${label === undefined ? dayText(base) : `${label} (${dayText(base)})`}`
  const assumed = unit === 'working day' ? ' Monday to Friday count; holidays are not taken out.' : ''
  return `${said} is **${dayText(date)}**.${assumed}`
}

function tellAge(slots: Slots, today: Day): string {
  const to = dayOf(slots, 'to')!
  const year = numberOf(slots, 'year')
  const isToday = daysBetween(today, to) === 0
  if (year !== undefined) {
    const age = to.year - year
    return isToday
      ? `Born in ${year}: **${age - 1} or ${age}** years old, ${age} once the birthday of ${to.year} has been.`
      : `Born in ${year}: **${age}** by the end of ${to.year}.`
  }
  const from = dayOf(slots, 'from')!
  if (daysBetween(from, to) < 0) return `${dayText(from)} has not come yet.`
  const told = `Born on ${dayText(from)}: **${counted(calendarSpan(from, to).years, 'year')} old**${isToday ? '' : ` on ${dayText(to)}`}, ${spanText(from, to, 'day')}.`
  const other = dayOf(slots, 'other')
  return other
    ? `${told} I read ${textOf(slots, 'said')} with the month first; with the day first it is ${counted(calendarSpan(other, to).years, 'year')}.`
    : told
}

function leapText(year: number, today: Day): string {
  const verb = year < today.year ? 'was' : 'is'
  if (isLeapYear(year))
    return `Yes, ${year} ${verb} a leap year: it ${year < today.year ? 'had' : 'has'} 366 days.`
  const why = year % 100 === 0 ? ', for it can be divided by 100 but not by 400' : ''
  return `No, ${year} ${verb} not a leap year${why}. The next one after it ${nextLeap(year) < today.year ? 'was' : 'is'} ${nextLeap(year)}.`
}

function nextLeapText(year: number): string {
  return `The next leap year${isLeapYear(year) ? ` after ${year}` : ''} is ${nextLeap(year)}.`
}

function nextLeap(year: number): number {
  let next = year + 1
  while (!isLeapYear(next)) next += 1
  return next
}

/** A stretch in the unit that was asked for, and in those that make it easier to grasp. */
export function spanText(from: Day, to: Day, unit?: string): string {
  const days = daysBetween(from, to)
  const all = counted(days, 'day')
  const inWeeks = joined([Math.floor(days / 7), 'week'], [days % 7, 'day'])
  const { years, months, days: rest } = calendarSpan(from, to)
  const inMonths = joined([years * 12 + months, 'month'], [rest, 'day'])
  const byCalendar = joined([years, 'year'], [months, 'month'], [rest, 'day'])
  switch (unit) {
    case 'week':
      return days < 7 ? all : `${inWeeks} (${all})`
    case 'month':
      return `${inMonths} (${all})`
    case 'year':
      return `${byCalendar} (${all})`
    case 'working day':
    case 'business day':
    case 'weekday':
      return `${counted(workingDaysBetween(from, to), 'working day')} (Monday to Friday, the first day not counted, holidays not taken out)`
    case 'day':
      return all
    case undefined:
    default:
      if (days < 14) return all
      return days < 60 ? `${all} (${inWeeks})` : `${all} (${byCalendar})`
  }
}

function workingDaysBetween(from: Day, to: Day): number {
  const days = daysBetween(from, to)
  const rest = Array.from({ length: days % 7 }, (_, index) => weekdayOf(addDays(to, -index)))
  return Math.floor(days / 7) * 5 + rest.filter((weekday) => weekday !== 0 && weekday !== 6).length
}

function joined(...parts: readonly (readonly [count: number, unit: string])[]): string {
  const shown = parts.filter(([count]) => count > 0).map(([count, unit]) => counted(count, unit))
  return shown.length > 1 ? `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}` : (shown[0] ?? '0 days')
}

function counted(count: number, unit: string): string {
  return `${new Intl.NumberFormat('en').format(count)} ${unit}${count === 1 ? '' : 's'}`
}

function dayOf(slots: Slots, name: string): Day | undefined {
  const text = textOf(slots, name)
  if (text === undefined) return undefined
  const [year = 0, month = 1, day = 1] = text.split('-').map(Number)
  return { year, month, day }
}
