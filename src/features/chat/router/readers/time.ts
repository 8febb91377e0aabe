import { addDays, isoDay, momentIn, partsIn, type Day } from '../slots/calendar.ts'
import { readDate } from '../slots/dates.ts'
import { readDuration, type Duration } from '../slots/durations.ts'
import { readNumbers, wordsToDigits } from '../slots/numbers.ts'
import { properName, readPlace } from '../slots/places.ts'
import { readTime, type ClockTime } from '../slots/times.ts'
import { zoneOfPlace } from '../slots/time-zones.ts'
import { firstMatch, present, type SlotReader, type When } from './reader.ts'

const LONGEST_TIMER_S = 359_999

export const readTimer: SlotReader = (sentence, when) => {
  const duration = readDuration(sentence.text) ?? onTheDial(sentence.text)
  if (!duration) {
    const time = readTime(sentence.text)
    // "wake me at seven" is an alarm, whatever it was called.
    if (time && /\b(?:at|until|till|to)\b/.test(sentence.lower) && !/\btimer\b/.test(sentence.lower))
      return readAlarm(sentence, when)
    return present({ label: labelIn(sentence.text) })
  }
  if (duration.seconds > LONGEST_TIMER_S) return undefined
  return present({ seconds: duration.seconds, label: labelIn(duration.rest) })
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

/** The next time that the clocks show it, or the one on the day that was named. */
export const readAlarm: SlotReader = ({ text }, when) => {
  const time = readTime(text)
  if (!time) {
    const duration = readDuration(text)
    return duration && duration.seconds <= LONGEST_TIMER_S ? { seconds: duration.seconds } : {}
  }
  const target = alarmMoment(time, text, when)
  const label = firstMatch(text, [
    /\b(?:called|named|labell?ed|titled) (.+)$/i,
    /\balarm (?:for|to) ((?!\d|me\b|my\b|the\b|tomorrow|today|noon|midnight|mid\b|six|seven|eight|nine|ten|eleven|twelve|one|two|three|four|five|half|quarter)[a-z' ]{3,30}) (?:at|for|on)\b/i,
  ])
  return present({ target: target.toISOString(), label })
}

export function alarmMoment(time: ClockTime, text: string, { now, timeZone, today }: When): Date {
  const date = readDate(text.replace(time.text, ' '), today)
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

export const readCountdown: SlotReader = ({ text, lower }, { today }) => {
  const date = readDate(text, today)
  if (!date) return undefined
  const named = firstMatch(text, [/\b(?:to|for|until|till) (?:my|the|our) ([\p{L}' ]+?) (?:on|in)\b/iu])
  const label =
    date.label ?? (named === undefined ? undefined : named[0]!.toUpperCase() + named.slice(1)) ?? date.text
  return present({
    target: isoDay(date.day),
    label,
    asks: /\bwhen is|what (?:day|date)\b/.test(lower) ? 'date' : undefined,
  })
}

const zoneWords = String.raw`(?:est|edt|cst|cdt|mst|mdt|pst|pdt|gmt|utc|bst|cet|ist|jst|hst|(?:eastern|central|mountain|pacific)(?: standard)?(?: time)?(?: ?zone)?)`
const placePatterns = [
  /\bis it (?:[a-z]+ ){1,2}(?:in|at) (?:the )?(.+?)(?: yet| already| now)?$/i,
  /\bhours? (?:ahead|behind)(?: of (?:us|me|here))? (?:is|are) (.+)$/i,
  /\bhow far (?:ahead|behind)(?: of (?:us|me|here))? (?:is|are) (.+)$/i,
  new RegExp(
    String.raw`\b(?:time|it|hour|clock|timezone|time zone|late|early|time is it|zone)(?: (?:right now|now|currently|is it|would it be|will it be|it is))* (?:in|for|at|of|on|over in) (?:the )?(.+)$`,
    'i',
  ),
  new RegExp(String.raw`\b(${zoneWords})\b`, 'i'),
  /\b(?:time ?zone|zone) (?:is|does|do|are|would)? ?((?!what\b).+?)(?: (?:in|use|on|have|belong to|located in|be in|part of))?$/i,
  /^(?:for )?(.+?)(?:'s)? (?:local |current )?(?:time|timezone|time zone)(?: is what| now| right now)?$/i,
]

/** "what is 3 pm Pacific in Berlin" */
const clockElsewhere =
  /^(?:what (?:is|time is) )?\d{1,2}(?::\d\d)? ?(?:am|pm|o'?clock) ([\p{L} ]+?)(?: time)? (?:in|to) ([\p{L} ]+?)(?: time)?$/iu

export const readClock: SlotReader = ({ text }) => {
  const between =
    /\b(?:between|from) (.+?) (?:and|to) (.+?)$/i.exec(text) ??
    /\bconvert (.+?)(?: time)? (?:to|into) (.+?)(?: time)?$/i.exec(text)
  const elsewhere = clockElsewhere.exec(wordsToDigits(text))
  const asked = between
    ? [between[1]!, between[2]!]
    : elsewhere
      ? [elsewhere[1]!, elsewhere[2]!]
      : pairIn(text)
  const places = asked.flatMap((name) => placeOf(name))
  const time = elsewhere || /\b(?:if|when|convert)\b/i.test(text) ? readTime(text) : undefined
  const unknown = places.length === 0 ? unknownPlace(text) : undefined
  return present({
    places: places.length > 0 ? places : undefined,
    unknown_place: unknown,
    time: time && { hour: time.hour, minute: time.minute },
    asks: /\btime ?zone\b/i.test(text) ? 'zone' : undefined,
  })
}

function pairIn(text: string): string[] {
  const condition =
    /\b(?:if|when) (?:it is|it's|the time is|the time)? ?(?:.*?) (?:in|on) (?:the )?(.+?),? (?:what|then|how)\b.*?(?:\b(?:in|on) (?:the )?(.+)|here)?$/i.exec(
      text,
    ) ?? /\btime (?:is it )?in (.+?) (?:when|if) .* in (?:the )?(.+?) is\b/i.exec(text)
  if (condition) return [condition[1]!, condition[2] ?? ''].filter((name) => name !== '')
  const name = firstMatch(text, placePatterns)
  return name === undefined ? [] : name.split(/,? and (?:in )?/i)
}

function placeOf(name: string): { label: string; time_zone: string }[] {
  const cleaned = wordsToDigits(name)
    .replace(/^(?:the |\d{1,2}(?::\d\d)? ?(?:am|pm|o'?clock)? )+/i, '')
    .replace(
      /\s+(?:right now|now|currently|at the moment|today|time ?zone|standard time|time|is what|please)$/gi,
      '',
    )
    .trim()
  const zone = cleaned === '' ? undefined : zoneOfPlace(cleaned)
  if (zone === undefined) return []
  const label =
    cleaned.length <= 3 || /^(?:gmt|utc|.st|.dt)$/i.test(cleaned)
      ? cleaned.toUpperCase()
      : properName(cleaned.toLowerCase())
  return [{ label, time_zone: zone }]
}

/** A place that no zone is known for: it can be named, but not shown. */
function unknownPlace(text: string): string | undefined {
  const place = readPlace(text)
  return place !== undefined && /\b(?:in|for|of|at)\b/i.test(text) ? place : undefined
}

export const readDay: SlotReader = ({ text, lower }, { today }) => {
  const date = readDate(text, today)
  const asks = asksOf(lower)
  const between =
    /\bbetween (.+?) and (.+)$/i.exec(text) ??
    /\bdays? (?:from|are there from) (.+?) (?:to|until|till) (.+)$/i.exec(text)
  if (between) {
    const [from, to] = [readDate(between[1]!, today), readDate(between[2]!, today)]
    if (from && to) return { from: isoDay(from.day), to: isoDay(to.day), asks: 'between' }
  }
  return present({ date: date && isoDay(date.day), label: date?.label, asks })
}

function asksOf(lower: string): string {
  if (/\bweek number\b|\b(?:what|which) week\b/.test(lower)) return 'week'
  if (/\bleap year\b/.test(lower)) return 'leap'
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
