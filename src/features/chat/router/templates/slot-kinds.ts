import { readAmounts, amountText } from '../../../../platform/language/values/amounts.ts'
import { isoDay } from '../../../../platform/language/values/calendar.ts'
import { readDate } from '../../../../platform/language/values/dates.ts'
import { readDuration } from '../../../../platform/language/values/durations.ts'
import { zoneOfPlace } from '../../../../platform/language/values/time-zones.ts'
import { withRelativeDays } from '../../../../platform/language/values/relative-days.ts'
import { whenAtStart } from '../../../../platform/language/values/when-phrases.ts'
import { properName } from '../../../../platform/language/values/places.ts'
import { names } from '../grammar/rule.ts'
import { wordsToDigits } from '../../../../platform/language/values/numbers.ts'
import { readAddress } from '../../../../platform/language/values/quoted.ts'
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
  // 0630 is written so by those who count to 24.
  if (/^(?:[01]\d|2[0-3])[0-5]\d$/.test(text)) return true
  return whenAtStart(text).rest === '' || whenAtStart(`at ${text}`).rest === ''
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
