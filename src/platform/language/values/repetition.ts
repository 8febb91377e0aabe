import {
  addDays,
  dayIn,
  daysBetween,
  daysInMonth,
  momentIn,
  monthNumber,
  months,
  monthWord,
  partsIn,
  weekdayOf,
  weekdays,
} from './calendar.ts'
import type { Day } from './calendar.ts'
import { wordsToDigits } from './numbers.ts'
import { capital } from '../capital.ts'

/** How something comes again: a part of the rules of calendars (RFC 5545) that can be said in a sentence. */
export interface Repetition {
  readonly freq: 'MINUTELY' | 'HOURLY' | 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY'
  readonly interval: number
  /** 0 is Sunday. */
  readonly weekdays?: readonly number[]
  /** Which of the weekdays of a month, -1 for the last one. */
  readonly ordinal?: number
  /** -1 is the last day. */
  readonly monthDay?: number
  /** From 1. */
  readonly month?: number
}

const weekdayName = '(?:sun|mon|tues?|wed(?:nes)?|thurs?|fri|sat(?:ur)?)(?:days?)?'
const weekdayList = String.raw`${weekdayName}s?(?:(?:,? and |, ?| & | )${weekdayName}s?)*`
const ranks = [
  ['first', '1st'],
  ['second', '2nd'],
  ['third', '3rd'],
  ['fourth', '4th'],
]
const rank = '(?:first|1st|second|2nd|third|3rd|fourth|4th|last)'
const count =
  '(?:other|second|third|[0-9]+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty)'

/** Words that say on which days something comes again; other patterns are built with it. */
export const dayRepetition = [
  '(?:(?:at|by|on) )?(?:the )?(?:very )?end of (?:every|each) month',
  String.raw`(?:on )?(?:the )?${rank} ${weekdayName} (?:of|in) (?:every|each|the) month`,
  String.raw`(?:every|each) ${rank} ${weekdayName} of the month`,
  String.raw`(?:on )?(?:the )?(?:first|last|\d{1,2}(?:st|nd|rd|th)?)(?: day)? of (?:every|each) month`,
  String.raw`(?:every|each) month(?: on the (?:first|last|\d{1,2}(?:st|nd|rd|th)?)(?: day)?)?`,
  String.raw`monthly on the (?:first|last|\d{1,2}(?:st|nd|rd|th)?)`,
  String.raw`(?:every|each) (?:the )?\d{1,2}(?:st|nd|rd|th)?(?: of)? ${monthWord}`,
  String.raw`(?:every|each) ${monthWord} (?:the )?\d{1,2}(?:st|nd|rd|th)?`,
  String.raw`(?:every|each) year on (?:the )?(?:\d{1,2}(?:st|nd|rd|th)?(?: of)? ${monthWord}|${monthWord} \d{1,2}(?:st|nd|rd|th)?)`,
  String.raw`(?:every|each) \d{1,2}(?:st|nd|rd|th)(?: of the month)?`,
  String.raw`(?:every|each) (?:single )?(?:${count} )?(?:weeks?|fortnight)(?: on ${weekdayList})?`,
  String.raw`(?:every|each) (?:single )?(?:${count} )?(?:days?|months?|years?)|everyday`,
  String.raw`every (?:other|second|2nd) ${weekdayName}`,
  String.raw`(?:every|each) (?:single )?(?:week ?day|work(?:ing)? ?day|business day|weekend|morning|afternoon|evening|night|${weekdayList})s?`,
  String.raw`(?:weekly|fortnightly) on ${weekdayList}`,
  String.raw`on (?:all )?(?:week ?days|work(?:ing)? ?days|weekends)`,
  String.raw`(?:week ?days|weekends)`,
  String.raw`(?:from )?mon(?:day)?s?(?: to | through | till |-| - )fri(?:day)?s?`,
  String.raw`(?:on )?${'(?:sun|mon|tues|wednes|thurs|fri|satur)days'}(?:(?:,? and |, ?)${'(?:sun|mon|tues|wednes|thurs|fri|satur)days'})*`,
  'daily|weekly|fortnightly|monthly|yearly|annually|nightly|once (?:a|every) (?:day|week|month|year)',
].join('|')

