import { knownShare, markedTicker, shareNamed } from '../../../../platform/language/values/companies.ts'
import { currencyCodeOf, readSum } from '../../../../platform/language/values/currencies.ts'
import {
  languageNamed,
  languageOfCountry,
  languagePattern,
} from '../../../../platform/language/values/languages.ts'
import {
  isOnlyWhen,
  placeAlone,
  placeNamed,
  properName,
} from '../../../../platform/language/values/places.ts'
import { otherSportNamed, sportNamed } from '../../../../platform/language/values/sports.ts'
import { readAmounts, amountText, type Amount } from '../../../../platform/language/values/amounts.ts'
import { readCalculation } from '../../../../platform/language/values/arithmetic.ts'
import { isoDay, monthWord } from '../../../../platform/language/values/calendar.ts'
import { readDate } from '../../../../platform/language/values/dates.ts'
import { daysIn, isOnlyDays } from '../../../../platform/language/values/day-spans.ts'
import { readEventTime, type EventTime } from '../../../../platform/language/values/event-time.ts'
import { fixedPair } from '../../../../platform/language/values/fixed-pairs.ts'
import { readDuration } from '../../../../platform/language/values/durations.ts'
import { zoneOfPlace } from '../../../../platform/language/values/time-zones.ts'
import { withRelativeDays } from '../../../../platform/language/values/relative-days.ts'
import { whenAtStart } from '../../../../platform/language/values/when-phrases.ts'
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
import { readRecurring } from '../../../../platform/language/values/recurring.ts'
import { repetitionIn } from '../../../../platform/language/values/repetition.ts'
import { addressesIn, readAddress } from '../../../../platform/language/values/quoted.ts'
import { readPastDate, readPeriod } from '../../../../platform/language/values/past-dates.ts'
import { readColorIn, type FoundColor } from '../../../../platform/language/values/css-colors.ts'
import { readDice } from '../../../../platform/language/values/dice.ts'
import { readHeight, readWeight } from '../../../../platform/language/values/bodies.ts'
import { isMeasure } from '../../../../platform/language/values/units.ts'
import { readTime } from '../../../../platform/language/values/times.ts'
import { names } from '../grammar/names.ts'
import { listNamed } from '../list-names.ts'
import { readDatedEvent, readEventName } from '../intents/calendar/event-words.ts'
import { trimmed, type When } from '../readers/reader.ts'
import { listKinds } from './list-kinds.ts'
import type { SlotKind } from './match-templates.ts'

