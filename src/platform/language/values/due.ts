import { addDays, dayIn, dayOfIso, isoDay, momentIn, partsIn, weekdayOf, type Day } from './calendar.ts'
import { impossibleDay, readDate } from './dates.ts'
import { readDuration } from './durations.ts'
import { nextOccurrence, readRepetition, withoutRepetition, type Repetition } from './repetition.ts'
import { clockText, hourOfNight, impossibleTime, readTime } from './times.ts'

/** When something is due, as it is stored, or why it cannot be. */
export interface Due {
  /** A day or a moment. */
  readonly due?: string
  readonly repetition?: Repetition
  /** What is wrong with the words: there is no such day. */
  readonly problem?: string
}

/** Who reads it, and when. */
export interface Reading {
  readonly now: Date
  readonly timeZone: string
  readonly today: Day
  /** Whether 3/4 is the third of April. */
  readonly dayFirst?: boolean
}

export interface Clock {
  readonly hour: number
  readonly minute: number
}

const MORNING: Clock = { hour: 9, minute: 0 }

/** Hours that parts of the day stand for when no clock is named. They are always told, so that they can be put right. */
const partHours: readonly (readonly [RegExp, number])[] = [
  [/\bfirst thing\b/i, 8],
  [/\b(?:noon|midday|lunch ?time)\b/i, 12],
  [/\bmorning\b/i, 9],
  [/\bafternoon\b/i, 15],
  [/\b(?:end of (?:the )?(?:work(?:ing)? )?day|eod)\b/i, 17],
  [/\bevening\b/i, 18],
  [/\b(?:tonight|night|nightly)\b/i, 20],
]

/** Reads words that say when: "tomorrow at 5", "in 1h30", "every weekday at 8". */
export function readDue(words: string, reading: Reading): Due {
  if (words === '') return {}
  const { today } = reading
  const day = impossibleDay(words, today)
  if (day !== undefined) return { problem: `${day} doesn't exist.` }
  const time = impossibleTime(words)
  if (time !== undefined) return { problem: `${time} is not a valid time.` }
  if (severalTimes.some((pattern) => pattern.test(words)))
    return { problem: 'A reminder rings at one time. Set them one at a time.' }
  const repetition = readRepetition(words)
  return repetition ? repeated(repetition, words, reading) : once(words, reading)
}

const clock = String.raw`\d{1,2}(?::\d{2})? ?(?:am|pm)|\d{1,2}:\d{2}|noon|midnight`
/** "twice a day", "at 8 am and 5 pm", "at 8 and at 5" */
const severalTimes: readonly RegExp[] = [
  /\b(?:twice|(?:\d+|two|three|four|five|several|a few) times) (?:an?|per|each|every)\b/i,
  new RegExp(String.raw`\b(?:${clock})\b,? (?:and |or |& )?(?:at )?(?:${clock})\b`, 'i'),
  /\bat \d{1,2},? (?:and|or) (?:at )?\d{1,2}\b/i,
  new RegExp(String.raw`\b(?:${clock})\b,? (?:and|or) at \d{1,2}\b`, 'i'),
  new RegExp(String.raw`\bat \d{1,2},? (?:and|or) (?:at )?(?:${clock})\b`, 'i'),
]

/** A clock time, or the hour that a part of the day stands for. For people an hour from one to six is one of the afternoon. */
export function clockIn(
  words: string,
  { isForPeople = true }: { isForPeople?: boolean } = {},
): (Clock & { isExact: boolean }) | undefined {
  const time = readTime(words)
  if (!time) return partIn(words)
  const { hour, minute } = time
  // 06:00 is written so by those who count to 24.
  const isSure = time.isExact || /\b0\d(?:[:.]|\d\d\b)/.test(words)
  if (!isSure && /\bnight\b/i.test(words)) return { hour: hourOfNight(hour), minute, isExact: true }
  if (isSure || hour === 12) return { hour, minute, isExact: true }
  const isLater = isForPeople && hour >= 1 && hour <= 6
  return { hour: isLater ? hour + 12 : hour, minute, isExact: isLater }
}

function partIn(words: string): (Clock & { isExact: boolean }) | undefined {
  const hour = partHours.find(([pattern]) => pattern.test(words))?.[1]
  return hour === undefined ? undefined : { hour, minute: 0, isExact: true }
}

function once(words: string, reading: Reading): Due {
  const { now, today } = reading
  const days = words.replace(partOfHour, ' ')
  const date = endOf(words, today) ?? readDate(days, today, { dayFirst: reading.dayFirst === true })
  const clock = clockIn(date ? withoutDay(words, date.text) : words)
  const duration = /\b(?:in|after|from now|later)\b/i.test(words) && !date ? readDuration(words) : undefined
  if (duration) return { due: new Date(now.getTime() + duration.seconds * 1_000).toISOString() }
  if (!clock) return date ? onlyDay(date.day, today) : {}
  if (!date) return { due: nextTime(clock, reading).toISOString() }
  // The small hours of a night are those of the next day.
  const isPastMidnight = /\b(?:to)?night\b/i.test(words) && clock.hour < 5
  return onDay({ day: addDays(date.day, isPastMidnight ? 1 : 0), text: date.text }, clock, reading)
}

/** "in 1/2 hour" names no second of January. */
const partOfHour = /\d+ ?[/⁄] ?\d+(?=(?: of)?(?: an?)? (?:second|minute|hour)s?\b)/i

