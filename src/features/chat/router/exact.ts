import type { Sentence } from './normalize.ts'
import { escaped } from '../../../platform/language/values/escaped.ts'

const courtesy =
  /[, ]+(?:please|pls|thanks|thank you(?: (?:so|very) much)?|thx|for me|would you|will you|could you|can you|if you (?:can|could|would|please)|asap)[?.! ]*$/i

/**
 * The sentence from its first word of meaning on, letter for letter as it was said: names and paths must not have their
 * spelling set right nor "im" written out. Only politeness at its end is taken off.
 */
export function exactWords(sentence: Sentence): string {
  const words = known.get(sentence) ?? worked(sentence)
  known.set(sentence, words)
  return words
}

const known = new WeakMap<Sentence, string>()

function worked({ said, text }: Sentence): string {
  const first = /^\S+/.exec(text)?.[0] ?? ''
  // Not the "put" of "computer".
  const from = said.startsWith(first)
    ? 0
    : said.search(new RegExp(String.raw`(?<![\p{L}\d])${escaped(first)}`, 'iu'))
  const rest = from === -1 ? text : said.slice(from)
  return rest
    .replace(courtesy, '')
    .replace(/[?!\s]+$/, '')
    .replace(/(?<=[\w"')])\.$/, '')
}

/** The text that a sentence ends with, its last full stop included: prose is stored as it was written. */
export function withLastMark(text: string, { said }: Sentence): string {
  const [mark = ''] = /[.?!…]+$/.exec(said.trimEnd()) ?? []
  return said.trimEnd().endsWith(text + mark) ? text + mark : text
}

/** What stands outside of quotes. */
export function outsideQuotes(text: string): string {
  return text.replaceAll(/"[^"]*"|(?<=^|\s)'[^']*'(?=$|[\s,.])/g, '""')
}

const further =
  /\bthen\b|\bevery (?:day|night|morning|evening|week|weekday|month|year|hour|minute|mon|tues|wednes|thurs|fri|satur|sun|other|\d)|\b(?:daily|weekly|monthly|hourly)\b(?!.*\.\w)|(?:\band|[,;]) (?:then |also |please )?(?:zip|compress|email|e-mail|send|mail|delete|remove|move|copy|rename|open|add|remind|set|print|show|read|write|create|make|convert|summari[sz]e|tell|give|put|save|upload|share|translate|count|merge|sort|call|text|post|attach)\b/i

/** Whether more is wanted than one thing now: half of it would be done and the rest lost. */
export function wantsMore(text: string): boolean {
  return further.test(outsideQuotes(text))
}
