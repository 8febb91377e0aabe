import { clockIn } from '../../../platform/language/values/due.ts'
import { readDuration } from '../../../platform/language/values/durations.ts'
import {
  readRepetition,
  withoutRepetition,
  type Repetition,
} from '../../../platform/language/values/repetition.ts'
import { isKnownPlace, zoneOfPlace } from '../../../platform/language/values/time-zones.ts'
import { impossibleTime } from '../../../platform/language/values/times.ts'

/** When something recurs, as a schedule takes it. */
export interface ScheduleWish {
  readonly cron?: string
  readonly every?: string
  readonly timezone?: string
}

/** What was understood: a schedule, none, or what is missing, as a sentence. */
export type ReadSchedule = { readonly wish: ScheduleWish | null } | { readonly problem: string }

const EXAMPLES = 'Say e.g. "every weekday at 9", "every 2 hours", "on the 1st of every month at 8:30", or no.'
const MAX_LENGTH = 200
const NONE =
  /^(?:no|nope|never|none|not|once|just once|only once|not now|no schedule|no thanks|n)\b[\s,.!]*(?:thanks|thank you|schedule|that is all)?$/

/** Reads "every weekday at 9" and the like; cron expressions and lengths such as 2h are taken as they are. */
export function readSchedule(words: string): ReadSchedule {
  const { text, timezone } = zoneIn(words.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_LENGTH))
  const lower = text
    .toLowerCase()
    .replace(/[.!]+$/, '')
    .trim()
  if (NONE.test(lower)) return { wish: null }
  const zone = timezone === undefined ? {} : { timezone }
  const expression = /^(?:cron:? )?((?:[\d*/,-]+ ){4,5}[\w*/,#-]+)$/i.exec(lower)?.[1]
  if (expression !== undefined) return { wish: { cron: expression, ...zone } }
  const every = lengthIn(lower)
  if (every !== undefined) return { wish: { every } }
  const repetition = readRepetition(lower.replace(/\bevery (noon|midnight)\b/, 'every day at $1'))
  if (!repetition)
    return { problem: `I don't understand "${words.trim().slice(0, 100)}" as times. ${EXAMPLES}` }
  return wishOf(repetition, { lower, zone })
}

/** At the end: "UTC", "in Europe/Berlin", "in Berlin". */
function zoneIn(text: string): { text: string; timezone?: string } {
  const named = /\s*(?:\bin |\()?\b(UTC|GMT|[A-Z][A-Za-z_]+\/[A-Z][A-Za-z_/+-]+)\)?(?: time)?\s*$/.exec(text)
  if (named) return { text: text.slice(0, named.index), timezone: named[1]! }
  const place = / in ([\p{L}][\p{L} ]*)$/iu.exec(text)
  const timezone = place && isKnownPlace(place[1]!) ? zoneOfPlace(place[1]!) : undefined
  return timezone === undefined ? { text } : { text: text.slice(0, place!.index), timezone }
}

const UNITS = [
  ['w', 604_800],
  ['d', 86_400],
  ['h', 3_600],
  ['m', 60],
  ['s', 1],
] as const

/** "every 2 hours", "every hour and a half", "30 m": nothing but a length. */
function lengthIn(text: string): string | undefined {
  const said = text
    .replace(/^every /, '')
    .replace(/^(?=(?:minute|hour|day|week) and )/, '1 ')
    .replace(/(?<=^\d+) ?d$/, ' days')
    .replace(/(?<=^\d+) ?w$/, ' weeks')
  const length = readDuration(said)
  // A single one is every hour or every day; the latter has a time.
  if (!length || length.rest !== '' || /^(?:an? )?(?:second|minute|hour|day|week)$/.test(said))
    return undefined
  const [unit, size] = UNITS.find(([, seconds]) => length.seconds % seconds === 0)!
  return `${length.seconds / size}${unit}`
}

interface Said {
  readonly lower: string
  readonly zone: { readonly timezone?: string }
}

/** What a clock and a calendar can keep is a cron expression; what only counts is a length. */
function wishOf(repetition: Repetition, { lower, zone }: Said): ReadSchedule {
  const rest = withoutRepetition(lower)
  const impossible = impossibleTime(rest)
  if (impossible !== undefined) return { problem: `Not a valid time of day: ${impossible}. ${EXAMPLES}` }
  const clock = clockIn(rest, { isForPeople: false })
  const every = clock ? undefined : countedLength(repetition)
  if (every !== undefined) return { wish: { every } }
  const problem = unkept(repetition)
  if (problem !== undefined) return { problem: `${problem} ${EXAMPLES}` }
  if (!clock) return { problem: `At what time? ${EXAMPLES}` }
  return { wish: { cron: `${clock.minute} ${clock.hour} ${daysOf(repetition)}`, ...zone } }
}

const COUNTED: Partial<Record<Repetition['freq'], string>> = {
  MINUTELY: 'm',
  HOURLY: 'h',
  DAILY: 'd',
  WEEKLY: 'w',
}

/** Of what needs no time of day: every hour, every other day, weekly. */
function countedLength({ freq, interval, weekdays }: Repetition): string | undefined {
  const unit = weekdays || (freq === 'DAILY' && interval === 1) ? undefined : COUNTED[freq]
  return unit && `${interval}${unit}`
}

const LEFT_OUT: Partial<Record<Repetition['freq'], string>> = {
  DAILY: 'days',
  WEEKLY: 'weeks',
  MONTHLY: 'such months',
  YEARLY: 'years',
}

/** Why no cron expression says it. */
function unkept({ freq, interval, weekdays, monthDay = 1, month }: Repetition): string | undefined {
  if (LEFT_OUT[freq] === undefined) return 'Say either how often or at what time.'
  const isEven = freq === 'MONTHLY' && 12 % interval === 0
  if (interval > 1 && !isEven) return `A schedule with a time of day can't skip ${LEFT_OUT[freq]}.`
  if (monthDay === 0 || monthDay > 31) return "That day of the month doesn't exist."
  if (freq === 'YEARLY' && month === undefined) return 'On which day of the year?'
  return freq === 'WEEKLY' && !weekdays ? 'On which day of the week?' : undefined
}

/** The last three parts of a cron expression: day of the month, month, day of the week. */
function daysOf({ freq, interval, weekdays, ordinal, monthDay = 1, month }: Repetition): string {
  if (freq === 'DAILY') return '* * *'
  const months = month ?? (interval > 1 ? `*/${interval}` : '*')
  if (!weekdays) return `${monthDay === -1 ? 'L' : monthDay} ${months} *`
  const nth = ordinal === undefined ? '' : `#${ordinal === -1 ? 'L' : ordinal}`
  const days = weekdays.join(',')
  return `* ${months} ${days === '1,2,3,4,5' ? '1-5' : days}${nth}`
}