const hourRepetition = String.raw`(?:every|each) (?:single )?(?:${count} )?(?:minutes?|mins?|hours?)|hourly|once (?:a|every) hour`

/** Words that say how something comes again, within a day too. */
export const repetitionPattern = `${dayRepetition}|${hourRepetition}`

/** Sees the text in lower case. */
const repeats = new RegExp(String.raw`\b(?:${repetitionPattern})\b`)

/** How often a text says that something comes; undefined when it comes once. */
export function readRepetition(text: string): Repetition | undefined {
  const said = repetitionIn(text)
  if (said === undefined) return undefined
  const digits = wordsToDigits(said)
  return byMonthDay(said, digits) ?? byWeekday(said) ?? byUnit(said, digits)
}

/** The words that say how often. */
export function repetitionIn(text: string): string | undefined {
  return repeats.exec(text.toLowerCase())?.[0]
}

/** The words of it, to be taken out where a day or a time is looked for; "every evening at 7" is still one of the evening. */
export function withoutRepetition(text: string): string {
  const part = (said: string) => /morning|afternoon|evening|night/.exec(said)?.[0] ?? ''
  return text.toLowerCase().replace(repeats, (said) => ` ${part(said)} `)
}

function byMonthDay(said: string, digits: string): Repetition | undefined {
  const ofMonth = new RegExp(String.raw`(${rank}) (${weekdayName}) (?:of|in)\b`).exec(said)
  if (ofMonth) {
    const ordinal = ofMonth[1] === 'last' ? -1 : ranks.findIndex((names) => names.includes(ofMonth[1]!)) + 1
    return { freq: 'MONTHLY', interval: 1, weekdays: weekdaysIn(ofMonth[2]!), ordinal }
  }
  const month = new RegExp(monthWord).exec(said)?.[0]
  const day = /\d{1,2}/.exec(digits)?.[0]
  if (month !== undefined && day !== undefined && !/\bmonth/.test(said))
    return { freq: 'YEARLY', interval: 1, month: monthNumber(month), monthDay: Number(day) }
  if (/\b(?:last|end)(?: day)?\b/.test(said) && /\bmonth/.test(said))
    return { freq: 'MONTHLY', interval: 1, monthDay: -1 }
  const ordinal = /\b(\d{1,2})(?:st|nd|rd|th)?\b(?! (?:minute|min|hour|day|week|month|year)s?\b)/.exec(
    digits,
  )?.[1]
  return ordinal === undefined ? undefined : { freq: 'MONTHLY', interval: 1, monthDay: Number(ordinal) }
}

function byWeekday(said: string): Repetition | undefined {
  const interval = /\b(?:other|second|2nd|2|two) |fortnight/.test(said) ? 2 : intervalIn(said)
  if (
    /\b(?:week ?days?|work(?:ing)? ?days?|business days?)\b|^(?:from )?mon.*fri/.test(said) &&
    !/\band\b/.test(said)
  )
    return { freq: 'WEEKLY', interval: 1, weekdays: [1, 2, 3, 4, 5] }
  if (/\bweekends?\b/.test(said)) return { freq: 'WEEKLY', interval: 1, weekdays: [0, 6] }
  const days = weekdaysIn(said)
  return days.length > 0 ? { freq: 'WEEKLY', interval, weekdays: days } : undefined
}

const units: readonly (readonly [RegExp, Repetition['freq']])[] = [
  [/\b(?:minutes?|mins?)\b/, 'MINUTELY'],
  [/\b(?:hours?|hourly)\b/, 'HOURLY'],
  [/\b(?:weeks?|weekly|fortnight(?:ly)?)\b/, 'WEEKLY'],
  [/\b(?:months?|monthly)\b/, 'MONTHLY'],
  [/\b(?:years?|yearly|annually)\b/, 'YEARLY'],
  [/./, 'DAILY'],
]

