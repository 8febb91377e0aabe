import { addDays, dayIn, isoDay, momentIn, partsIn, weekdayOf, type Day } from './calendar.ts'
import { readDate } from './dates.ts'
import { readDuration } from './durations.ts'
import { withDaysInDigits, withRelativeDays } from './relative-days.ts'
import { readTime } from './times.ts'
import { dayRepetition, nextOccurrence, readRepetition, ruleText, type Repetition } from './repetition.ts'
import { dayWord, lengthWord, partWord, timeSpan, timeWord, waitWord, weekdayWord } from './when-words.ts'

/** What a sentence says about when something is, and what is left of it without those words. */
export interface EventTime {
  readonly rest: string
  readonly day?: Day
  readonly clock?: Clock
  /** Minutes from its beginning to its end. */
  readonly minutes?: number
  /** As iCalendar says it. */
  readonly recurrence?: string
  /** The day was named with its year, so that it may lie in the past. */
  readonly isFullDate?: boolean
  /** It was said to take all day. */
  readonly isAllDay?: boolean
  /** A time or a day was said that there is none of, in the words that said it. */
  readonly impossible?: string
}

export interface Clock {
  readonly hour: number
  readonly minute: number
}

type Kind = 'repeat' | 'span' | 'time' | 'day' | 'part' | 'length' | 'wait' | 'whole'

/** The longer ones first: "from 3 to 4pm" is no "from 3". */
const kinds: readonly (readonly [Kind, string])[] = [
  ['repeat', dayRepetition],
  ['span', timeSpan],
  ['length', lengthWord],
  ['wait', waitWord],
  ['whole', 'all day(?: long)?'],
  ['day', dayWord],
  ['time', timeWord],
  ['part', partWord],
]
const lead = String.raw`(?:(?:on|for|at|by|starting|,)\s+)?`
const atEnd = kinds.map(
  ([kind, words]) => [kind, new RegExp(String.raw`(?:^|[\s,]+)${lead}(${words})[\s,.]*$`, 'i')] as const,
)
const atStart = kinds.map(
  ([kind, words]) =>
    [kind, new RegExp(String.raw`^[\s,]*${lead}(${words})(?=$|[\s,:])[\s,:]*`, 'i')] as const,
)
/** In the middle only what says by a word before it that it is meant: "coffee at 10 with Ana". */
const inside = [
  [
    'day',
    new RegExp(
      String.raw`\s(on ${dayWord}|tomorrow|today|tonight|${weekdayWord}(?= ${timeWord}))(?=\s)`,
      'i',
    ),
  ],
  ['time', new RegExp(String.raw`\s(${timeWord})(?=\s)`, 'i')],
] as const

interface Moment {
  readonly today: Day
  readonly now: Date
  readonly timeZone: string
  readonly dayFirst?: boolean
}

export function readEventTime(text: string, at: Moment): EventTime {
  const { rest, found } = peeled(withDaysInDigits(withRelativeDays(text, at.today)))
  const moment = momentOf(found.wait, at)
  const times = moment ? [moment.clock] : clocksOf(found, readingOf(text, found))
  const clock = times?.[0]
  const repeats = found.repeat === undefined ? undefined : readRepetition(found.repeat)
  const named = found.day === undefined ? undefined : dayNamed(found.day, { at, clock })
  const first = moment?.day ?? (repeats && firstDay(repeats, { at, clock }))
  return withoutUndefined({
    rest,
    day: named ? notPassed(named, { words: found.day!, clock, at }) : first,
    clock,
    minutes: lengthOf(found, times),
    recurrence: repeats && ruleText(repeats),
    impossible: impossibleIn(found, { times, named }),
    isFullDate: hasYear(found) || undefined,
    isAllDay: 'whole' in found || undefined,
  })
}

function hasYear({ day = '' }: Found): boolean {
  return /\b\d{4}\b/.test(day)
}

function readingOf(text: string, { part = '', day = '' }: Found): Reading {
  return {
    part: `${part} ${/\btonight\b/i.test(day) ? 'tonight' : ''}`,
    isTimetabled: /\b(?:flight|train|ferry|coach|bus) (?:to|from)\b/i.test(text),
    isEvening: /\b(?:dinner|drinks|party|supper|concert|cinema|theatre|theater)\b/i.test(text),
  }
}

/** "in 2 hours" */
function momentOf(
  words: string | undefined,
  { now, timeZone }: Moment,
): { day: Day; clock: Clock } | undefined {
  const length = words === undefined ? undefined : readDuration(words)
  if (!length) return undefined
  const { year, month, day, hour, minute } = partsIn(
    timeZone,
    new Date(now.getTime() + length.seconds * 1_000),
  )
  return { day: { year, month, day }, clock: { hour, minute } }
}

/** Midnight of tonight is the beginning of the next day. */
function dayNamed(words: string, { at, clock }: { at: Moment; clock: Clock | undefined }): Day | undefined {
  const day = dayOf(words, at)
  const isPastMidnight = /\btonight\b/i.test(words) && clock !== undefined && clock.hour < 5
  return day && isPastMidnight ? addDays(day, 1) : day
}

type Optional<Value> = { [Name in keyof Value]: Value[Name] | undefined }

function withoutUndefined(time: Optional<Required<EventTime>>): EventTime {
  return Object.fromEntries(
    Object.entries(time).filter(([, value]) => value !== undefined),
  ) as unknown as EventTime
}

/** What was said of a time or a day, and is none. */
function impossibleIn(
  found: Found,
  { times, named }: { times: readonly Clock[] | undefined; named: Day | undefined },
): string | undefined {
  const time = found.time ?? found.span
  if (time !== undefined && !times) return time.replace(/^at /i, '')
  return named ? undefined : found.day
}

