import { declaredIntents } from './declared-intents.ts'
import { isSmallTalk } from './doable.ts'
import { readSlots } from './grammar/grammar.ts'
import { asWish, isAct, unwished, type Unwished } from './wishes/is-a-wish.ts'
import { forbiddingWords } from './languages/translate.ts'
import { lostRepetition } from './wishes/lost-repetition.ts'
import type { Sentence } from './normalize.ts'
import { isFalseFriend, isStatement } from './wishes/false-friends.ts'
import { present, type Slots, type When } from './readers/reader.ts'
import type { Meaning, Understanding } from './understanding.ts'

/** What the gate makes of a sentence that must not be done: its acts say why, and do nothing. */
export const gateIntents = { nothing: 'nothing', howTo: 'how_to', repeats: 'repeats' } as const

/** Whether the meaning only says why nothing is done. */
export function isHeldBack({ intent }: Pick<Meaning, 'intent'>): boolean {
  return Object.values<string>(gateIntents).includes(intent)
}

/** Lets through what the sentence wants; everything else becomes an answer that changes nothing. */
export function gated(understanding: Understanding, sentence: Sentence, when: When): Understanding {
  const { meaning, candidates } = understanding
  if (!meaning) return understanding
  if (isByLikeness(meaning) && isFalseFriend(sentence.lower)) return { candidates }
  if (isForbiddenElsewhere(meaning, sentence)) return { candidates: [] }
  if (isByLikeness(meaning) && !isAct(meaning.intent) && isNoQuestion(sentence.lower)) return { candidates }
  const why =
    unwished(sentence, meaning.intent) ?? (losesTime(sentence.lower, meaning) ? 'conditional' : undefined)
  if (why !== undefined)
    return { ...instead(why, meaning, { sentence, when }), candidates: harmless(candidates, why) }
  const repetition = lostRepetition(sentence.lower, meaning)
  if (repetition === undefined) return understanding
  return {
    meaning: { ...meaning, intent: gateIntents.repeats, slots: { of: meaning.intent, repetition } },
    candidates: [],
  }
}

/** Tells how something is, or wants it gone: neither is answered by showing it. */
function isNoQuestion(lower: string): boolean {
  return isStatement(lower) || /^(?:delete|remove|erase|wipe|trash|discard|get rid of|empty) /.test(lower)
}

/** "Stell keinen Timer": whoever forbids it in another language wants nothing, unless it is what is written down. */
function isForbiddenElsewhere({ intent, slots }: Meaning, { raw }: Sentence): boolean {
  if (!isAct(intent)) return false
  const written = JSON.stringify(slots).toLowerCase()
  return forbiddingWords(raw).some((word) => !written.includes(word))
}

/** A shape or a person spoke for everything else, and whoever says goodbye may tell a story. */
function isByLikeness({ by, intent }: Meaning): boolean {
  return (by === 'classifier' || by === 'embedding') && !isSmallTalk(intent)
}

/** What takes entries from a list does it now. */
const atOnce = /^list\.(?:clear|remove|drop|sweep|complete|finish)$/
const later =
  /^(?:tomorrow|tonight|later|next (?:week|month)|(?:on )?(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b|\blists? (?:(?:later )?(?:today|tonight|tomorrow)|later|next (?:week|month)|(?:on )?(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:at|after) (?:noon|midnight|\d{1,2}(?::\d\d)? ?(?:am|pm|o'?clock)?)|in (?:an?|\d+|\w+) (?:second|minute|hour|day|week)s?)$/

/** "clear my shopping list tomorrow" must not be done today. */
function losesTime(lower: string, { intent }: Meaning): boolean {
  return (atOnce.test(intent) && later.test(lower)) || (isDoneNow(intent) && endsLater.test(lower))
}

const endsLater =
  / (?:later|tomorrow|tonight|next (?:week|month)|on (?:mon|tues|wednes|thurs|fri|satur|sun)day)$/

/** Takes something away, and has no value for a time. */
function isDoneNow(intent: string): boolean {
  const { effect, slots = {} } = declaredIntents.get(intent) ?? {}
  return effect === 'removes' && !timed.some((name) => name in slots)
}

const timed: readonly string[] = ['date', 'time', 'day', 'from', 'at', 'when', 'times', 'path']

type Instead = (
  meaning: Meaning,
  asked: { readonly sentence: Sentence; readonly when: When },
) => Pick<Meaning, 'intent' | 'slots'> | undefined

const replies: Readonly<Record<Unwished, Instead>> = {
  negated: ({ intent }) => ({ intent: gateIntents.nothing, slots: { of: intent } }),
  'half negated': ({ intent }) => ({ intent: gateIntents.nothing, slots: { of: intent, because: 'half' } }),
  conditional: ({ intent }) => ({ intent: gateIntents.nothing, slots: { of: intent, because: 'condition' } }),
  'asks how': ({ intent }) => ({ intent: gateIntents.howTo, slots: { of: intent } }),
  'asks whether': ({ intent }, { sentence }) => ({
    intent: gateIntents.howTo,
    slots: present({ of: intent, wish: asWish(sentence) }),
  }),
  'asks about': ({ intent }, { sentence, when }) => shown(intent, sentence, when),
  told: () => undefined,
}

function instead(
  why: Unwished,
  meaning: Meaning,
  asked: { readonly sentence: Sentence; readonly when: When },
): Pick<Understanding, 'meaning'> {
  const reply = replies[why](meaning, asked)
  return reply ? { meaning: { ...meaning, ...reply } } : {}
}

/** Where that which is asked about is to be seen. */
function shown(intent: string, sentence: Sentence, when: When): { intent: string; slots: Slots } | undefined {
  const shows = declaredIntents.get(intent)?.shownBy
  const slots = shows === undefined ? undefined : readSlots(shows, sentence, when)
  return shows === undefined || !slots ? undefined : { intent: shows, slots }
}

/** What was only told may be offered; what is forbidden or asked about must not be one press away. */
function harmless(candidates: Understanding['candidates'], why: Unwished): Understanding['candidates'] {
  return why === 'told' ? candidates : candidates.filter(({ name }) => !isAct(name))
}
