import { declaredIntents } from '../declared-intents.ts'

const removing =
  /\b(?:delete|remove|cancel|erase|scratch|discard|wipe|snooze|turn off|switch off|take off|get rid of|no longer need|(?:clean|tidy|clear)(?: up)? (?:my|the|all))\b/
const making =
  /\b(?:add|put|create|book|repeat|set up|set (?:an? )?(?:alarm|reminder|timer)|schedule (?:an?|my|the|it|this|event|meeting))\b/
const telling =
  /^(?:\S+ )?(?:email|text|message|call) (?:my |the )?\p{L}+ (?:how|what|that|about|if)\b|\bsend (?:her|him|them)\b/u

/**
 * Likeness cannot tell "remove my alarm" from "set my alarm", but the verb can: what is to be removed is not set, and what is to be
 * changed is not only shown.
 */
export function verbFits(intent: string, lower: string): boolean {
  const effect = declaredIntents.get(intent)?.effect
  if (effect === 'removes' || effect === 'changes') return true
  const isShown = effect === undefined && changed.has(intent)
  if (removing.test(lower)) return effect === undefined && !isShown
  return effect !== undefined || !((isShown && making.test(lower)) || telling.test(lower))
}

/** What other intents change. */
const changed: ReadonlySet<string> = new Set(
  [...declaredIntents.values()].flatMap(({ shownBy }) => shownBy ?? []),
)
