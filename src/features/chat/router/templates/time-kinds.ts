import { nameAlone } from '../grammar/names.ts'
import { isOnlyWhen, properName } from '../../../../platform/language/values/places.ts'
import { isoDay, monthWord } from '../../../../platform/language/values/calendar.ts'
import { readDate } from '../../../../platform/language/values/dates.ts'
import { daysIn, isOnlyDays } from '../../../../platform/language/values/day-spans.ts'
import { readEventTime, type EventTime } from '../../../../platform/language/values/event-time.ts'
import { readDuration } from '../../../../platform/language/values/durations.ts'
import { zoneOfPlace } from '../../../../platform/language/values/time-zones.ts'
import { withRelativeDays } from '../../../../platform/language/values/relative-days.ts'
import { whenAtStart } from '../../../../platform/language/values/when-phrases.ts'
import { wordsToDigits } from '../../../../platform/language/values/numbers.ts'
import { readRecurring } from '../../../../platform/language/values/recurring.ts'
import { repetitionIn } from '../../../../platform/language/values/repetition.ts'
import { readPastDate, readPeriod } from '../../../../platform/language/values/past-dates.ts'
import { readTime } from '../../../../platform/language/values/times.ts'
import { readDatedEvent, readEventName } from '../intents/calendar/event-words.ts'
import type { When } from '../readers/reader.ts'
import type { SlotKind } from './slot-kind.ts'

/** Kinds of slots for days, times and what is then. */
export const timeKinds: Readonly<Record<string, SlotKind<When>>> = {
  /** How long something takes, in seconds. */
  duration: { longest: 9, read: readWholeDuration },
  /** Less than no time at all: "-5 minutes". */
  negative: { longest: 6, read: (text) => (/^(?:-|minus |negative )/i.test(text) ? text : undefined) },
  /** A time of day: `{ hour, minute, isExact, text }`. */
  time: { longest: 6, read: readWholeTime },
  /** A day: 2026-03-01. */
  date: { longest: 7, read: readWholeDate },
  /** A day with the words that named it and, of a feast, its name: `{ day, text, label? }`. */
  day: { longest: 8, read: readWholeDay },
  /** Words that say when: "tomorrow at 7", "every weekday at 8". */
  moment: { longest: 12, read: (text) => (isMoment(text) ? text : undefined) },
  /** A minute and a half on the dial of a timer, in seconds: 1:30. */
  dial: { longest: 1, read: readDial },
  /** A unit of the calendar: `day` of "days", `working day` of "working days". */
  span: { longest: 2, read: (text) => spans.exec(text.toLowerCase())?.[1] },
  /** A place or the name of a time zone that is known: `{ label, time_zone }`. */
  zone: { longest: 4, read: readZone },
  /** When something recurs: `{ times, doubtful_hour? }`. */
  recurring: { longest: 12, read: readRecurring },
  /** A day on which something was: "friday" is the last one. */
  past: { longest: 7, read: readWholePastDate },
  /** A stretch of time that is behind: `{ from, to, label, words }`. */
  period: { longest: 6, read: readWholePeriod },
  /** How often: daily, weekly, monthly. */
  often: { longest: 1, read: (text) => (/^(?:dai|week|month|year)ly$/i.test(text) ? text : undefined) },
  /** When, as it is said beside a place: "this weekend", "at 6 pm". */
  roughTime: { longest: 6, read: readRoughTime },
  /** Days that are asked about, with a time or without: "next week", "on friday at noon". */
  days: { longest: 9, read: readDays },
  /** A whole month or week. */
  month: { longest: 3, read: readMonth },
  /** When an event is, and nothing else: an `EventTime`. */
  eventTime: { longest: 12, read: readWholeEventTime },
  /** Something that stands in calendars, by its name: "the dentist", "meeting with Sue". */
  event: { longest: 14, read: readEventName },
  /** The same with its day and time, in any order: a `NamedEvent`. */
  datedEvent: { longest: 30, read: readDatedEvent, isTelling: true },
}

function readWholeDuration(text: string): number | undefined {
  const duration = readDuration(text)
  return duration?.rest.trim() === '' ? duration.seconds : undefined
}

function readWholeTime(text: string) {
  // A bare number is a time only behind "at".
  const time = readTime(text) ?? readTime(`at ${text}`)
  return time && isAllOf(time.text, text.replace(partOfDay, '')) ? time : undefined
}

