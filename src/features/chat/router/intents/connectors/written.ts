import type { Captured } from '../../define-intent.ts'
import { textOf } from '../../answers/act.ts'
import type { Sentence } from '../../normalize.ts'
import { asSaid } from '../../readers/as-said.ts'

/** What is to be sent, letter for letter: without the quotes around it, and with what would pass for politeness behind it. */
export function written(captured: Captured, slot: string, sentence: Sentence): string | undefined {
  const found = textOf(captured, slot)
  const quoted = found && /^["'“](.+)["'”]$/s.exec(found)?.[1]
  if (found === undefined || quoted) return quoted || found
  const text = asSaid(sentence, found)!
  const { said } = sentence
  const at = said.lastIndexOf(text)
  const isLast = sentence.text.replace(/[?!.\s]+$/, '').endsWith(found)
  return at === -1 || !isLast ? text : said.slice(at).replace(/[.\s]+$/, '')
}