function byUnit(said: string, digits: string): Repetition {
  const freq = units.find(([pattern]) => pattern.test(said))![1]
  return { freq, interval: /fortnight/.test(said) ? 2 : intervalIn(digits) }
}

function intervalIn(said: string): number {
  if (/\b(?:other|second|2nd)\b/.test(said)) return 2
  if (/\b(?:third|3rd)\b/.test(said)) return 3
  return Math.max(
    1,
    Number(/\b(\d{1,4}) (?:minute|min|hour|day|week|month|year)/.exec(wordsToDigits(said))?.[1] ?? 1),
  )
}

function weekdaysIn(said: string): number[] {
  return weekdays.flatMap((name, index) =>
    new RegExp(String.raw`\b${name.slice(0, 3)}(?:${name.slice(3)}|s|rs|nes)?s?\b`).test(said) ? [index] : [],
  )
}

const codes = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']

/** As calendars write it: FREQ=WEEKLY;BYDAY=MO,TH */
export function ruleText({ freq, interval, weekdays: days, ordinal, monthDay, month }: Repetition): string {
  return [
    `FREQ=${freq}`,
    ...(interval > 1 ? [`INTERVAL=${interval}`] : []),
    ...(month === undefined ? [] : [`BYMONTH=${month}`]),
    ...(monthDay === undefined ? [] : [`BYMONTHDAY=${monthDay}`]),
    ...(days ? [`BYDAY=${days.map((day) => `${ordinal ?? ''}${codes[day]}`).join(',')}`] : []),
  ].join(';')
}

/** What `ruleText` wrote. Others write into the store too: a rule that is not of this kind is none. */
export function readRule(text: string): Repetition | undefined {
  const parts = new Map(text.split(';').map((part) => part.split('=', 2) as [string, string]))
  const freq = parts.get('FREQ')
  if (!/^(?:MINUTE|HOUR|DAI|WEEK|MONTH|YEAR)LY$/.test(freq ?? '')) return undefined
  const days = (parts.get('BYDAY') ?? '').split(',').flatMap((text) => {
    const match = /^(-?\d)?(SU|MO|TU|WE|TH|FR|SA)$/.exec(text)
    return match ? [{ day: codes.indexOf(match[2]!), ordinal: match[1] }] : []
  })
  const numberAt = (name: string) => {
    const value = Number(parts.get(name))
    return parts.has(name) && Number.isInteger(value) ? value : undefined
  }
  const [monthDay, month] = [numberAt('BYMONTHDAY'), numberAt('BYMONTH')]
  const ordinal = days[0]?.ordinal
  return {
    freq: freq as Repetition['freq'],
    interval: Math.max(1, numberAt('INTERVAL') ?? 1),
    ...(days.length > 0 && { weekdays: days.map(({ day }) => day) }),
    ...(ordinal !== undefined && { ordinal: Number(ordinal) }),
    ...(monthDay !== undefined && { monthDay }),
    ...(month !== undefined && { month }),
  }
}

const STEPS_MS = { MINUTELY: 60_000, HOURLY: 3_600_000 } as const
/** A 29 February comes again within eight years. */
const FARTHEST_DAYS = 8 * 366

/** The first time after `after` at which it comes, counted from `start`, which also says the time of the day. */
export function nextOccurrence(
  repetition: Repetition,
  { start, after, timeZone }: { start: Date; after: Date; timeZone: string },
): Date | undefined {
  const { freq, interval } = repetition
  if (freq === 'MINUTELY' || freq === 'HOURLY') {
    const step = STEPS_MS[freq] * interval
    const steps = Math.max(0, Math.floor((after.getTime() - start.getTime()) / step) + 1)
    return new Date(start.getTime() + steps * step)
  }
  const { hour, minute, ...from } = partsIn(timeZone, start)
  const begin = Math.max(0, daysBetween(from, dayIn(timeZone, after)) - 1)
  const isMember = memberTest(repetition, from)
  for (let days = begin; days <= begin + FARTHEST_DAYS * Math.min(interval, 12); days += 1) {
    const day = addDays(from, days)
    if (!isMember(day)) continue
    const moment = momentIn(timeZone, { ...day, hour, minute })
    if (moment > after) return moment
  }
  return undefined
}