/** What a slot can stand for. A kind that is not here cannot be asked for. Each takes all of its words or nothing. */
export const slotKinds: Readonly<Record<string, SlotKind<When>>> = {
  ...listKinds,
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
  /** Two words that are one: "trial and error". */
  pair: { longest: 3, read: (text) => (fixedPair.exec(text)?.[0] === text ? text : undefined) },
  /** A number in digits or words. */
  number: { longest: 6, read: readNumber },
  /** A sum of money: `{ value, currency? }`. */
  money: { longest: 6, read: readWholeAmount },
  /** The same with all that is known of it: an `Amount`. */
  amount: { longest: 6, read: readAmountAlone },
  /** A sum that can be nothing but money: with a currency, or with cents. */
  price: { longest: 6, read: readPrice },
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
  /** A calculation that can be worked out to its last word. */
  calculation: {
    longest: 24,
    isTelling: true,
    read: (text) => (/\d/.test(text) ? readCalculation(text) : undefined),
  },
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
  /** A name that somebody gives something: no number, and no time. */
  label: { longest: 3, read: readLabel },
  /** When something recurs: `{ times, doubtful_hour? }`. */
  recurring: { longest: 12, read: readRecurring },
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
  /** What something is about, which is nothing of the person's own. */
  subject: { longest: 8, read: (text) => (ownThing.test(text) ? undefined : text) },
  /** How often: daily, weekly, monthly. */
  often: { longest: 1, read: (text) => (/^(?:dai|week|month|year)ly$/i.test(text) ? text : undefined) },
  /** Any words with the signs around them. */
  exact: { longest: 60, read: (text) => text, keepsSigns: true },
  /** A file or folder, as somebody says it: a `FilePlace`. */
  file: { longest: 14, read: readFilePlace },
  /** The same; a usual folder only where it is called one. */
  own: { longest: 14, read: readOwnPlace },
  places: { longest: 40, read: readFilePlaces },
  folder: { longest: 14, read: readFolder },
  textfile: { longest: 14, read: readTextFile },
  table: { longest: 14, read: readTableFile },
  pdf: { longest: 14, read: readPdfFile },
  /** An address on the web. */
  address: { longest: 1, read: readAddress },
  /** One to four words that can name something; a sentence has other words between them. */
  properName: { longest: 4, read: (text) => (nameAlone.test(text) ? text : undefined) },
  /** A place behind "in" or "for". */
  place: { longest: 6, read: (text) => (repetitionIn(text) === undefined ? placeNamed(text) : undefined) },
  /** A place that nothing else says is one. */
  city: {
    longest: 5,
    read: (text) => (nameAlone.test(text.replaceAll(',', '')) ? placeAlone(text) : undefined),
  },
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
  /** What is looked for; a question is none. */
  searched: {
    longest: 12,
    read: (text) => (/^(?:when|what|how|if)\b|\blast\b/i.test(text) ? undefined : text),
  },
  /** The symbol of a company, an index or a coin, where shares are spoken of. */
  share: { longest: 4, read: shareNamed },
  /** "$TSLA" */
  ticker: { longest: 1, isTelling: true, read: markedTicker },
  /** The same where nothing says that shares are spoken of. */
  market: { longest: 4, read: knownShare },
  /** The code of a currency. */
  currency: { longest: 3, read: currencyCodeOf },
  /** A sum or only a currency: `{ amount?, code }`. */
  sum: { longest: 8, read: readSum },
  /** The code of a language. */
  language: { longest: 3, read: (text) => (wholeLanguage.test(text) ? languageNamed(text) : undefined) },
  /** The code of the language of a country. */
  country: { longest: 3, read: languageOfCountry },
  /** A league, a team or a sport: `{ sport, league?, team? }`. */
  sport: { longest: 4, read: sportNamed },
  /** A sport or league that there are no scores of. */
  otherSport: { longest: 3, read: otherSportNamed },
  /** Somebody by name or by what they are: "Tom Smith", "the landlord". */
  person: { longest: 4, read: readPerson },
  /** Addresses of mail, with "and" between them. */
  addresses: { longest: 12, read: (text) => (onlyAddresses.test(text) ? addressesIn(text) : undefined) },
  /** "#general" */
  channel: { longest: 1, read: (text) => /^#([\p{L}\d_-]+)$/u.exec(text)?.[1] },
  /** "octocat/hello-world": `{ owner, repo }`. */
  repository: { longest: 1, read: readRepository },
}

const onlyAddresses = /^\S+@\S+(?:,? (?:and )?\S+@\S+)*$/

function readPerson(text: string): string | undefined {
  const name = text.replace(/^(?:my|our) /i, '')
  // "Anna politely" says how, not who.
  if (/ \p{Ll}+ly$/u.test(name)) return undefined
  return nameAlone.test(name.replace(/^the /i, '')) ? name : undefined
}

function readRepository(text: string): { owner: string; repo: string } | undefined {
  const [, owner, repo] = /^([\w.-]+)\/([\w.-]+)$/.exec(text) ?? []
  return owner === undefined || repo === undefined ? undefined : { owner, repo }
}

const nameAlone = new RegExp(`^${names}$`, 'iu')
const wholeLanguage = new RegExp(`^(?:the )?${languagePattern}(?: language)?$`, 'i')
/** Nothing is called so: it points at something that was said before, or at anything. */
const pointing = /^(?:it|this|that|them|these|those|one|all|every|each|everything|anything|something)$/i

function readName(text: string): string | undefined {
  // Quotes are never parted: "move 'go to bed' to done".
  const isOpen = (text.match(/["“”]/g) ?? []).length % 2 === 1 || /^['‘].*[^'’]$/s.test(text)
  const name = isOpen || pointing.test(text) ? '' : trimmed(text)
  return name === '' ? undefined : name
}

/** What recurs is another wish than what is shown once. */
function readRoughTime(text: string): string | undefined {
  return isOnlyWhen(text) && repetitionIn(text) === undefined ? text : undefined
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

function readAmountAlone(text: string): Amount | undefined {
  const [first] = readAmounts(amountText(text))
  return first?.text.trim() === amountText(text).trim() ? first : undefined
}

function readPrice(text: string): Amount | undefined {
  const sum = readAmountAlone(text)
  return sum?.currency !== undefined || /\d[.,]\d\d$/.test(amountText(text)) ? sum : undefined
}

function readWholeAmount(text: string) {
  const sum = readAmountAlone(text)
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