/** "the end of the week" is its Friday, that of the month its last day. */
function endOf(words: string, today: Day): { day: Day; text: string } | undefined {
  const match = /\b(?:end|last day) of (the|this|next) (week|month)\b/i.exec(words)
  if (!match) return undefined
  const isNext = match[1]!.toLowerCase() === 'next'
  if (match[2]!.toLowerCase() === 'week') {
    const friday = addDays(today, (5 - weekdayOf(today) + 7) % 7)
    return { day: isNext ? addDays(friday, 7) : friday, text: match[0].toLowerCase() }
  }
  const first = { year: today.year, month: today.month + (isNext ? 2 : 1), day: 1 }
  return { day: addDays(first, -1), text: match[0].toLowerCase() }
}

function onlyDay(day: Day, today: Day): Due {
  return isoDay(day) < isoDay(today) ? { problem: `${isoDay(day)} has passed.` } : { due: isoDay(day) }
}

/** "at 8": the next time that the clock shows it, whichever half of the day it is. */
function nextTime(
  { hour, minute, isExact }: Clock & { isExact: boolean },
  { now, timeZone, today }: Reading,
): Date {
  const hours = isExact ? [hour] : [hour % 12, (hour % 12) + 12]
  const moments = hours.map((hour) => momentIn(timeZone, { ...today, hour, minute }))
  return (
    moments.find((moment) => moment > now) ??
    momentIn(timeZone, { ...addDays(today, 1), hour: hours[0]!, minute })
  )
}

const weekdayAtEnd = /(?:^|\s)(?:sun|mon|tue|wed|thu|fri|sat)[a-z]*$/

function onDay(
  { day, text }: { day: Day; text: string },
  clock: Clock & { isExact: boolean },
  { now, timeZone }: Reading,
): Due {
  const { hour, minute, isExact } = clock
  const moment = momentIn(timeZone, { ...day, hour, minute })
  if (moment > now) return { due: moment.toISOString() }
  const later = momentIn(timeZone, { ...day, hour: (hour % 12) + 12, minute })
  if (!isExact && /\btoday\b/.test(text) && later > now) return { due: later.toISOString() }
  // "On Sunday" said on a Sunday, when the hour has passed, is the next one.
  if (weekdayAtEnd.test(text) && !text.startsWith('last'))
    return { due: momentIn(timeZone, { ...addDays(day, 7), hour, minute }).toISOString() }
  return { problem: `${clockText({ hour, minute })} on ${isoDay(day)} has passed.` }
}

function repeated(repetition: Repetition, words: string, reading: Reading): Due {
  const { now, timeZone, today } = reading
  const { freq, interval } = repetition
  if (freq === 'MINUTELY' || freq === 'HOURLY') {
    const step = (freq === 'HOURLY' ? 3_600_000 : 60_000) * interval
    return { due: new Date(now.getTime() + step).toISOString(), repetition }
  }
  const rest = withoutRepetition(words)
  const date = readDate(rest, today, { dayFirst: reading.dayFirst === true })
  const said = clockIn(date ? withoutDay(rest, date.text) : rest) ?? clockIn(words)
  const { hour, minute } = said ?? MORNING
  const start = momentIn(timeZone, { ...(date?.day ?? today), hour, minute })
  const after = start > now ? new Date(start.getTime() - 1) : now
  // Its first day begins the counting of every second week.
  const first = nextOccurrence({ ...repetition, interval: 1 }, { start, after, timeZone })
  return first ? { due: first.toISOString(), repetition: anchored(repetition, dayIn(timeZone, first)) } : {}
}

/** "Every month", said on the 31st, stays with the 31st. */
function anchored(repetition: Repetition, { month, day }: Day): Repetition {
  if (repetition.weekdays || repetition.monthDay !== undefined) return repetition
  if (repetition.freq === 'MONTHLY') return { ...repetition, monthDay: day }
  return repetition.freq === 'YEARLY' ? { ...repetition, month, monthDay: day } : repetition
}

/** The words of a day can look like a time: "15/12". They are written in another way than they were found. */
function withoutDay(words: string, found: string): string {
  const at = words.toLowerCase().indexOf(found)
  // "tonight" and "this morning" name the time as well.
  if (at === -1 || /night|morning|afternoon|evening/.test(found))
    return words.replaceAll(/\b\d{1,2}\/\d{1,2}\b/g, ' ')
  return `${words.slice(0, at)} ${words.slice(at + found.length)}`
}

/** The due day with another time, or the time on another day: "move it to 6 pm", "move it to friday". */
export function movedDue(words: string, due: string | undefined, reading: Reading): Due {
  const { timeZone, today } = reading
  const fresh = readDue(words, reading)
  if (fresh.problem !== undefined || fresh.due === undefined || due === undefined) return fresh
  const date = readDate(words, today, { dayFirst: reading.dayFirst === true })
  const clock = clockIn(words)
  if (!date && clock && !/\b(?:in|after)\b/i.test(words)) {
    const day = due.includes('T') ? dayIn(timeZone, new Date(due)) : dayOfIso(due)
    const moment = momentIn(timeZone, { ...day, hour: clock.hour, minute: clock.minute })
    return moment > reading.now ? { ...fresh, due: moment.toISOString() } : fresh
  }
  if (date && !clock && due.includes('T')) {
    const { hour, minute } = partsIn(timeZone, new Date(due))
    return { ...fresh, due: momentIn(timeZone, { ...date.day, hour, minute }).toISOString() }
  }
  return fresh
}
