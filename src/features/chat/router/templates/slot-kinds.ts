import { readAmounts, amountText } from '../../../../platform/language/values/amounts.ts'
import { isoDay } from '../../../../platform/language/values/calendar.ts'
import { readDate } from '../../../../platform/language/values/dates.ts'
import { readDuration } from '../../../../platform/language/values/durations.ts'
import {
  readFilePlace,
  readFilePlaces,
  readFolder,
  readOwnPlace,
  readPdfFile,
  readTableFile,
  readTextFile,
} from '../../../../platform/language/values/file-places.ts'
import { wordsToDigits } from '../../../../platform/language/values/numbers.ts'
import { readAddress } from '../../../../platform/language/values/quoted.ts'
import { readRecurring } from '../../../../platform/language/values/recurring.ts'
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
  /** A time of day: `{ hour, minute, isExact, text }`. */
  time: { longest: 6, read: readWholeTime },
  /** A day: 2026-03-01. */
  date: { longest: 7, read: readWholeDate },
  /** When something recurs: `{ times, doubtful_hour? }`. */
  recurring: { longest: 12, read: readRecurring },
  /** Any words with the signs around them. */
  exact: { longest: 60, read: (text) => text, keepsSigns: true },
  /** A file or folder, as somebody says it: a `FilePlace`. */
  place: { longest: 14, read: readFilePlace },
  /** The same; a usual folder only where it is called one. */
  own: { longest: 14, read: readOwnPlace },
  places: { longest: 40, read: readFilePlaces },
  folder: { longest: 14, read: readFolder },
  textfile: { longest: 14, read: readTextFile },
  table: { longest: 14, read: readTableFile },
  pdf: { longest: 14, read: readPdfFile },
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

/** Whether the words that were read are all that was said, however it was written. */
function isAllOf(read: string, said: string): boolean {
  const plain = (text: string) => wordsToDigits(text.toLowerCase()).replaceAll(/^(?:at|on|the) |[\s.,]/g, '')
  return plain(read) === plain(said)
}
