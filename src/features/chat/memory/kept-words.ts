import type { MemoryFact } from '../schemas.ts'
import { tellingWords, type Memory } from './memory.ts'

const question =
  /^(?:so |and |hey |please )*(?:what|when|where|who|which|how|do you (?:know|remember)|tell me)\b/i

/**
 * What was kept word for word and answers a question. It has to hold every word that the question is about, and one
 * word alone has to be the user's own ("my plumber"): "what is the weather" asks about more than what was told.
 */
export function keptFactsAsked(memory: Memory, message: string): MemoryFact[] {
  return question.test(message)
    ? keptFactsAbout(memory, message.replaceAll(/\b(what|when|where|who)'?s\b/gi, '$1'))
    : []
}

/** What was kept word for word about what is named: "the garage code". */
export function keptFactsAbout(memory: Memory, about: string): MemoryFact[] {
  const words = tellingWords(about)
  const enough = words.length > 1 || (words.length === 1 && /\b(?:my|our)\b/i.test(about))
  if (!enough) return []
  return memory.search(about).filter(({ kind, text }) => kind === null && holdsAll(tellingWords(text), words))
}

/** Whether it says more than what is asked, and all of that. */
function holdsAll(told: readonly string[], words: readonly string[]): boolean {
  return words.every((word) => told.some((known) => known.startsWith(word.replace(/s$/, ''))))
}
