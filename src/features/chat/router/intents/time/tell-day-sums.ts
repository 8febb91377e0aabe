import { optional, required, type SlotsOf } from '../../define-intent.ts'
import {
  dayOfIso,
  daysBetween,
  dayText,
  isLeapYear,
  type Day,
} from '../../../../../platform/language/values/calendar.ts'
import { calendarSpan } from '../../../../../platform/language/values/date-sums.ts'
import { counted, spanText } from './day-spans.ts'

/** What was worked out about days. Which members there are is told by `asks`. */
export const DaySum = {
  asks: required.text,
  from: optional.text,
  to: optional.text,
  date: optional.text,
  base: optional.text,
  count: optional.number,
  unit: optional.text,
  year: optional.number,
  label: optional.text,
  /** How the day was written, and how it can be read as well. */
  said: optional.text,
  other: optional.text,
}
export type DaySum = SlotsOf<typeof DaySum>

/** The answer in words, for a calendar would not say it. */
export function tellDaySum(sum: DaySum, today: Day): string {
  return tellers[sum.asks]!(sum, today)
}

const tellers: Readonly<Record<string, (sum: DaySum, today: Day) => string>> = {
  between: tellBetween,
  since: tellSince,
  left: tellLeft,
  sum: tellSum,
  age: tellAge,
  leap: ({ year }, today) => leapText(year!, today),
  'leap.length': () => 'A leap year has **366 days**: 29 February is added.',
  'year.length': ({ year }) =>
    `${year} has ${isLeapYear(year!) ? '366 days: 52 weeks and 2 days' : '365 days: 52 weeks and 1 day'}.`,
  'leap.next': ({ year }) =>
    `The next leap year${isLeapYear(year!) ? ` after ${year}` : ''} is ${nextLeap(year!)}.`,
}

function tellBetween({ from, to, unit }: DaySum): string {
  const ends = [dayOfIso(from!), dayOfIso(to!)] as const
  const [first, last] = daysBetween(...ends) < 0 ? ([ends[1], ends[0]] as const) : ends
  return `From ${dayText(first)} to ${dayText(last)}: **${spanText(first, last, unit)}**.`
}

function tellSince({ from, to, unit, label, said, other }: DaySum): string {
  const [first, last] = [dayOfIso(from!), dayOfIso(to!)]
  const named = label === undefined ? '' : `${label}, `
  const told = `Since ${named}${dayText(first)}: **${spanText(first, last, unit)}**.`
  const second = other === undefined ? undefined : dayOfIso(other)
  if (!second || daysBetween(second, last) < 0) return told
  return `${told} I read ${said} with the month first; with the day first, ${dayText(second)}, it is ${spanText(second, last, unit)}.`
}

function tellLeft({ to, unit, label }: DaySum, today: Day): string {
  const last = dayOfIso(to!)
  const span = spanText(today, last, unit)
  return `After today **${span}** ${/^1 \w+$/.test(span) ? 'is' : 'are'} left ${label}, until ${dayText(last)}.`
}

function tellSum({ base, date, count = 0, unit = 'day', label }: DaySum): string {
  const from = dayText(dayOfIso(base!))
  const named = label === undefined ? from : `${label} (${from})`
  const assumed = unit === 'working day' ? ' Counts Monday to Friday, holidays included.' : ''
  return `${counted(Math.abs(count), unit)} ${count < 0 ? 'before' : 'after'} ${named} is **${dayText(dayOfIso(date!))}**.${assumed}`
}

function tellAge({ from, to, year, said, other }: DaySum, today: Day): string {
  const at = dayOfIso(to!)
  const isToday = daysBetween(today, at) === 0
  if (year !== undefined) {
    const age = at.year - year
    return isToday
      ? `Born in ${year}: **${age - 1} or ${age}** years old, ${age} after the birthday in ${at.year}.`
      : `Born in ${year}: **${age}** by the end of ${at.year}.`
  }
  const born = dayOfIso(from!)
  if (daysBetween(born, at) < 0) return `${dayText(born)} is still to come.`
  const years = (day: Day) => counted(calendarSpan(day, at).years, 'year')
  const told = `Born on ${dayText(born)}: **${years(born)} old**${isToday ? '' : ` on ${dayText(at)}`}, ${spanText(born, at, 'day')}.`
  if (other === undefined) return told
  return `${told} I read ${said} with the month first; with the day first it is ${years(dayOfIso(other))}.`
}

function leapText(year: number, today: Day): string {
  const [verb, has] = year < today.year ? ['was', 'had'] : ['is', 'has']
  if (isLeapYear(year)) return `Yes, ${year} ${verb} a leap year: it ${has} 366 days.`
  const why = year % 100 === 0 ? ' because it is divisible by 100 but not by 400' : ''
  const next = nextLeap(year)
  return `No, ${year} ${verb} not a leap year${why}. The next one after it ${next < today.year ? 'was' : 'is'} ${next}.`
}

function nextLeap(year: number): number {
  let next = year + 1
  while (!isLeapYear(next)) next += 1
  return next
}
