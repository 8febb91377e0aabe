import { declaredIntents } from './declared-intents.ts'
import { relatives } from './intents.ts'
import { readSlots } from './grammar/grammar.ts'
import { templateWords } from './match-intents.ts'
import type { Sentence } from './normalize.ts'
import type { Slots, When } from './readers/reader.ts'

const smallTalk: ReadonlySet<string> = new Set(relatives('greeting'))

export function isSmallTalk(intent: string): boolean {
  return smallTalk.has(intent)
}

/** The values with which an intent can be done by this sentence; undefined when it cannot, or the sentence says otherwise. */
export function doable(intent: string, sentence: Sentence, when: When): Slots | undefined {
  if (isSmallTalk(intent) || contradicts(intent, sentence)) return undefined
  const slots = readSlots(intent, sentence, when)
  return slots && hasAll(slots, declaredIntents.get(intent)?.needs ?? []) ? slots : undefined
}

function hasAll(slots: Slots, names: readonly string[]): boolean {
  return names.every((either) => either.split('|').some((name) => slots[name] !== undefined))
}

const isNoWish = [
  /^(?:what|which|who|whose|whom|when|where|why|how|is|are|was|were|am|does|did|do (?:i|we|you|they)|has|have (?:i|we|you)|had|can|could|should|will|would|may)\b/,
  /\b(?:not|never|no longer|without)\b/,
]
const takesAway =
  /^(?:delete|remove|erase|cancel|clear|empty|wipe|drop|discard|scrap|get rid of|throw|trash|undo|forget|stop|take off|unset|disable|kill|close|end|cross|strike|scratch)\b/
const puts = /^(?:add|new|create|make|put|write|save|note|append|insert|book|log|track)\b/

/** "delete contact Tom" makes no contact; but "stop the backup" pauses it, and "cross off milk" ticks it off. */
function onlyTakesAway(intent: string, lower: string): boolean {
  const isOwnVerb = templateWords(intent)?.has(lower.split(' ', 1)[0]!) ?? false
  return takesAway.test(lower) && !isOwnVerb
}

function isPutting(intent: string): boolean {
  const declared = declaredIntents.get(intent)
  if (declared) return declared.effect === 'adds' || declared.effect === 'starts'
  return /\.(?:add|create)$/.test(intent)
}

function isRemoving(intent: string): boolean {
  return declaredIntents.get(intent)?.effect === 'removes'
}

function isMoving(intent: string): boolean {
  return declaredIntents.get(intent)?.effect === 'changes'
}

/** Whether the verb says the opposite: "delete contact Tom" makes no contact, and a question changes nothing. */
function contradicts(intent: string, { said, lower }: Sentence): boolean {
  const removes = isRemoving(intent)
  const changes = removes || isMoving(intent) || isPutting(intent)
  if (!changes) return false
  if (isNoWish.some((pattern) => pattern.test(lower)) || said.endsWith('?')) return true
  return removes ? puts.test(lower) : onlyTakesAway(intent, lower)
}
