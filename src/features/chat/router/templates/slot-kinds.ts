import { nameAlone } from '../grammar/names.ts'
import { numberKinds } from './number-kinds.ts'
import { isMoment, timeKinds } from './time-kinds.ts'
import { knownShare, markedTicker, shareNamed } from '../../../../platform/language/values/companies.ts'
import { currencyCodeOf, readSum } from '../../../../platform/language/values/currencies.ts'
import {
  languageNamed,
  languageOfCountry,
  languagePattern,
} from '../../../../platform/language/values/languages.ts'
import { placeAlone, placeNamed } from '../../../../platform/language/values/places.ts'
import { otherSportNamed, sportNamed } from '../../../../platform/language/values/sports.ts'
import { isKnownPlace } from '../../../../platform/language/values/time-zones.ts'
import { isMeasure } from '../../../../platform/language/values/units.ts'
import { fixedPair } from '../../../../platform/language/values/fixed-pairs.ts'
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
import { repetitionIn } from '../../../../platform/language/values/repetition.ts'
import { addressesIn, readAddress } from '../../../../platform/language/values/quoted.ts'
import { listNamed } from '../list-names.ts'
import { trimmed, type When } from '../readers/reader.ts'
import { listKinds } from './list-kinds.ts'
import type { SlotKind } from './slot-kind.ts'

/** What a slot can stand for. A kind that is not here cannot be asked for. Each takes all of its words or nothing. */
export const slotKinds: Readonly<Record<string, SlotKind<When>>> = {
  ...listKinds,
  ...numberKinds,
  ...timeKinds,
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
  /** A name that somebody gives something: no number, and no time. */
  label: { longest: 3, read: readLabel },
  /** A mail address. */
  mail: {
    longest: 1,
    read: (text) => (/^[^\s@,;:<>()]+@[^\s@,;<>()]+\.[a-z]{2,}$/i.test(text) ? text : undefined),
  },
  /** A phone number. */
  phone: { longest: 6, read: (text) => (/^\+?\d[\d ()./-]{4,}\d$/.test(text) ? text : undefined) },
  /** What something is about, which is nothing of the person's own. */
  subject: { longest: 8, read: (text) => (ownThing.test(text) ? undefined : text) },
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
  place: { longest: 6, read: readPlace },
  /** A place that nothing else says is one. */
  city: {
    longest: 5,
    read: (text) => (nameAlone.test(text.replaceAll(',', '')) ? placeAlone(text) : undefined),
  },
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

/** "Temperature in kelvin" speaks of no place. */
function readPlace(text: string): string | undefined {
  const isUnit = isMeasure(text) && !isKnownPlace(text)
  return isUnit || repetitionIn(text) !== undefined ? undefined : placeNamed(text)
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

const wholeLanguage = new RegExp(`^(?:the )?${languagePattern}(?: language)?$`, 'i')

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

const usualColumns: ReadonlySet<string> = new Set(
  'to do,todo,doing,done,in progress,finished,completed,backlog,review,ideas,testing,blocked,icebox,next'.split(
    ',',
  ),
)

function readColumn(text: string, { kept }: When): string | undefined {
  const name = readName(text)
  const wanted = name?.toLowerCase() ?? ''
  const isThere = (kept?.('columns') ?? []).some((title) => title.toLowerCase() === wanted)
  return isThere || usualColumns.has(wanted) ? name : undefined
}

const ownThing = /\b(?:my|our|your|this|these|those)\b|\.\p{L}{2,4}\b|\//iu

function readLabel(text: string): string | undefined {
  const isNumber =
    /\d|^(?:half|quarter|couple|few|new|quick|timer|alarm|(?:second|sec|minute|min|hour|hr|day)s?)\b/i.test(
      wordsToDigits(text),
    )
  return isNumber || isMoment(text) || !nameAlone.test(text) ? undefined : text
}
