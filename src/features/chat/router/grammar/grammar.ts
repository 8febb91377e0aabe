import { declaredIntents } from '../declared-intents.ts'
import type { Intent } from '../define-intent.ts'
import { matchIntent, matchWideIntent, slotsWorded, templateWords } from '../match-intents.ts'
import type { Sentence } from '../normalize.ts'
import type { Slots, When } from '../readers/reader.ts'
import { slotReaders } from '../readers/readers.ts'
import { calendarEventRules, calendarRules } from './calendar.ts'
import { fileRules } from './files.ts'
import { listRules } from './lists.ts'
import { numberRules } from './numbers.ts'
import type { Rule } from './rule.ts'
import { systemRules } from './system.ts'
import { stemOf, wordsIn } from './vocabulary.ts'

/** The narrow shapes stand before the wide ones. */
const grammar: readonly Rule[] = [
  ...systemRules,
  ...fileRules,
  ...calendarEventRules,
  ...listRules,
  ...calendarRules,
  ...numberRules,
]

/** Shapes of conversions and calculations are wide: they count only when the values were read. */
const needed: Readonly<Record<string, readonly string[]>> = {
  SEARCH_FILES: ['query'],
}

/** Openings of conversions that need no values. */
const bare = /^(?:open |show |start )?(?:the |a )?(?:unit converter|calculator|unit conversion)$/

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
    if (slots && hasNeeded(intent, slots, lower)) return { intent, slots, isWhole: isClosed }
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

function hasNeeded(intent: string, slots: Slots, lower: string): boolean {
  if (bare.test(lower)) return true
  return (needed[intent] ?? []).every((name) => slots[name] !== undefined)
}
