import type { ActDoors } from './act-doors.ts'
import { isSmallTalk } from './doable.ts'
import { isHeldBack } from './gate.ts'
import { isAct } from './is-a-wish.ts'
import type { Meaning, Router } from './understanding.ts'

/** What a sentence would show if it were said now. */
export function shownBy(router: Pick<Router, 'understand'>): ActDoors['shownBy'] {
  return async (sentence, { when, asked }) => {
    const { meaning, parts } = await router.understand(sentence, { ...when, signal: asked.signal })
    const wishes = parts ? parts.map((part) => part.meaning) : [meaning]
    return wishes.every(isShowing) ? wishes : []
  }
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
