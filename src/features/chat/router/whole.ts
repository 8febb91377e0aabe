import { asSentence } from './as-sentence.ts'
import { declaredIntents } from './declared-intents.ts'
import { grammarWords, isWordedAs, matchGrammar, readSlots } from './grammar/grammar.ts'
import { stemOf } from './grammar/stem.ts'
import { isLiteral, isLiteralClause } from './literal.ts'
import type { Sentence } from './normalize.ts'
import type { When } from './readers/reader.ts'
import { months } from '../../../platform/language/values/calendar.ts'
import { readDate } from '../../../platform/language/values/dates.ts'
import { readTime } from '../../../platform/language/values/times.ts'
import { escaped } from '../../../platform/language/values/escaped.ts'
import type { Meaning } from './understanding.ts'

/**
 * Whether a sentence was understood to its last word: each one belongs to the shape of the intent or to a value, and the
 * values are what they say. What is not is for somebody who understands more.
 */
export function isWhole(meaning: Meaning, sentence: Sentence, when: When): boolean {
  // A person said what exactly this sentence means.
  if (meaning.by === 'correction' && meaning.score === 1) return true
  const words = grammarWords(meaning.intent)
  // The phrase of a tool has no words beside its values.
  if (words === undefined) return meaning.by === 'grammar'
  if (makesEmpty(meaning, sentence) || asksToThink(meaning, sentence)) return false
  if (isMore(meaning, sentence, when)) return false
  if (!hasLiteralValues(meaning, sentence, when)) return false
  // A template has every word of a sentence.
  return isWordedAs(meaning.intent, sentence, when) || unusedWords(meaning, sentence, when).length === 0
}

/** More than is done by it: what it needs stands elsewhere, or what is to be done later is not understood. */
function isMore({ intent, slots }: Meaning, { lower }: Sentence, when: When): boolean {
  const { needs = [], fallsShort } = declaredIntents.get(intent) ?? {}
  if (fallsShort?.(slots)) return true
  if (intent === 'schedule.add' && slots['folder'] === undefined) return !isCommand(slots['command'], when)
  const lacks = needs.some((either) => either.split('|').every((name) => slots[name] === undefined))
  return lacks && /\b(?:it|this|that|these|those|them)\b/.test(lower)
}

/** Nobody is asked what was meant when it is done. */
function isCommand(command: unknown, when: When): boolean {
  const wishes = String(command).split(/,? and |, /)
  return wishes.every((wish) => matchGrammar(asSentence(wish), when)?.isWhole)
}

const making: ReadonlySet<string> = new Set(['document.create', 'WRITE_FILE', 'kanban_board', 'list.create'])
const filling = /\b(?:about|from|with|of|based|containing|including|out of)\b/

/** Says what belongs into something new, which would be made empty. */
function makesEmpty({ intent, slots }: Meaning, { lower }: Sentence): boolean {
  const isFilled = ['content', 'items', 'columns'].some(
    (name) => slots[name] !== undefined && slots[name] !== '',
  )
  return making.has(intent) && !isFilled && filling.test(lower)
}

/** Wants advice, or a text that nobody has written yet: but whether to take an umbrella tells the weather. */
function asksToThink({ intent, slots }: Meaning, { lower }: Sentence): boolean {
  const said = textsIn(slots).filter(({ name }) => clauses.has(name))
  const rest = said.reduce((left, { text }) => left.replace(text.toLowerCase(), ''), lower)
  if (/^(?:why|summari[sz]e)\b|\b(?:i|we) should\b/.test(rest)) return true
  const advice = intent === 'live_weather' ? /\b(?:and|,) \w+ should (?:i|we)\b/ : /\bshould (?:i|we)\b/
  return advice.test(rest)
}

/** The words of a sentence that nothing was made of. */
export function unusedWords({ intent, slots }: Meaning, sentence: Sentence, when: When): string[] {
  const words = grammarWords(intent) ?? new Set()
  const values = new Set(
    textsIn(slots)
      .flatMap(({ text }) => wordsOf(text))
      .map(stemOf),
  )
  const isRead = values.size > 0
  const isTimed = textsIn(slots).some(({ text }) => /^\d{4}-\d\d-\d\d/.test(text))
  const left = wordsOf(sentence.text).filter((word) => {
    const stem = stemOf(word)
    if (values.has(stem) || (isRead && (/^\d+$/.test(word) || (isTimed && timeWords.test(word)))))
      return false
    return thinking.test(word) || !(common.has(word) || words.has(stem))
  })
  const read = left.length === 0 ? '' : JSON.stringify(readSlots(intent, sentence, when) ?? null)
  // Where nothing was read, no word is of use to a value.
  if (read === '{}') return left
  return left.filter((word) => thinking.test(word) || !changesValues(word, { intent, sentence, when, read }))
}

/** Dates, units and names of companies are read as something else: they are used if without them something else is read. */
function changesValues(
  word: string,
  { intent, sentence, when, read }: { intent: string; sentence: Sentence; when: When; read: string },
): boolean {
  const without = new RegExp(String.raw`(?<![\p{L}\d])${escaped(word)}(?![\p{L}\d])`, 'giu')
  const shorter = Object.fromEntries(
    Object.entries(sentence).map(([name, text]) => [
      name,
      String(text).replaceAll(without, ' ').replaceAll(/\s+/g, ' ').trim(),
    ]),
  ) as unknown as Sentence
  return JSON.stringify(readSlots(intent, shorter, when) ?? null) !== read
}

