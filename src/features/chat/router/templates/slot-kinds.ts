import { readAmounts, amountText } from '../../../../platform/language/values/amounts.ts'
import { isoDay, monthWord } from '../../../../platform/language/values/calendar.ts'
import { readDate } from '../../../../platform/language/values/dates.ts'
import { readDuration } from '../../../../platform/language/values/durations.ts'
import { zoneOfPlace } from '../../../../platform/language/values/time-zones.ts'
import { withRelativeDays } from '../../../../platform/language/values/relative-days.ts'
import { whenAtStart } from '../../../../platform/language/values/when-phrases.ts'
import { properName } from '../../../../platform/language/values/places.ts'
import { names } from '../grammar/rule.ts'
import { wordsToDigits } from '../../../../platform/language/values/numbers.ts'
import { readAddress } from '../../../../platform/language/values/quoted.ts'
import { readColorIn, type FoundColor } from '../../../../platform/language/values/css-colors.ts'
import { readDice } from '../../../../platform/language/values/dice.ts'
import { readHeight, readWeight } from '../../../../platform/language/values/bodies.ts'
import { isMeasure } from '../../../../platform/language/values/units.ts'
import { readTime } from '../../../../platform/language/values/times.ts'
import type { When } from '../readers/reader.ts'
import type { SlotKind } from './match-templates.ts'

/** What a slot can stand for. A kind that is not here cannot be asked for. Each takes all of its words or nothing. */
export const slotKinds: Readonly<Record<string, SlotKind<When>>> = {
  /** Any words, as they were said. */
  text: { longest: 60, read: (text) => text },
  /** One word, as it was said. */
  word: { longest: 1, read: (text) => text },
  /** A number in digits or words. */
  number: { longest: 6, read: readNumber },
  /** A sum of money: `{ value, currency? }`. */
  money: { longest: 6, read: readWholeAmount },
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
  /** A number of percent: 20 of "20%" or "twenty percent". */
  percent: { longest: 4, read: (text) => numberBefore(text, / ?(?:%|percent|per cent)$/i) },
  /** Two numbers with a dash between them: 1-100. */
  range: { longest: 1, read: (text) => /^(\d+)[-–](\d+)$/.exec(text)?.slice(1).map(Number) },
  /** A measure or a unit, in all of its words: "5 lbs 3 oz", "square feet". */
  measure: { longest: 8, read: (text) => (isMeasure(text) ? text : undefined) },
  /** Dice as players write them: `{ count, sides, modifier? }` of 3d6+2. */
  dice: { longest: 4, read: readDice },
  /** 12 of "12-sided" or "twelve-sided". */
  sides: { longest: 1, read: (text) => numberBefore(text, /-sided?$/i) },
  /** How tall somebody is, in centimetres. */
  height: { longest: 5, read: readHeight },
  /** How heavy somebody is, in kilograms. */
  weight: { longest: 3, read: readWeight },
  /** A color by its name or its code: `{ color, label? }`. */
  color: { longest: 5, read: readWholeColor },
  /** Counts of seconds with dashes between them: 4-7-8. */
  phases: {
    longest: 1,
    read: (text) => (/^\d{1,2}(?:-\d{1,2}){2,3}$/.test(text) ? text.split('-').map(Number) : undefined),
  },
  /** A unit of the calendar: `day` of "days", `working day` of "working days". */
  span: { longest: 2, read: (text) => spans.exec(text.toLowerCase())?.[1] },
  /** How many beats there are in a bar: 3 of "3/4". */
  bar: { longest: 1, read: (text) => (/^[2-9]\/[48]$/.test(text) ? Number(text[0]) : undefined) },
  /** A place or the name of a time zone that is known: `{ label, time_zone }`. */
  zone: { longest: 4, read: readZone },
  /** One to four words that can name something. */
  name: { longest: 4, read: (text) => (nameAlone.test(text) ? text : undefined) },
  /** A name that somebody gives something: no number, and no time. */
  label: { longest: 3, read: readLabel },
  /** What something is about, which is nothing of the person's own. */
  subject: { longest: 8, read: (text) => (ownThing.test(text) ? undefined : text) },
  /** How often: daily, weekly, monthly. */
  often: { longest: 1, read: (text) => (/^(?:dai|week|month|year)ly$/i.test(text) ? text : undefined) },
  /** An address on the web. */
  address: { longest: 1, read: readAddress },
}

function readNumber(text: string): number | undefined {
  const digits = wordsToDigits(text.toLowerCase()).replaceAll(/(?<=\d),(?=\d{3}\b)/g, '')
  return /^-?\d+(?:\.\d+)?$/.test(digits) ? Number(digits) : undefined
}

function readWholeAmount(text: string) {
  const [first] = readAmounts(amountText(text))
  if (!first || first.text.trim() !== amountText(text).trim()) return undefined
  const { value, currency } = first
  return { value, ...(currency !== undefined && { currency }) }
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

function isMoment(text: string): boolean {
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

function readDial(text: string): number | undefined {
  const match = /^(?:(\d{1,2}):)?(\d{1,2}):(\d{2})$/.exec(text)
  const [hours, minutes, seconds] = match?.slice(1).map((part: string | undefined) => Number(part ?? 0)) ?? []
  return match ? hours! * 3_600 + minutes! * 60 + seconds! : undefined
}

function numberBefore(text: string, ending: RegExp): number | undefined {
  return ending.test(text) ? readNumber(text.replace(ending, '')) : undefined
}

function readWholeColor(text: string): FoundColor | undefined {
  const lower = text.toLowerCase()
  const found = readColorIn(lower)
  const isAll =
    found?.label === undefined ? /^(?:#[0-9a-f]{3,6}|rgb[\d(), ]+)$/.test(lower) : found.label === lower
  return isAll ? found : undefined
}

const spans = /^(day|week|month|year|hour|minute|working day|business day|weekday|date)s?$/

function readZone(text: string) {
  const zone = /\d|^(?:am|pm)\b/i.test(text) ? undefined : zoneOfPlace(text)
  // Of several words the last alone may be known: "oven in berlin".
  if (zone === undefined || !nameAlone.test(text)) return undefined
  const isShort = text.length <= 3 || /^(?:gmt|utc|.[sd]t|ce[s]?t)$/i.test(text)
  return { label: isShort ? text.toUpperCase() : properName(text.toLowerCase()), time_zone: zone }
}

const ownThing = /\b(?:my|our|your|this|these|those)\b|\.\p{L}{2,4}\b|\//iu

function readLabel(text: string): string | undefined {
  const isNumber =
    /\d|^(?:half|quarter|couple|few|new|quick|timer|alarm|(?:second|sec|minute|min|hour|hr|day)s?)\b/i.test(
      wordsToDigits(text),
    )
  return isNumber || isMoment(text) || !nameAlone.test(text) ? undefined : text
}

const nameAlone = new RegExp(`^${names}$`, 'iu')

/** Whether the words that were read are all that was said, however it was written. */
function isAllOf(read: string, said: string): boolean {
  const plain = (text: string) => wordsToDigits(text.toLowerCase()).replaceAll(/^(?:at|on|the) |[\s.,]/g, '')
  return plain(read) === plain(said)
}
