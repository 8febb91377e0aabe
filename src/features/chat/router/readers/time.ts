import {
  addDays,
  dayText,
  isoDay,
  momentIn,
  partsIn,
  type Day,
} from '../../../../platform/language/values/calendar.ts'
import { impossibleDay, readDate } from '../../../../platform/language/values/dates.ts'
import { readDuration, type Duration } from '../../../../platform/language/values/durations.ts'
import { readNumbers, wordsToDigits } from '../../../../platform/language/values/numbers.ts'
import { readDue } from '../../../../platform/language/values/due.ts'
import { withRelativeDays } from '../../../../platform/language/values/relative-days.ts'
import { repetitionIn, ruleText } from '../../../../platform/language/values/repetition.ts'
import { clockText, readTime, type ClockTime } from '../../../../platform/language/values/times.ts'
import { readBetween, readLeapYear } from './dates.ts'
import { firstMatch, present, type SlotReader, type Slots, type When } from './reader.ts'

const LONGEST_TIMER_S = 359_999

export const readTimer: SlotReader = (sentence, when) => {
  if (/(?:^|\s)(?:-|minus |negative )\d/.test(wordsToDigits(sentence.lower))) return { problem: 'negative' }
  if (beforeSomething.test(wordsToDigits(sentence.text))) return {}
  const duration = readDuration(sentence.text) ?? onTheDial(sentence.text)
  if (!duration) {
    const time = readTime(sentence.text)
    // "wake me at seven" is an alarm, whatever it was called; "a timer for 7:30 pm" runs until then.
    if (
      time &&
      (untilThen(sentence.lower) || (toThen.test(sentence.lower) && !/\btimer\b/.test(sentence.lower)))
    )
      return readAlarm(sentence, when)
    return present({ label: labelIn(sentence.text), bare: bareNumber(sentence.lower) })
  }
  if (duration.seconds > LONGEST_TIMER_S) return undefined
  return present({ seconds: duration.seconds, label: labelIn(duration.rest) })
}

const toThen = /\b(?:at|until|till|to)\b/

