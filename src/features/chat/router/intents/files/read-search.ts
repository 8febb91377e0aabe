import { momentIn, months } from '../../../../../platform/language/values/calendar.ts'
import { exactWords, wantsMore } from '../../exact.ts'
import { usualFolder, usualFolderWords } from '../../../../../platform/language/values/file-places.ts'
import { readPeriod } from '../../../../../platform/language/values/past-dates.ts'
import { readFileName, readPath, readQuoted } from '../../../../../platform/language/values/quoted.ts'
import { fileKindIn, withoutFileKind } from '../../../../../platform/language/values/file-kinds.ts'
import type { Sentence } from '../../normalize.ts'
import { firstMatch, trimmed, type When } from '../../readers/reader.ts'
import { optional, required, type Found, type SlotsOf } from '../../define-intent.ts'

const folderWords = new RegExp(
  String.raw`(?:\b(?:in|under|inside|from|of|my|the|on)|^search) (?:my |the )?(${usualFolderWords})(?: folder| directory)?\b(?! (?:named|called|about|with))`,
  'i',
)

/** Where to look, which is not what to look for: "the newest files in documents". */
const inFolder = new RegExp(
  String.raw`\b(?:in|under|inside|from) (?:my |the )?(?:${usualFolderWords})(?: folder| directory)?\b`,
  'i',
)

function folderIn(text: string): string | undefined {
  const path = readPath(text)
  if (path !== undefined) return path
  const name = folderWords.exec(text)?.[1]
  return name === undefined ? undefined : usualFolder(name)
}

/** What is asked of files beside their name. */
const Conditions = {
  type: optional.text,
  min_bytes: optional.number,
  modified_after: optional.text,
  modified_before: optional.text,
  sort: optional.text,
  /** The time between, in words. */
  span: optional.text,
  /** A month that may also stand in the name. */
  month: optional.text,
}
type Conditions = SlotsOf<typeof Conditions>

export const FileSearch = {
  query: required.text,
  path: optional.text,
  contains: optional.text,
  ...Conditions,
}
export type FileSearch = SlotsOf<typeof FileSearch>

/** By name, kind, size, age and what is in them; only what the sentence says. */
export function readFileSearch(sentence: Sentence, when: When): Found<FileSearch> | undefined {
  const text = exactWords(sentence)
  if (wantsMore(text)) return undefined
  const inside = readWordsInside(text)
  if (inside) return inside
  const size = readSize(text)
  const age = readAge(size.rest, when)
  const order = readOrder(sentence.lower)
  const conditions: Conditions = { ...size.slots, ...age.slots, ...order }
  const isConditional = Object.keys(conditions).length > 0
  const found = readName(age.rest, isConditional)
  if (found === undefined) return undefined
  if (found.query === '*' && !isConditional) return undefined
  const { query, path } = found
  return { query, path, ...conditions }
}