/** "On Sunday" said on a Sunday, when the hour has passed, is the next one. */
function notPassed(
  day: Day,
  { words, clock, at }: { words: string; clock: Clock | undefined; at: Moment },
): Day {
  if (!clock || !isWeekday(words) || isoDay(day) !== isoDay(at.today)) return day
  const shown = partsIn(at.timeZone, at.now)
  return minutesOf(clock) > minutesOf(shown) ? day : addDays(day, 7)
}

type Found = Partial<Record<Kind, string>>

/** Takes the words of time from both ends, each kind once. */
function peeled(text: string): { rest: string; found: Found } {
  const found: Found = {}
  let rest = text.trim()
  for (let before = ''; before !== rest;) {
    before = rest
    rest = taken(rest, { patterns: atEnd, found })
    rest = taken(rest, { patterns: atStart, found })
  }
  return { rest: taken(taken(rest, { patterns: inside, found }), { patterns: inside, found }), found }
}

/** The text without the first words of a kind that is not there yet, which are noted. */
function taken(
  text: string,
  { patterns, found }: { patterns: readonly (readonly [Kind, RegExp])[]; found: Found },
): string {
  for (const [kind, pattern] of patterns) {
    const match = isTaken(found, kind) ? null : pattern.exec(text)
    if (!match) continue
    found[kind] = match[1]!
    return `${text.slice(0, match.index)}${text.slice(match.index + match[0].length)}`.trim()
  }
  return text
}

function isTaken(found: Found, kind: Kind): boolean {
  if (kind === 'time' || kind === 'span') return found.time !== undefined || found.span !== undefined
  return found[kind] !== undefined
}

function dayOf(words: string, { today, dayFirst = false }: Moment): Day | undefined {
  const isNextWeek = / next week$/i.test(words)
  const found = readDate(words.replace(/ next week$/i, ''), today, { dayFirst })?.day
  if (!found || !isNextWeek) return found
  const monday = addDays(today, 7 - ((weekdayOf(today) + 6) % 7))
  return addDays(monday, (weekdayOf(found) + 6) % 7)
}

function isWeekday(words: string | undefined): boolean {
  return words !== undefined && new RegExp(String.raw`^(?:this |coming )?${weekdayWord}$`, 'i').test(words)
}

interface Reading {
  /** "in the afternoon" and the like, when it was said. */
  readonly part: string
  /** It leaves at the minute that is written down, however early. */
  readonly isTimetabled: boolean
  /** What it is takes place in the evening. */
  readonly isEvening: boolean
}

/** The beginning, and the end where one was said. Undefined when no clock shows it. */
function clocksOf(found: Found, reading: Reading): Clock[] | undefined {
  if (found.span !== undefined) return spanOf(found.span, reading)
  const clock = found.time === undefined ? undefined : clockOf(found.time, reading)
  return clock && [clock]
}

function spanOf(words: string, reading: Reading): Clock[] | undefined {
  const [first = '', second = ''] = words
    .replace(/^(?:at|from|between) /i, '')
    .split(/\s*(?:-|–|\bto\b|\buntil\b|\btill\b|\band\b)\s*/i)
  const half = /^\d{1,2}(?:[:.]\d{2})?$/.test(first) ? (/[ap]\.?m/i.exec(second)?.[0] ?? '') : ''
  const [start, end] = [clockOf(first + half, reading), clockOf(second, reading)]
  if (!start || !end) return undefined
  // "From 11 to 1pm" begins in the morning.
  const isTooLate = minutesOf(start) > minutesOf(end) && start.hour >= 12
  return [isTooLate ? { ...start, hour: start.hour - 12 } : start, end]
}

/** A bare hour is one at which people meet: one to six are in the afternoon. */
function clockOf(words: string, { part, isEvening, isTimetabled }: Reading): Clock | undefined {
  const bare = words.replace(/^(?:at|@|around|from) (?:about )?/i, '')
  const time = readTime(`at ${bare} ${part}`)
  if (!time) return undefined
  const isLate = time.hour < 7 || (isEvening && time.hour < 12)
  // "Dinner at 7.30" is no breakfast; 07:30 is one.
  const isClock = isEvening && time.hour < 10 ? /^0\d/ : /^0\d|^\d{1,2}[:.]\d{2}$/
  const isWritten = isClock.test(bare) && (time.hour >= 7 || isTimetabled)
  const hour = time.isExact || isWritten || !isLate || time.hour === 0 ? time.hour : time.hour + 12
  return { hour, minute: time.minute }
}

function minutesOf({ hour, minute }: Clock): number {
  return hour * 60 + minute
}

function lengthOf(found: Found, times: readonly Clock[] | undefined): number | undefined {
  const [start, end] = times ?? []
  if (start && end) return (minutesOf(end) - minutesOf(start) + 1_440) % 1_440 || undefined
  const length = found.length === undefined ? undefined : readDuration(found.length)
  return length && Math.max(1, Math.round(length.seconds / 60))
}

/** The first day of the repetition that is still to come. */
function firstDay(
  repetition: Repetition,
  { at: { today, now, timeZone }, clock }: { at: Moment; clock: Clock | undefined },
): Day | undefined {
  const start = momentIn(timeZone, { ...today, ...(clock ?? { hour: 0, minute: 0 }) })
  const after = clock ? now : new Date(start.getTime() - 1)
  // Where it begins is where the counting of every second week begins.
  const first = nextOccurrence({ ...repetition, interval: 1 }, { start, after, timeZone })
  return first && dayIn(timeZone, first)
}
