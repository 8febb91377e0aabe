import { readAmounts, amountText, type Amount } from '../../../../platform/language/values/amounts.ts'
import { isoDay } from '../../../../platform/language/values/calendar.ts'
import { readDate } from '../../../../platform/language/values/dates.ts'
import { readDuration } from '../../../../platform/language/values/durations.ts'
import { wordsToDigits } from '../../../../platform/language/values/numbers.ts'
import { readPastDate, readPeriod } from '../../../../platform/language/values/past-dates.ts'
import { readAddress } from '../../../../platform/language/values/quoted.ts'
import { readTime } from '../../../../platform/language/values/times.ts'
import { listNamed } from '../list-names.ts'
import { trimmed, type When } from '../readers/reader.ts'
import type { SlotKind } from './match-templates.ts'

/** What a slot can stand for. A kind that is not here cannot be asked for. Each takes all of its words or nothing. */
export const slotKinds: Readonly<Record<string, SlotKind<When>>> = {
  /** Any words, as they were said. */
  text: { longest: 60, read: (text) => text },
  /** What something is called, without the quotes around it. */
  name: { longest: 40, read: readName },
  /** What a board is called, in one to three words: `{ id, title }`. */
  board: { longest: 3, read: readBoardName },
  /** A column of a board: one that is there, or a usual one. */
  column: { longest: 4, read: readColumn },
  /** One word, as it was said. */
  word: { longest: 1, read: (text) => text },
  /** A number in digits or words. */
  number: { longest: 6, read: readNumber },
  /** A sum of money: `{ value, currency? }`. */
  money: { longest: 6, read: readWholeAmount },
  /** The same with all that is known of it: an `Amount`. */
  sum: { longest: 6, read: readSum },
  /** A sum that can be nothing but money: with a currency, or with cents. */
  price: { longest: 6, read: readPrice },
  /** How long something takes, in seconds. */
  duration: { longest: 9, read: readWholeDuration },
  /** A time of day: `{ hour, minute, isExact, text }`. */
  time: { longest: 6, read: readWholeTime },
  /** A day: 2026-03-01. */
  date: { longest: 7, read: readWholeDate },
  /** A day on which something was: "friday" is the last one. */
  past: { longest: 7, read: readWholePastDate },
  /** A stretch of time that is behind: `{ from, to, label, words }`. */
  period: { longest: 6, read: readWholePeriod },
  /** A mail address. */
  mail: {
    longest: 1,
    read: (text) => (/^[^\s@,;:<>()]+@[^\s@,;<>()]+\.[a-z]{2,}$/i.test(text) ? text : undefined),
  },
  /** A phone number. */
  phone: { longest: 6, read: (text) => (/^\+?\d[\d ()./-]{4,}\d$/.test(text) ? text : undefined) },
  /** An address on the web. */
  address: { longest: 1, read: readAddress },
}

/** Nothing is called so: it points at something that was said before, or at anything. */
const pointing = /^(?:it|this|that|them|these|those|one|all|every|each|everything|anything|something)$/i

function readName(text: string): string | undefined {
  // Quotes are never parted: "move 'go to bed' to done".
  const isOpen = (text.match(/["“”]/g) ?? []).length % 2 === 1 || /^['‘].*[^'’]$/s.test(text)
  const name = isOpen || pointing.test(text) ? '' : trimmed(text)
  return name === '' ? undefined : name
}

function readBoardName(text: string) {
  const name = readName(text)
  const isSentence =
    /\b(?:to|on|onto|in|into|of|from|off|under|as|the|my|our|an?|new|kanban|project)\b/i.test(text)
  return name === undefined || isSentence ? undefined : listNamed(name)
}

const usualColumns: ReadonlySet<string> = new Set([
  'to do',
  'todo',
  'doing',
  'done',
  'in progress',
  'finished',
  'completed',
  'backlog',
  'review',
  'ideas',
  'testing',
  'blocked',
  'icebox',
  'next',
])

function readColumn(text: string, { kept }: When): string | undefined {
  const name = readName(text)
  const wanted = name?.toLowerCase() ?? ''
  const isThere = (kept?.('columns') ?? []).some((title) => title.toLowerCase() === wanted)
  return isThere || usualColumns.has(wanted) ? name : undefined
}

function readNumber(text: string): number | undefined {
  const digits = wordsToDigits(text.toLowerCase()).replaceAll(/(?<=\d),(?=\d{3}\b)/g, '')
  return /^-?\d+(?:\.\d+)?$/.test(digits) ? Number(digits) : undefined
}

function readSum(text: string): Amount | undefined {
  const [first] = readAmounts(amountText(text))
  return first?.text.trim() === amountText(text).trim() ? first : undefined
}

function readPrice(text: string): Amount | undefined {
  const sum = readSum(text)
  return sum?.currency !== undefined || /\d[.,]\d\d$/.test(amountText(text)) ? sum : undefined
}

function readWholeAmount(text: string) {
  const sum = readSum(text)
  return sum && { value: sum.value, ...(sum.currency !== undefined && { currency: sum.currency }) }
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
