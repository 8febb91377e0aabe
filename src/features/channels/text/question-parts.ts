import { WAITING } from '../question-text.ts'
import { escaped, unescaped } from './little-html.ts'
import { MAX_MESSAGES, REST } from './send-parts.ts'
import { splitHtml } from './split-html.ts'

/** A question without buttons, in messages of at most so many letters. What becomes of it is written below the last one. */
export function questionParts(text: string, maxLetters: number): string[] {
  const parts = splitHtml(escaped(text), maxLetters).map(unescaped)
  if (parts.length <= MAX_MESSAGES) return parts
  return [...parts.slice(0, MAX_MESSAGES - 1), `${REST}\n\n${WAITING}`]
}
