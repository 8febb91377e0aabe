import { spansIn, withoutSpans } from '../../../platform/language/spans.ts'
import { repetitionIn } from '../../../platform/language/values/repetition.ts'
import { stemOf, wordsOf } from '../../../platform/language/word-stems.ts'

/** One thing that a sentence asks for. */
export interface Clause {
  /** As the person said it, without "first", "then" and "please". */
  readonly text: string
  /** Why no step can do it, whatever tool is there; undefined when one could. */
  readonly beyond?: string
}

const VALUE_MARK = '\u{FFFC}'
/** Characters in which two words have room. */
const TWO_WORDS = 80
/** More paths, quotes and numbers than any tool takes. */
const MAX_VALUES = 40
const SENTENCE_END = /\s*(?:;|\n+|[.!?](?=\s+\p{L}))\s*/giu
/** Always end a clause. */
const STRONG =
  /\s*,?\s*\b(?:and\s+)?(?:then|after that|afterwards?|after which|subsequently|finally|lastly|next)\b(?!\s+to\b)[,:]?\s*/gi
/** End a clause when something to do follows. */
const WEAK = /\s*(?:,\s*(?:and\s+|also\s+)?|\band\s+(?:also\s+)?|\bas well as\s+)/gi
const LIST_MARK = /^\s*(?:\(?\d{1,3}[.)]|[-*•])\s+/gm
const OPENING =
  /^(?:(?:please|first(?:ly)?|second(?:ly)?|third(?:ly)?|also|and|now|ok(?:ay)?|hey|hi|hello|so|kindly|just|to start|step \d+)\b[,:]?\s*|(?:can|could|would|will) you\s+|i (?:want|need|would like|'d like) (?:you )?to\s+|i'd like (?:you )?to\s+|let's\s+|go (?:ahead )?and\s+)+/i
const CLOSING = /(?:[\s,;:.!?]|\b(?:please|for me|thanks|thank you|and)\b)+$/i

const saysWhenAgain = { test: (text: string) => repetitionIn(text) !== undefined }

type Reasons = readonly (readonly [Pick<RegExp, 'test'>, string])[]

/** What a list of steps cannot say: left out as a whole, for half of it would be another thing. */
const BEYOND: Reasons = [
  [
    /\b(?:if|whenever|until|while|as long as|in case|depending|otherwise|only when|unless)\b/i,
    'it depends on a condition',
  ],
  [
    /\b(?:for (?:each|every)|each of|every (?:one|file|row|line|page|slide)\b)/i,
    'it repeats for each of several things',
  ],
  [saysWhenAgain, 'it is about times; create a schedule for that (POST /api/schedules)'],
  [/\b(?:before|after)\s+(?:you |that |it )?\w+ing\b|\bbefore (?:that|this)\b/i, 'it reverses the order'],
]
const FORBIDDING: Reasons = [
  [/\b(?:do not|don't|dont|never|without|except|instead of|rather than)\b/i, 'it says what not to do'],
]

/** Things to do that no tool need know: what follows "and" is then not taken for a part of what stands before it. */
const COMMON_VERBS = new Set(
  wordsOf(
    `send email mail call print upload download post share translate summarize summarise remind open close run start stop
     click type play buy order book schedule tell notify message publish install sort filter count check calculate analyze
     analyse encrypt sign fetch ask delete remove rename move copy convert reply forward archive read write save create make
     find search list show compress zip unzip extract merge combine draw compare insert append add`,
  ).map(stemOf),
)

/** What a person wants to be done, one clause for each thing. `verbs` are stems of words that can begin one. */
export function splitClauses(sentence: string, verbs: ReadonlySet<string>): Clause[] {
  // Long runs of nothing would keep the patterns busy.
  const plain = sentence.replaceAll(/[^\S\n]+/g, ' ').replaceAll(/ ?\n[ \n]*/g, '\n')
  const listed = plain.replaceAll(LIST_MARK, '\n').trim()
  return cut(listed, SENTENCE_END)
    .flatMap((part) => unlessBeyond(part, BEYOND, () => cut(part, STRONG)))
    .flatMap((part) =>
      typeof part === 'string' ? unlessBeyond(part, FORBIDDING, () => cutWeakly(part, verbs)) : [part],
    )
    .map((part) => (typeof part === 'string' ? { text: tidy(part) } : { ...part, text: tidy(part.text) }))
    .filter(({ text }) => /[\p{L}\p{N}]/u.test(text))
    .map((clause) =>
      spansIn(clause.text).length > MAX_VALUES
        ? { ...clause, beyond: 'it has more values than one step can take' }
        : clause,
    )
}

/** Whether words can begin something to do, for what follows "and". `verbs` are stems. */
export function withCommonVerbs(verbs: ReadonlySet<string>): ReadonlySet<string> {
  return COMMON_VERBS.union(verbs)
}

/** The sentences of a text. */
export function cutSentences(text: string): string[] {
  return cut(text.trim(), SENTENCE_END).filter((part) => /[\p{L}\p{N}]/u.test(part))
}

/** The parts of a sentence with one thing to do each, whatever they say besides. */
export function cutClauses(sentence: string, verbs: ReadonlySet<string>): string[] {
  return cut(sentence, STRONG)
    .flatMap((part) => cutWeakly(part, verbs))
    .map(tidy)
    .filter((text) => /[\p{L}\p{N}]/u.test(text))
}

function unlessBeyond(text: string, reasons: Reasons, split: () => string[]): (string | Clause)[] {
  const bare = withoutSpans(text)
  const beyond = reasons.find(([pattern]) => pattern.test(bare))?.[1]
  return beyond === undefined ? split() : [{ text, beyond }]
}

/** The first word of a clause that is not mere politeness, as a stem. */
export function verbOf(clause: string): string | undefined {
  const word = wordsOf(withoutSpans(clause))[0]
  return word === undefined ? undefined : stemOf(word)
}

/** Quotes, paths and addresses are never cut. */
function cut(text: string, separator: RegExp): string[] {
  return pieces(text, [...withoutSpans(text, { write: filled }).matchAll(separator)])
}

/** "compare A, B and C" is one thing, "read A and write B" are two: what follows must be something to do. */
function cutWeakly(text: string, verbs: ReadonlySet<string>): string[] {
  const bare = withoutSpans(text, { write: filled })
  const cuts = [...bare.matchAll(WEAK)].filter((match) => {
    const behind = bare.slice(match.index + match[0].length).slice(0, TWO_WORDS)
    const [first, second] = wordsOf(behind)
    // A value asks for nothing, and neither does "…, replacing it".
    if (first === undefined || match.index === 0 || behind.startsWith(VALUE_MARK)) return false
    const stem = stemOf(first)
    if (first.endsWith('ing') && stem !== first) return false
    return (verbs.has(stem) || COMMON_VERBS.has(stem)) && second !== 'of' && second !== 'and'
  })
  return pieces(text, cuts)
}

/** A clause at each comma or "and" of it: what stands before, and all that comes behind. */
export function weakPieces(text: string): { text: string; rest: string }[] {
  const bare = withoutSpans(text, { write: filled })
  return [...bare.matchAll(WEAK)]
    .filter(({ index }) => index > 0)
    .map((match) => ({
      text: text.slice(0, match.index).trim(),
      rest: tidy(text.slice(match.index + match[0].length)),
    }))
}

function pieces(text: string, cuts: readonly RegExpExecArray[]): string[] {
  const found: string[] = []
  let at = 0
  for (const match of cuts) {
    found.push(text.slice(at, match.index))
    at = match.index + match[0].length
  }
  return [...found, text.slice(at)]
}

function tidy(text: string): string {
  const opened = text.trim().replace(OPENING, '')
  const bare = withoutSpans(opened, { write: filled })
  const closing = CLOSING.exec(bare)
  return (closing ? opened.slice(0, closing.index) : opened).trim()
}

/** As long as the value, and no word that anything above looks for. */
function filled({ start, end }: { start: number; end: number }): string {
  return VALUE_MARK.repeat(end - start)
}