/** Said behind a time, and read with it. */
const partOfDay = / (?:in the (?:morning|afternoon|evening)|at night|tonight|o'?clock)$/i

function readWholeDate(text: string, { today, dayFirst = false }: When): string | undefined {
  const date = readDate(text, today, { dayFirst })
  return date && isAllOf(date.text, text) ? isoDay(date.day) : undefined
}

function readWholeDay(text: string, { today, dayFirst = false }: When) {
  const said = withRelativeDays(text, today)
  // A month alone is one only behind "in".
  const found = readDate(said, today, { dayFirst }) ?? readDate(`in ${said}`, today, { dayFirst })
  const plain = (words: string) => words.replace(/^in /i, '')
  const isAll = found && (/^[\d./]+$/.test(said) || isAllOf(plain(found.text), plain(said)))
  return isAll ? found : undefined
}

export function isMoment(text: string): boolean {
  if (!mayBeTime.test(text)) return false
  // 0630 is written so by those who count to 24.
  if (/^(?:[01]\d|2[0-3])[0-5]\d$/.test(text)) return true
  return whenAtStart(text).rest === '' || whenAtStart(`at ${text}`).rest === ''
}

/** Most words cannot, and the patterns of time are the largest that there are. */
const mayBeTime = new RegExp(
  String.raw`\d|day|night|morrow|noon|morning|evening|week|month|year|hour|minute|second|every|each|ly\b|clock|past|quarter|half|first|last|lunch|eod|christmas|xmas|easter|halloween|thanksgiving|valentine|\b(?:${monthWord}|mon|tues?|wed|thurs?|fri|sat|sun|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b`,
  'i',
)

function readDays(text: string, when: When): string | undefined {
  const isSaid = isOnlyDays(text) && (daysIn(text, when) ?? readEventTime(text, when).clock) !== undefined
  return isSaid ? text : undefined
}

function readMonth(text: string, when: When): string | undefined {
  const view = isOnlyDays(text) ? daysIn(text, when)?.view : undefined
  return view === 'month' || view === 'week' ? text : undefined
}

function readWholeEventTime(text: string, when: When): EventTime | undefined {
  if (!mayBeTime.test(text)) return undefined
  // What stands behind "to" is an hour, as behind "at".
  const found = [text, `at ${text}`]
    .map((words) => readEventTime(words, when))
    .find(({ rest }) => rest === '')
  return found
}

function readDial(text: string): number | undefined {
  const match = /^(?:(\d{1,2}):)?(\d{1,2}):(\d{2})$/.exec(text)
  const [hours, minutes, seconds] = match?.slice(1).map((part: string | undefined) => Number(part ?? 0)) ?? []
  return match ? hours! * 3_600 + minutes! * 60 + seconds! : undefined
}

const spans = /^(day|week|month|year|hour|minute|working day|business day|weekday|date)s?$/

function readZone(text: string) {
  const zone = /\d|^(?:am|pm)\b/i.test(text) ? undefined : zoneOfPlace(text)
  // Of several words the last alone may be known: "oven in berlin".
  if (zone === undefined || !nameAlone.test(text)) return undefined
  const isShort = text.length <= 3 || /^(?:gmt|utc|.[sd]t|ce[s]?t)$/i.test(text)
  return { label: isShort ? text.toUpperCase() : properName(text.toLowerCase()), time_zone: zone }
}

function readWholePastDate(text: string, { today }: When): string | undefined {
  const date = readPastDate(text, today)
  return date && isAllOf(date.text, text) ? isoDay(date.day) : undefined
}

function readWholePeriod(text: string, { today }: When) {
  const period = readPeriod(text, today)
  return period && isAllOf(period.words, text) ? period : undefined
}

/** Whether the words that were read are all that was said, however it was written. */
function isAllOf(read: string, said: string): boolean {
  const plain = (text: string) => wordsToDigits(text.toLowerCase()).replaceAll(/^(?:at|on|the) |[\s.,]/g, '')
  return plain(read) === plain(said)
}

/** What recurs is another wish than what is shown once. */
function readRoughTime(text: string): string | undefined {
  return isOnlyWhen(text) && repetitionIn(text) === undefined ? text : undefined
}