function memberTest({ freq, interval, ...rule }: Repetition, start: Day): (day: Day) => boolean {
  const step: Readonly<Record<string, (day: Day) => number>> = {
    DAILY: (day) => daysBetween(start, day),
    WEEKLY: (day) => Math.floor((daysBetween(start, day) + ((weekdayOf(start) + 6) % 7)) / 7),
    MONTHLY: (day) => (day.year - start.year) * 12 + day.month - start.month,
    YEARLY: (day) => day.year - start.year,
  }
  return (day) => step[freq]!(day) % interval === 0 && isOnDay(freq, rule, { day, start })
}

function isOnDay(
  freq: Repetition['freq'],
  { weekdays: days, ordinal, monthDay, month }: Omit<Repetition, 'freq' | 'interval'>,
  { day, start }: { day: Day; start: Day },
): boolean {
  if (freq === 'DAILY') return true
  if (freq === 'WEEKLY') return (days ?? [weekdayOf(start)]).includes(weekdayOf(day))
  if (freq === 'YEARLY' && day.month !== (month ?? start.month)) return false
  if (days) return days.includes(weekdayOf(day)) && (ordinal === undefined || isNth(day, ordinal))
  return day.day === dayOfMonth(monthDay ?? start.day, day, freq === 'MONTHLY')
}

/** A month without a 31st has its last day instead; a year without a 29 February passes it over. */
function dayOfMonth(wanted: number, { year, month }: Day, isMonthly: boolean): number {
  const length = daysInMonth(year, month)
  if (wanted < 0) return length + 1 + wanted
  return isMonthly ? Math.min(wanted, length) : wanted
}

function isNth(day: Day, ordinal: number): boolean {
  const length = daysInMonth(day.year, day.month)
  return ordinal < 0 ? Math.ceil((length - day.day + 1) / 7) === -ordinal : Math.ceil(day.day / 7) === ordinal
}

const unitNames = {
  MINUTELY: 'minute',
  HOURLY: 'hour',
  DAILY: 'day',
  WEEKLY: 'week',
  MONTHLY: 'month',
  YEARLY: 'year',
} as const

/** "every weekday", "every 2 weeks on Monday", "on the 1st of every month" */
export function repetitionWords({ freq, interval, ...rule }: Repetition): string {
  const { weekdays: days, ordinal, monthDay, month } = rule
  const often = interval === 1 ? `every ${unitNames[freq]}` : `every ${interval} ${unitNames[freq]}s`
  if (month !== undefined && monthDay !== undefined)
    return `${often} on ${monthDay} ${capital(months[month - 1]!)}`
  if (monthDay !== undefined) return `on the ${monthDay === -1 ? 'last day' : nth(monthDay)} of ${often}`
  if (!days) return often
  if (ordinal !== undefined)
    return `on the ${ordinal === -1 ? 'last' : nth(ordinal)} ${namesOf(days)} of ${often}`
  if (interval > 1) return `${often} on ${namesOf(days)}`
  return days.join(',') === '1,2,3,4,5' ? 'every weekday' : `every ${namesOf(days)}`
}

function namesOf(days: readonly number[]): string {
  const fromMonday = days.toSorted((a, b) => ((a + 6) % 7) - ((b + 6) % 7))
  return new Intl.ListFormat('en-GB').format(fromMonday.map((day) => capital(weekdays[day]!)))
}

function nth(value: number): string {
  const tail = value % 100 >= 11 && value % 100 <= 13 ? 'th' : (['th', 'st', 'nd', 'rd'][value % 10] ?? 'th')
  return `${value}${tail}`
}
