import { declaredIntents } from '../declared-intents.ts'
import type { Intent } from '../define-intent.ts'
import { translations } from '../languages/translate.ts'
import { matchIntent, matchWideIntent, slotsWorded, templateWords } from '../match-intents.ts'
import type { Sentence } from '../normalize.ts'
import type { Slots, When } from '../readers/reader.ts'
import { stemOf } from './stem.ts'

export interface Shaped {
  readonly intent: string
  readonly slots: Slots
  /** Whether every word of the sentence belongs to the shape. */
  readonly isWhole: boolean
  /** Where it was said in another language than English: which one, and the sentence in English. */
  readonly translated?: { readonly language: string; readonly sentence: Sentence }
}

/** What a sentence is shaped as, in whichever language it is said. */
export function matchGrammar(sentence: Sentence, when: When): Shaped | undefined {
  const worded = matchIntent(sentence, when)
  return matchTranslated(sentence, when, worded?.literal) ?? matchEnglish(sentence, when, worded)
}

function matchEnglish(
  sentence: Sentence,
  when: When,
  worded: ReturnType<typeof matchIntent>,
): Shaped | undefined {
  if (worded) return { intent: worded.intent, slots: worded.slots, isWhole: true }
  const likely = matchWideIntent(sentence, when)
  return likely && { ...likely, isWhole: false }
}

/**
 * What a sentence means in another language. More of its words must be those of a wording there than in English; where they
 * are as many, the language of whoever asks decides. Undefined where two intents are worded alike.
 */
function matchTranslated(sentence: Sentence, when: When, inEnglish = -1): Shaped | undefined {
  let best: (Shaped & { readonly literal: number }) | undefined
  for (const { intent, literal, code: language, sentence: english, restore } of translations(
    sentence,
    when,
  )) {
    if (literal < inEnglish || (literal === inEnglish && language !== when.language)) continue
    if (best && (literal < best.literal || intent === best.intent)) continue
    const found = matchEnglish(english, when, matchIntent(english, when))
    if (found?.intent !== intent) continue
    if (best) return undefined
    const translated = { language, sentence: english }
    best = { ...found, slots: restore(found.slots), isWhole: true, translated, literal }
  }
  return best
}

/** Whether the sentence has a wording of the intent, to its last word. */
export function isWordedAs(intent: string, sentence: Sentence, when: When): boolean {
  const worded = matchIntent(sentence, when)
  if (worded?.intent === intent && worded.isUsed) return true
  return matchTranslated(sentence, when, worded?.literal)?.intent === intent
}

const known = new Map<string, ReadonlySet<string> | undefined>()

/** The stems of the words that the shapes of an intent are made of; undefined for one that has no shape. */
export function grammarWords(intent: string): ReadonlySet<string> | undefined {
  if (known.has(intent)) return known.get(intent)
  const worded = templateWords(intent)
  const words = worded && new Set([...worded].map(stemOf))
  known.set(intent, words)
  return words
}

export function readSlots(intent: string, sentence: Sentence, when: When): Slots | undefined {
  const translated = matchTranslated(sentence, when)
  return translated?.intent === intent ? translated.slots : readSlotsInEnglish(intent, sentence, when)
}

function readSlotsInEnglish(intent: string, sentence: Sentence, when: When): Slots | undefined {
  const declared = declaredIntents.get(intent)
  if (!declared) return {}
  return slotsWorded(declared, sentence, when) ?? readWith(declared, sentence, when)
}

/** Where no template fits: what its reader finds, and nothing for an intent that needs nothing. */
function readWith({ read, needs }: Intent, sentence: Sentence, when: When): Slots | undefined {
  if (read) return read(sentence, when)
  return needs === undefined ? {} : undefined
}
