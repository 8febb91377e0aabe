import type { Asked } from '../answering.ts'
import type { ActPort } from './act-port.ts'
import { isSmallTalk } from './doable.ts'
import { isHeldBack } from './gate.ts'
import { asSentence } from './as-sentence.ts'
import { wishesOf } from './certain.ts'
import { isAct } from './wishes/is-a-wish.ts'
import type { Meaning, Router } from './understanding.ts'
import { isWhole } from './whole.ts'

interface ShownDeps {
  readonly router: Pick<Router, 'understand'>
  readonly hasModel: (asked: Asked) => boolean
}

/** What a sentence would show if it were said now. With a model set, only what is understood to the last word. */
export function shownBy({ router, hasModel }: ShownDeps): ActPort['shownBy'] {
  return async (sentence, { when, asked }) => {
    const understanding = await router.understand(sentence, { ...when, signal: asked.signal })
    const wishes = wishesOf(understanding, sentence)
    const meanings = wishes.map(({ meaning }) => meaning)
    if (!meanings.every(isShowing)) return []
    const isSure =
      !hasModel(asked) ||
      wishes.every(
        ({ said }, at) => isWorded(meanings[at]!) && isWhole(meanings[at]!, asSentence(said), when),
      )
    return isSure ? meanings : []
  }
}

/** Not only by likeness: nobody looks when it is done. */
function isWorded({ by }: Meaning): boolean {
  return by === 'grammar' || by === 'correction'
}

function isShowing(meaning: Meaning | undefined): meaning is Meaning {
  return (
    meaning !== undefined &&
    meaning.intent !== 'incomplete' &&
    !isAct(meaning.intent) &&
    !isSmallTalk(meaning.intent) &&
    !isHeldBack(meaning)
  )
}
