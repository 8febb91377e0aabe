import { addDays, momentIn, partsIn, type Day } from '../../../../../platform/language/values/calendar.ts'
import { readDate } from '../../../../../platform/language/values/dates.ts'
import { readDue } from '../../../../../platform/language/values/due.ts'
import { wordsToDigits } from '../../../../../platform/language/values/numbers.ts'
import { repetitionIn, ruleText } from '../../../../../platform/language/values/repetition.ts'
import { clockText, readTime, type ClockTime } from '../../../../../platform/language/values/times.ts'
import { present, type When } from '../../readers/reader.ts'

/** When it is to ring, as words say it: once, or again and again. Undefined where they name no time. */
export function ringingAt(
  words: string,
  said: string,
  when: When,
): { target?: string; due?: string; repeat?: string } | undefined {
  const time = timeIn(words)
  if (!time) return undefined
  const repetition = repetitionIn(words) ?? (/\bweekday alarm\b/i.test(words) ? 'every weekday' : undefined)
  if (repetition === undefined) return { target: nextTime(time, said, when).toISOString() }
  // What rings again and again is kept as a reminder.
  const { due, repetition: rule } = readDue(`${repetition} at ${clockText(time)}`, when)
  return rule ? present({ due, repeat: ruleText(rule) }) : undefined
}

/** A bare hour counts, for nothing else can be meant: "7", "0630", "tomorrow 7". */
export function timeIn(words: string): ClockTime | undefined {
  const digits = wordsToDigits(words)
    .replace(/^0(\d)(\d\d)\b/, '$1:$2 am')
    .replace(/^(1\d|2[0-3])([0-5]\d)\b/, '$1:$2')
  return readTime(`at ${digits}`) ?? readTime(digits)
}

/** "2 hours before sunset" is no time to wait: what it is told from is not known. */
export function isBeforeSomething(text: string): boolean {
  return /\b(?:minutes?|mins?|hours?|hrs?|days?) (?:before|after) (?!now\b|\d|noon|midnight)\S/i.test(
    wordsToDigits(text),
  )
}

/** The next time that the clocks show it, or the one on the day that was named. */
export function nextTime(
  time: ClockTime,
  text: string,
  { now, timeZone, today, dayFirst = false }: When,
): Date {
  const date = readDate(text.replace(time.text, ' ').replaceAll(noDay, ' '), today, { dayFirst })
  if (date && !ofToday.test(date.text))
    return onDay(date, { hour: hourOnDay(time, text), minute: time.minute }, { now, timeZone })
  const clock = partsIn(timeZone, now)
  const hours = time.isExact || rising.test(text) ? [time.hour] : [time.hour % 12, (time.hour % 12) + 12]
  const ahead = hours.find((hour) => hour > clock.hour || (hour === clock.hour && time.minute > clock.minute))
  const day = ahead === undefined ? addDays(today, 1) : today
  return momentIn(timeZone, { ...day, hour: ahead ?? hours[0]!, minute: time.minute })
}

/** "wake me at 6 to see the sun rise": what it is for is no Sunday, and "spring cleaning" no 20 March. */
const noDay = /\b(?:the sun|sun ?(?:rise|set)|spring|summer|autumn|winter)\b/gi
/** Of today only what is still to come can be meant, as when no day is named. */
const ofToday = /^(?:today|tonight|this (?:morning|afternoon|evening))$/
/** People rise in the morning. */
const rising =
  /\b(?:wake(?:up)?|get (?:me |us )?up|(?:be|am|are) up|out of bed|woken|awake|sleep (?:past|longer than|until)|every (?:day|weekday|morning)|weekdays|daily)\b/i

/** "On Sunday" said on a Sunday, when the hour has passed, is the next one. */
function onDay(
  { day, text }: { day: Day; text: string },
  clock: { hour: number; minute: number },
  { now, timeZone }: Pick<When, 'now' | 'timeZone'>,
): Date {
  const moment = momentIn(timeZone, { ...day, ...clock })
  const isWeekday = /(?:^|\s)(?:sun|mon|tue|wed|thu|fri|sat)[a-z]*$/.test(text) && !text.startsWith('last')
  return moment <= now && isWeekday ? momentIn(timeZone, { ...addDays(day, 7), ...clock }) : moment
}

/** A bare hour of another day is in the morning, but for those nobody rises at. */
function hourOnDay(time: ClockTime, text: string): number {
  if (time.isExact || !/\bafternoon|evening|tonight\b/i.test(text)) return time.hour
  return (time.hour % 12) + 12
}