function readName(
  text: string,
  isConditional: boolean,
): { query: string; path?: string | undefined } | undefined {
  const pattern = /(?:^|\s)([^\s/"']*\*[^\s/"']*)(?=$|\s)/.exec(text)?.[1]
  if (pattern !== undefined && pattern !== '*') return { query: pattern, path: folderIn(text) }
  const named = nameSaid(text)
  const query = queryOf(text.toLowerCase().replace(inFolder, ' '), named) ?? (isConditional ? '*' : undefined)
  if (query === undefined) return undefined
  const around = text.replace(named ?? '\u0000', ' ')
  const path =
    folderIn(around) ?? (/\bdownload(?:ed|s)?\b/i.test(text) && isConditional ? '~/Downloads' : undefined)
  return { query: singular(query.replace(/ files?$/i, '')), path }
}

/** "The wedding photos" are those with the name; "my photos" are all of them. */
function queryOf(lower: string, named: string | undefined): string | undefined {
  const kind = fileKindIn(lower)
  if (named === undefined) return kind
  if (readFileName(named) === named) return named
  const said = named.toLowerCase()
  const isOfKind = fileKindIn(said) !== undefined || isPartOfKind(lower, named)
  const name = isOfKind ? trimmed(withoutFileKind(said)).replace(/^(?:word|excel|powerpoint)$/, '') : named
  if ((isOfKind && isPartOfKind(lower, name)) || !isName(name.toLowerCase())) return kind
  // "photos from last summer": a time that nothing here can read is no name.
  if (/^(?:from|since|before|after|between|during|taken|made)\b/i.test(name)) return undefined
  return ofKind(name.replace(/^(?:(?:my|the|our|any|all) )+/i, ''), kind)
}

/** "PDF files named invoice" are PDF files all the same. */
function ofKind(name: string, kind: string | undefined): string {
  const ending = /^\*?(\.\w+)$/.exec(kind ?? '')?.[1]
  return ending === undefined || /\s/.test(name) ? name : `*${name}*${ending}`
}

/** "word" in "word documents" belongs to the kind. */
function isPartOfKind(lower: string, name: string): boolean {
  return !withoutFileKind(lower).includes(name.toLowerCase())
}

const inPlace = String.raw`(?: (?:in|under|on|inside) (?:my|the|this|~|(?:${usualFolderWords})$).*)`

const aboutShapes: readonly RegExp[] = [
  new RegExp(String.raw`\b(?:named|called|titled|ending (?:in|with)) (.+?)${inPlace}?$`, 'i'),
  new RegExp(String.raw`\b(?:about|with the name|matching|for|with) (?!in\b)(.+?)${inPlace}?$`, 'i'),
]
const mineShapes: readonly RegExp[] = [
  new RegExp(
    String.raw`\b(?:where (?:is|are|did i (?:save|put))|where's|find|locate|search for|look for|search) (?:me )?(?:the |my |all |a |an |any )*(?:(?:file|document|folder)s? )?(?:(?:named|called) )?(.+?)(?: (?:file|document|spreadsheet|presentation|folder|files|documents))?${inPlace}?$`,
    'i',
  ),
]

function nameSaid(text: string): string | undefined {
  const quoted = readQuoted(text) ?? readFileName(text)
  const about = firstMatch(text, aboutShapes)
  const mine = firstMatch(text, mineShapes)
  return [quoted, about, mine].find(
    (found) => found !== undefined && !/^(?:my|the|all|a|me|it|this|that|files?|documents?)$/i.test(found),
  )
}

function isName(words: string): boolean {
  return (
    words !== '' &&
    !/^(?:(?:all|any|my|the|from|of|on|in|to|is|are|files?|documents?|downloads?|new|old|recent|recently|latest|newest|modified|changed|edited|created|downloaded|saved|last|this|week|today|yesterday|month|year|computer|machine|folder|big|bigger|biggest|large|larger|largest|most|that|which|were|was|i|for|me) ?)+$/.test(
      words,
    )
  )
}

/** "invoices" are called invoice-1 and invoice-2. */
function singular(query: string): string {
  return query.replace(
    /\b(invoice|report|contract|receipt|statement|letter|ticket|payslip|screenshot|scan|certificate|manual|proposal|agreement|budget|backup|resume)s$/i,
    '$1',
  )
}

const insideShapes: readonly RegExp[] = [
  /^(?:search|look|grep)(?: inside| in| through| within)? (?:all )?(?:my |the |all )*(?:files?|text files|contents? of (?:my |the )?files)(?: (?:in|under) .+?)? for (.+)$/i,
  /^(?:find|search(?: for)?|look for) (?:the )?(?:text|words?|phrase) (.+?) (?:in|inside|within) (?:my |the |all )*(?:files?|folder)\b.*$/i,
  /^(?:find|search(?: for)?|look for) (.+?) (?:inside|within) (?:my |the |all )*files\b.*$/i,
  /^(?:(?:find|show(?: me)?|list|which|what|search for|look for) )?(?:all )?(?:the |my )?files (?:that |which )?(?:mention|contain|containing|mentioning|say|have the (?:words?|text)|with the (?:words?|text))(?: the (?:words?|text|phrase))? (.+?)(?: (?:in|under) (?:~|my |the ).*)?$/i,
  /^grep (?:-\w+ )*(.+?)(?: (?:in|under) (?:my |the |all )*.*)?$/i,
]

function readWordsInside(text: string): Found<FileSearch> | undefined {
  const contains = firstMatch(text, insideShapes)
  if (contains === undefined) return undefined
  return { query: '*', contains, type: 'file', path: folderIn(text.replace(contains, ' ')) }
}

const unitBytes: Readonly<Record<string, number>> = { k: 1e3, m: 1e6, g: 1e9, t: 1e12 }
const sizeSaid =
  /\s*\b(?:that are |which are )?(?:bigger|larger|greater|more|heavier|over|above|exceeding|at least)(?: than| then)? (\d+(?:[.,]\d+)?) ?(k|m|g|t)(?:i?b|egs?|igs?|ilobytes?|egabytes?|igabytes?|erabytes?)?\b(?: in size)?/i

function readSize(text: string): { rest: string; slots: Conditions } {
  const said = sizeSaid.exec(text)
  if (!said) return { rest: text, slots: {} }
  const bytes = Number(said[1]!.replace(',', '.')) * unitBytes[said[2]!.toLowerCase()]!
  return {
    rest: text.replace(said[0], ' ').trim(),
    slots: { min_bytes: Math.round(bytes), type: 'file', sort: 'size' },
  }
}

const periodSaid =
  /\s*\b(?:that |which )?(?:(?:i |were |was |have been |i have )*(?:last )?(?:modified|changed|edited|created|downloaded|saved|updated|worked on|made|touched)(?: on| in| during)?|from|since|of|in)? ?\b(today|yesterday|this (?:week|month|year)|last (?:week|month|year)|(?:in |within |over )?(?:the )?(?:last|past) \d{1,3} (?:day|week|month)s?|since .+)$/i
const monthSaid = new RegExp(String.raw`\s*\b(?:from|of|in) (${months.join('|')})(?: (\d{4}))?$`, 'i')

function readAge(text: string, when: When): { rest: string; slots: Conditions } {
  const plain = text.replace(
    /^what (?:did i|have i) (download(?:ed)?|chang(?:e|ed)|edit(?:ed)?|save[d]?)\b/i,
    'files downloaded',
  )
  const isDownload = /^what (?:did|have) i download/i.test(text)
  const month = monthSaid.exec(plain)
  const said = month ?? periodSaid.exec(plain)
  const words = month ? `in ${month[1]}${month[2] === undefined ? '' : ` ${month[2]}`}` : said?.[1]
  const period = words === undefined ? undefined : readPeriod(words, when.today)
  if (!said || !period) return { rest: text, slots: {} }
  const rest = plain.replace(said[0], '').trim()
  return {
    rest: isDownload ? 'downloaded' : rest,
    slots: {
      modified_after: startOf(period.from, when, 0),
      modified_before: startOf(period.to, when, 1),
      sort: 'modified',
      type: 'file',
      span: period.label,
      ...(month && { month: month[1]!.toLowerCase() }),
    },
  }
}

/** The moment at which a day begins for whoever asks, or the one after it. */
function startOf(isoDay: string, { timeZone }: When, later: number): string {
  const next = new Date(Date.parse(`${isoDay}T00:00:00Z`) + later * 86_400_000)
  const [year, month, day] = [next.getUTCFullYear(), next.getUTCMonth() + 1, next.getUTCDate()]
  return momentIn(timeZone, { year, month, day, hour: 0, minute: 0 }).toISOString()
}

function readOrder(lower: string): Conditions {
  if (
    /\b(?:biggest|largest|heaviest|hugest|space hogs?)\b|\btak(?:es|ing)(?: up)?\b.*\b(?:space|room)\b|\busing (?:up )?(?:all |the most |so much )*(?:my )?(?:disk )?space\b/.test(
      lower,
    )
  )
    return { sort: 'size', type: 'file' }
  return /\b(?:recent|recently|latest|newest|last) (?:\d+ )?(?:files?|documents?|downloads?|changed|modified|downloaded|opened|edited|saved|used|pdfs?|photos?|pictures?|spreadsheets?|presentations?|images?|videos?)\b|\bi (?:just )?downloaded last\b/.test(
    lower,
  )
    ? { sort: 'modified', type: 'file' }
    : {}
}
