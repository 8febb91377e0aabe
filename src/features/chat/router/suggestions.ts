import { doable } from './doable.ts'
import { intentLabelled, intents } from './intents.ts'
import { normalize } from './normalize.ts'
import type { When } from './readers/reader.ts'
import type { Understanding } from './understanding.ts'

export interface Suggestion {
  readonly label: string
  /** What the chip says for the person. Said as it is, it both answers and teaches the router. */
  readonly message: string
}

const SHOWN = 4
/** Below this an offer is a guess. */
const WORTH_OFFERING = 0.04

/**
 * What to offer when the router was not sure: only what can be done with the words of the sentence. A chip says
 * "I mean <label>: <sentence>"; the router reads that form, answers as the label says, and keeps the sentence as an example.
 */
export function suggestionsFor(understanding: Understanding, said: string, when: When): Suggestion[] {
  if (understanding.candidates.length === 0) return []
  const sentence = normalize(said)
  const offered = understanding.candidates.filter(
    ({ name, score }) =>
      score >= WORTH_OFFERING &&
      intents[name] &&
      // Two intents may have one label, and the chip says no more than that.
      intentLabelled(intents[name].label) === name &&
      doable(name, sentence, when),
  )
  return offered.slice(0, SHOWN).map(({ name }) => {
    const { label } = intents[name]!
    return { label, message: `I mean ${label}: ${said}` }
  })
}

const meant = /^i mean (?:the )?([^:]{2,40}): (.+)$/is

export interface Chip {
  readonly label: string
  readonly sentence: string
}

/** The two halves of what a chip said; undefined when it is another sentence. */
export function readChip(said: string): Chip | undefined {
  const match = meant.exec(said.trim())
  return match ? { label: match[1]!, sentence: match[2]!.trim() } : undefined
}
