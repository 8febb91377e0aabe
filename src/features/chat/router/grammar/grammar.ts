import { declaredIntents } from '../declared-intents.ts'
import { matchIntent, slotsByTemplate, templateWords } from '../match-intents.ts'
import type { Sentence } from '../normalize.ts'
import type { Slots, When } from '../readers/reader.ts'
import { slotReaders } from '../readers/readers.ts'
import { calendarEventRules, calendarRules } from './calendar.ts'
import { collectionRules } from './collections.ts'
import { connectorRules } from './connectors.ts'
import { dateSumRules } from './dates.ts'
import { factRules } from './facts.ts'
import { keptDoingRules } from './kept-doing.ts'
import { keptWritingRules } from './kept-writing.ts'
import { listRules } from './lists.ts'
import { liveDataRules } from './live-data.ts'
import { numberRules } from './numbers.ts'
import type { Rule } from './rule.ts'
import { talkRules } from './talk.ts'
import { timeRules } from './time.ts'
import { stemOf, wordsIn } from './vocabulary.ts'

/** The narrow shapes stand before the wide ones. */
const grammar: readonly Rule[] = [
  ...keptWritingRules,
  ...keptDoingRules,
  ...connectorRules,
  ...dateSumRules,
  ...calendarEventRules,
  ...factRules,
  ...talkRules,
  ...listRules,
  ...collectionRules,
  ...calendarRules,
  ...timeRules,
  ...numberRules,
  ...liveDataRules,
]

/** Shapes of conversions and calculations are wide: they count only when the values were read. */
const needed: Readonly<Record<string, readonly string[]>> = {
  unit_converter: ['from', 'to'],
  currency_converter: ['from', 'to'],
  calculator: ['expression'],
  live_stock: ['symbol'],
  live_sports: ['sport'],
  dictionary: ['word'],
  wiki_summary: ['query'],
  countdown: ['target'],
  'reading.add': ['title'],
}

/** Openings of conversions that need no values. */
const bare =
  /^(?:open |show |start )?(?:the |a )?(?:unit converter|currency converter|calculator|currency conversion|unit conversion)$/

export interface Shaped {
  readonly intent: string
  readonly slots: Slots
  /** Whether every word of the sentence belongs to the shape. */
  readonly isWhole: boolean
}

export function matchGrammar(sentence: Sentence, when: When): Shaped | undefined {
  const { lower } = sentence
  const worded = matchIntent(sentence, when)
  if (worded) return { ...worded, isWhole: true }
  for (const { intent, pattern, unless, isClosed, isKept } of grammar) {
    if (!pattern.test(lower) || unless?.test(lower)) continue
    const slots = readSlots(intent, sentence, when)
    if (!slots || (isKept && !(when.kept && isKept(slots, when.kept)))) continue
    if (hasNeeded(intent, slots, lower)) return { intent, slots, isWhole: isClosed }
  }
  return undefined
}

const known = new Map<string, ReadonlySet<string> | undefined>()

/** The stems of the words that the shapes of an intent are made of; undefined for one that has no shape. */
export function grammarWords(intent: string): ReadonlySet<string> | undefined {
  if (known.has(intent)) return known.get(intent)
  const patterns = grammar.filter((rule) => rule.intent === intent).map(({ pattern }) => pattern)
  const worded = templateWords(intent)
  const words = worded
    ? new Set([...worded].map(stemOf))
    : patterns.length === 0
      ? undefined
      : wordsIn(patterns)
  known.set(intent, words)
  return words
}

export function readSlots(intent: string, sentence: Sentence, when: When): Slots | undefined {
  const declared = declaredIntents.get(intent)
  const read = declared?.read ?? slotReaders[intent]
  if (read) return read(sentence, when)
  const slots = declared && slotsByTemplate(declared, sentence, when)
  return slots ?? (declared?.needs ? undefined : {})
}

function hasNeeded(intent: string, slots: Slots, lower: string): boolean {
  if (bare.test(lower) || (intent === 'currency_converter' && /\bexchange rate/.test(lower))) return true
  // "which day of this week" names two units of time and converts nothing.
  if (
    slots['category'] === 'time' &&
    !/\d|\bhow (?:many|much)\b|\bconvert|\b(?:one|an?|two|three|ten|hundred)\b/.test(lower)
  )
    return false
  return (needed[intent] ?? []).every((name) => slots[name] !== undefined)
}
