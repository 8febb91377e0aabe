import { knownShare, markedTicker, shareNamed } from '../../../../platform/language/values/companies.ts'
import { currencyCodeOf, readSum } from '../../../../platform/language/values/currencies.ts'
import { languageNamed, languagePattern } from '../../../../platform/language/values/languages.ts'
import { isOnlyWhen, placeAlone, placeNamed } from '../../../../platform/language/values/places.ts'
import { otherSportNamed, sportNamed } from '../../../../platform/language/values/sports.ts'
import { readAmounts, amountText } from '../../../../platform/language/values/amounts.ts'
import { isoDay } from '../../../../platform/language/values/calendar.ts'
import { readDate } from '../../../../platform/language/values/dates.ts'
import { readDuration } from '../../../../platform/language/values/durations.ts'
import { wordsToDigits } from '../../../../platform/language/values/numbers.ts'
import { addressesIn, readAddress } from '../../../../platform/language/values/quoted.ts'
import { readTime } from '../../../../platform/language/values/times.ts'
import { names } from '../grammar/rule.ts'
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
  /** An address on the web. */
  address: { longest: 1, read: readAddress },
  /** One to four words that can name something; a sentence has other words between them. */
  name: { longest: 4, read: (text) => (nameAlone.test(text) ? text : undefined) },
  /** A place behind "in" or "for". */
  place: { longest: 6, read: placeNamed },
  /** A place that nothing else says is one. */
  city: {
    longest: 5,
    read: (text) => (nameAlone.test(text.replaceAll(',', '')) ? placeAlone(text) : undefined),
  },
  /** When, as it is said beside a place: "this weekend", "at 6 pm". */
  moment: { longest: 6, read: (text) => (isOnlyWhen(text) ? text : undefined) },
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