function untilThen(lower: string): boolean {
  return /\d ?[ap]\.?m\b|\b(?:noon|midnight|o'?clock)\b|\b(?:until|till) /.test(lower)
}

/** "timer 90": of what, nobody knows. */
function bareNumber(lower: string): number | undefined {
  const value = Number(/^(?:.*\btimer(?: for| of| to)? )(\d{1,4})$/.exec(wordsToDigits(lower))?.[1] ?? 0)
  return value > 0 ? value : undefined
}

/** What is to become of a timer that runs: "add two minutes to the timer". */
export const readTimerChange: SlotReader = ({ text, lower }) => {
  const duration = readDuration(text)
  const isLess = /\b(?:shorten|reduce|subtract|remove|take|less|shorter|off)\b/.test(lower)
  return present({
    seconds: isLess ? undefined : duration?.seconds,
    asks: /^how\b/.test(lower) ? 'left' : undefined,
  })
}

/** "1:30" on a timer is a minute and a half. */
function onTheDial(text: string): Duration | undefined {
  const match = /\b(?:(\d{1,2}):)?(\d{1,2}):(\d{2})\b(?!\s*[ap]m\b)/.exec(text)
  if (!match || !/\btimer\b/i.test(text) || /\b(?:at|until|till)\b/i.test(text)) return undefined
  const [hours, minutes, seconds] = match.slice(1).map((part: string | undefined) => Number(part ?? 0))
  return { seconds: hours! * 3_600 + minutes! * 60 + seconds!, rest: text.replace(match[0], ' ') }
}

const labelPatterns = [
  /\b(?:called|named|labell?ed|titled|label(?: it)?(?: as)?) (.+)$/i,
  /\b(\w+) timer\b/i,
  /\b(?:for|to) (?:the |my )?((?!\d|me\b|a\b|an\b|this\b|that\b|it\b|now\b|go\b|ring\b|beep\b|start\b|wake\b|begin\b|be\b)[a-z][a-z' ]{2,30})$/i,
]

function labelIn(text: string): string | undefined {
  const label = labelPatterns
    .map((pattern) => firstMatch(text, [pattern]))
    .find((found) => found !== undefined && !noLabel.test(found))
  return label === undefined ? undefined : label[0]!.toUpperCase() + label.slice(1)
}

const noLabel =
  /^(?:a|an|and|or|the|my|new|another|second|minute|hour|timer|set|start|go off|me|up|this|one|please|alarm|kitchen|your|brand new|tomorrow|today|tonight|morning)\b/i

const beforeSomething =
  /\b(?:minutes?|mins?|hours?|hrs?|days?) (?:before|after) (?!now\b|\d|noon|midnight)\S/i

/** The next time that the clocks show it, or the one on the day that was named. */
export const readAlarm: SlotReader = ({ text }, when) => {
  // "2 hours before sunset" is no time to wait.
  if (beforeSomething.test(wordsToDigits(text))) return {}
  const time = readTime(text)
  if (!time) {
    const duration = readDuration(text)
    return duration && duration.seconds <= LONGEST_TIMER_S ? { seconds: duration.seconds } : {}
  }
  const again = againAt(time, text, when)
  if (again) return again
  const target = alarmMoment(time, text, when)
  const label = firstMatch(text, [
    /\b(?:called|named|labell?ed|titled) (.+)$/i,
    /\balarm (?:for|to) ((?!\d|me\b|my\b|the\b|tomorrow|today|noon|midnight|mid\b|six|seven|eight|nine|ten|eleven|twelve|one|two|three|four|five|half|quarter)[a-z' ]{3,30}) (?:at|for|on)\b/i,
  ])
  return present({ target: target.toISOString(), label })
}

/** "every weekday at 7": what rings again and again is kept as a reminder. */
function againAt(time: ClockTime, text: string, when: When): Slots | undefined {
  const repetition = repetitionIn(text)
  if (repetition === undefined) return undefined
  const { due, repetition: rule } = readDue(`${repetition} at ${clockText(time)}`, when)
  return rule && present({ due, repeat: ruleText(rule) })
}

function alarmMoment(time: ClockTime, text: string, { now, timeZone, today, dayFirst = false }: When): Date {
  const date = readDate(text.replace(time.text, ' ').replaceAll(noDay, ' '), today, { dayFirst })
  if (date && !isToday(date.text))
    return onDay(date, { hour: hourOnDay(time, text), minute: time.minute }, { now, timeZone })
  const clock = partsIn(timeZone, now)
  const isMorning =
    /\b(?:wake|get up|be up|woken|awake|every (?:day|weekday|morning)|weekdays|daily)\b/i.test(text)
  const hours = time.isExact || isMorning ? [time.hour] : [time.hour % 12, (time.hour % 12) + 12]
  const ahead = hours.filter(
    (hour) => hour > clock.hour || (hour === clock.hour && time.minute > clock.minute),
  )
  const hour = ahead[0]
  if (hour !== undefined) return momentIn(timeZone, { ...today, hour, minute: time.minute })
  return momentIn(timeZone, { ...addDays(today, 1), hour: hours[0]!, minute: time.minute })
}

/** "wake me at 6 to see the sun rise": what it is for is no Sunday, and "spring cleaning" no 20 March. */
const noDay = /\b(?:the sun|sun ?(?:rise|set)|spring|summer|autumn|winter)\b/gi

/** Of today only what is still to come can be meant, as when no day is named. */
function isToday(said: string): boolean {
  return /^(?:today|tonight|this (?:morning|afternoon|evening))$/.test(said)
}

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

export const readCountdown: SlotReader = ({ text, lower }, when) => {
  const date = readDate(text, when.today, { dayFirst: when.dayFirst === true })
  const unit = /\b(?:how many (?:more )?|^)(day|week|month|hour|minute)s\b/.exec(lower)?.[1]
  const moment = untilMoment(text, when)
  if (moment) return present({ target: moment.toISOString(), label: clockLabel(moment, when), unit })
  if (!date) return undefined
  const named = firstMatch(text, [/\b(?:to|for|until|till) (?:my|the|our) ([\p{L}' ]+?) (?:on|in)\b/iu])
  const label =
    date.label ??
    (named === undefined ? undefined : named[0]!.toUpperCase() + named.slice(1)) ??
    dayText(date.day)
  return present({
    target: isoDay(date.day),
    label,
    unit: unit === 'day' ? undefined : unit,
    asks: /\bwhen is|what (?:day|date)\b/.test(lower) ? 'date' : undefined,
  })
}

/** "until 5pm", "till noon tomorrow": a moment rather than a day. */
function untilMoment(text: string, when: When): Date | undefined {
  const waited = /\b(?:until|till|til|to|before) (.+)$/i.exec(text)?.[1]
  if (waited === undefined || !isClockTime.test(wordsToDigits(waited.toLowerCase()))) return undefined
  const time = readTime(wordsToDigits(waited).replace(/^(?=\d)/, 'at '))
  return time && alarmMoment(time, waited, when)
}

const isClockTime =
  /^(?:about |around )?(?:\d{1,2}(?::\d\d)? ?(?:am|pm|o'?clock)\b|\d{1,2}:\d\d\b|noon|midday|midnight|half past|(?:a )?quarter (?:to|past))|\b(?:at \d{1,2}(?::\d\d)?(?: ?[ap]m)?|at (?:noon|midnight))$/

function clockLabel(moment: Date, { timeZone, today }: When): string {
  const shown = partsIn(timeZone, moment)
  return isoDay(shown) === isoDay(today) ? clockText(shown) : `${clockText(shown)} on ${dayText(shown)}`
}

export const readDay: SlotReader = ({ text, lower }, { today, dayFirst = false }) => {
  const between = readBetween(text, today) ?? readLeapYear(lower, today)
  if (between) return between
  // There is no 29 February 2027: nothing can be told of it, and today is not asked for.
  if (impossibleDay(text, today) !== undefined) return undefined
  const date = readDate(withRelativeDays(text, today), today, { dayFirst })
  return present({ date: date && isoDay(date.day), label: date?.label, asks: asksOf(lower) })
}

function asksOf(lower: string): string {
  if (/\bweek number\b|\b(?:what|which) week\b/.test(lower)) return 'week'
  if (/\bwhat year\b/.test(lower)) return 'year'
  if (/\b(?:what|which) month\b/.test(lower)) return 'month'
  if (/\bdays? (?:are |left |are there )*in\b/.test(lower)) return 'length'
  return 'day'
}

export const readPomodoro: SlotReader = ({ text }) => {
  const work = firstMatch(text, [
    /\b(\d+)[- ]?(?:minutes?|min)?[- ](?:of )?(?:work|focus)/i,
    /\bwork(?: for)? (\d+)/i,
  ])
  const rest = firstMatch(text, [
    /\b(?:break|rest)s?(?: for| of)? (\d+)/i,
    /\b(\d+)[- ]?(?:minutes?|min)?[- ](?:break|rest)/i,
  ])
  const rounds = firstMatch(text, [/\b(\d+) (?:rounds|pomodoros|sessions|cycles)\b/i])
  const label = firstMatch(text, [/\b(?:for|to work on|on) (?:my |the )?((?!\d)[\p{L}' ]{3,40})$/iu])
  const whole = work ?? (rest === undefined ? wholeMinutes(text) : undefined)
  return present({
    work_minutes: within(whole, 1, 240),
    break_minutes: within(rest, 1, 240),
    rounds: within(rounds, 1, 12),
    label,
  })
}

function wholeMinutes(text: string): string | undefined {
  const duration = readDuration(text)
  return duration && String(duration.seconds / 60)
}

export const readBeat: SlotReader = ({ text, lower }) => {
  const bpm = readNumbers(text).find((value) => value >= 20 && value <= 300)
  const bar = /\b([2-9])[/ ](?:4|8)\b/.exec(lower)?.[1]
  return present({ bpm, beats_per_bar: within(bar, 1, 16) })
}

function within(text: string | undefined, low: number, high: number): number | undefined {
  const value = Number(text)
  return text !== undefined && value >= low && value <= high ? value : undefined
}