/** Values in which people write whatever they like. */
const clauses: ReadonlySet<string> = new Set('text content body subject message question label'.split(' '))
/** Values that are exact by themselves, and names of which the act says whether they are there. */
const exact: ReadonlySet<string> = new Set(
  'asks period url path paths command code expression list board to times words target due choices options'.split(
    ' ',
  ),
)

/** Values that are looked up in the world, which knows nothing of what is somebody's own: "news about my company". */
const lookedUp: ReadonlySet<string> = new Set(['topic', 'query', 'word', 'symbol'])
/** Longer ones are no entry of a dictionary: "love in a poem". */
const MAX_ENTRY_LENGTH = 3

function canBeLookedUp(name: string, text: string): boolean {
  if (name === 'word' && wordsOf(text).length > MAX_ENTRY_LENGTH) return false
  return !lookedUp.has(name) || !/\b(?:my|our)\b/i.test(text)
}

/** The name of a file may look like nearly anything; whether it is there is seen when it is opened. */
function isFileName(intent: string, name: string): boolean {
  return /^(?:name|query)$/.test(name) && /^[A-Z_]+$|^file\./.test(intent)
}

function hasLiteralValues({ intent, slots }: Meaning, { text: said }: Sentence, when: When): boolean {
  const words = new Set(wordsOf(said))
  const isSaid = (text: string) => wordsOf(text).every((word) => words.has(word))
  return textsIn(slots).every(({ name, text }) => {
    if (exact.has(name) || !isSaid(text) || isQuoted(said, text)) return true
    if (isFileName(intent, name)) return !/\b(?:my|our|your|i|we)\b/i.test(text)
    const meant = clauses.has(name) || lookedUp.has(name) ? withArticle(said, text) : text
    if (!canBeLookedUp(name, meant)) return false
    if (name === 'text' && slots['due'] !== undefined && saysWhen(text, when)) return false
    return clauses.has(name) ? isLiteralClause(meant) : isLiteral(meant)
  })
}

/** With the article that stood before it: "the letter" is one that somebody has, "letter" a word. */
function withArticle(said: string, text: string): string {
  const before = said.slice(0, Math.max(0, said.toLowerCase().indexOf(text.toLowerCase())))
  return `${/\b(?:the|my|our) $/i.exec(before)?.[0] ?? ''}${text}`
}

/** Says a time again, which was not made of anything: "call mum tomorrow at 5 and write to her". */
function saysWhen(text: string, { today }: When): boolean {
  return readDate(text, today) !== undefined || readTime(text) !== undefined
}

function isQuoted(said: string, text: string): boolean {
  const at = said.toLowerCase().indexOf(text.toLowerCase())
  return /["'“‘]/.test(said[at - 1] ?? '') && /["'”’]/.test(said[at + text.length] ?? '')
}

interface SlotText {
  readonly name: string
  readonly text: string
}

/** All texts in the values, by the name of the value that they stand in. */
function textsIn(slots: Readonly<Record<string, unknown>>): SlotText[] {
  const inside = (name: string, value: unknown): SlotText[] => {
    if (typeof value === 'string' || typeof value === 'number') return [{ name, text: String(value) }]
    if (Array.isArray(value)) return value.flatMap((entry) => inside(name, entry))
    if (typeof value !== 'object' || value === null) return []
    return Object.entries(value).flatMap(([key, entry]) => inside(exact.has(name) ? name : key, entry))
  }
  return Object.entries(slots).flatMap(([name, value]) => inside(name, value))
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\d]+(?:['’][\p{L}]+)*/gu) ?? []
}

/** Asks for more than anything here does, whatever else the shape says of it. */
const thinking =
  /^(?:summari[sz]|analy[sz]|explain|compar|recommend|suggest|rewrit|rephras|improv|proofread|brainstorm|print|visuali[sz]|categori[sz]|organi[sz]|priorit|interpret|evaluat|draft$|compos)/

/** With a date that was read, these are said of it, also where it would be the same without them. */
const timeWords = new RegExp(
  String.raw`^(?:${months.join('|')}|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|tomorrow|tonight|morning|noon|afternoon|evening|night|midnight|am|pm|past|half|quarter|o'clock|clock|next|coming|week|weekend|month|year|day|days|hours?|minutes?)$`,
)

/** Words that carry no wish of their own: they hold a sentence together, or ask for it. */
const common: ReadonlySet<string> = new Set(
  `a an the this that these those it its it's my mine our your me us i we you he she they them
  is are am was were be been being do does did done have has had will would shall should can could may might must
  to of in on at for from with by about as into onto up out off over under and or than
  what which who whom whose when where why how there here
  please thanks thank kindly just now right currently today really quick quickly again also too then so ok okay hey hi hello
  show tell give get let want need like love know see display bring pull go make sure look check say find open
  any some one ones thing much many more very bit little lot anymore start play list lists calculate between people words characters vat`.split(
    /\s+/,
  ),
)
