import {
  addDays,
  daysBetween,
  weekdayOf,
  type Day,
} from '../../../../../platform/language/values/calendar.ts'
import { calendarSpan } from '../../../../../platform/language/values/date-sums.ts'

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
      return `${counted(workingDaysBetween(from, to), 'working day')} (Monday to Friday, not counting the first day, holidays included)`
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

export function counted(count: number, unit: string): string {
  return `${new Intl.NumberFormat('en').format(count)} ${unit}${count === 1 ? '' : 's'}`
}
