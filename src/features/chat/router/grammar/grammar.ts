import { declaredIntents } from '../declared-intents.ts'
import type { Intent } from '../define-intent.ts'
import { matchIntent, matchWideIntent, slotsWorded, templateWords } from '../match-intents.ts'
import type { Sentence } from '../normalize.ts'
import type { Slots, When } from '../readers/reader.ts'
import { slotReaders } from '../readers/readers.ts'
import { listRules } from './lists.ts'
import type { Rule } from './rule.ts'
import { stemOf, wordsIn } from './vocabulary.ts'

/** The narrow shapes stand before the wide ones. */
const grammar: readonly Rule[] = listRules

export interface Shaped {
  readonly intent: string
  readonly slots: Slots
  /** Whether every word of the sentence belongs to the shape. */
  readonly isWhole: boolean
}

export function matchGrammar(sentence: Sentence, when: When): Shaped | undefined {
  const { lower } = sentence
  const worded = matchIntent(sentence, when)
  if (worded) return { intent: worded.intent, slots: worded.slots, isWhole: true }
  for (const { intent, pattern, unless, isClosed } of grammar) {
    if (!pattern.test(lower) || unless?.test(lower)) continue
    const slots = readSlots(intent, sentence, when)
    if (slots) return { intent, slots, isWhole: isClosed }
  }
  const likely = matchWideIntent(sentence, when)
  return likely && { ...likely, isWhole: false }
}

const known = new Map<string, ReadonlySet<string> | undefined>()

/** The stems of the words that the shapes of an intent are made of; undefined for one that has no shape. */
export function grammarWords(intent: string): ReadonlySet<string> | undefined {
  if (known.has(intent)) return known.get(intent)
  const patterns = grammar.filter((rule) => rule.intent === intent).map(({ pattern }) => pattern)
  const worded = templateWords(intent)
  const words =
    worded || patterns.length > 0
      ? wordsIn(patterns).union(new Set([...(worded ?? [])].map(stemOf)))
      : undefined
  known.set(intent, words)
  return words
}

export function readSlots(intent: string, sentence: Sentence, when: When): Slots | undefined {
  const declared = declaredIntents.get(intent)
  if (declared) return slotsWorded(declared, sentence, when) ?? readWith(declared, sentence, when)
  const read = slotReaders[intent]
  return read ? read(sentence, when) : {}
}

/** Where no template fits: what its reader finds, and nothing for an intent that needs nothing. */
function readWith({ read, needs }: Intent, sentence: Sentence, when: When): Slots | undefined {
  if (read) return read(sentence, when)
  return needs === undefined ? {} : undefined
}
