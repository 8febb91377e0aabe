import { asSentence } from './as-sentence.ts'
import { isSmallTalk } from './doable.ts'
import { isHeldBack } from './gate.ts'
import { whenOf } from './readers/reader.ts'
import type { Meaning, Part, RouterContext, Understanding } from './understanding.ts'
import { isWhole } from './whole.ts'

/** The wishes of a message: several, or the one that all of it is. */
export function wishesOf({ meaning, parts }: Understanding, sentence: string): readonly Part[] {
  return parts ?? [{ said: sentence, ...(meaning && { meaning }) }]
}

/**
 * What a message wants when no other reading of it is better: each wish was recognized by its shape, or taught, and to the
 * last word. Likeness alone proves nothing, and talk wants nothing.
 */
export function certainIn(
  understanding: Understanding,
  sentence: string,
  context: RouterContext,
): readonly Meaning[] {
  const when = whenOf(context)
  const wishes = wishesOf(understanding, sentence)
  const isCertain = ({ said, meaning }: Part) =>
    meaning !== undefined &&
    (meaning.by === 'grammar' || meaning.by === 'correction') &&
    !isHeldBack(meaning) &&
    !isSmallTalk(meaning.intent) &&
    isWhole(meaning, asSentence(said), when)
  return wishes.every(isCertain) ? wishes.flatMap(({ meaning }) => meaning ?? []) : []
}
