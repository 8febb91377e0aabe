import type { When } from './readers/reader.ts'

/**
 * How many letters of its parts may be looked at for a message. Wishes with a joint or two need some hundred; what needs more
 * than this was made to take long, and is taken for one wish.
 */
const MAX_LETTERS = 2_500

const spent = new WeakMap<When, number>()

/** Nothing has been looked at yet for a message that begins: one context may serve several. */
export function beginEffort(when: When): When {
  spent.delete(when)
  asked.delete(when)
  return when
}

/** Whether one more part of a message may be looked at; it counts from then on. */
export function mayLookAt(part: string, when: When): boolean {
  const letters = (spent.get(when) ?? 0) + part.length
  spent.set(when, letters)
  return letters <= MAX_LETTERS
}

export function isSpent(when: When): boolean {
  return (spent.get(when) ?? 0) > MAX_LETTERS
}

/**
 * How many pieces of words the model of meaning may be asked about for a message: it takes two to three milliseconds for
 * each, and for every question as long as for six of them.
 */
const MAX_PIECES = 36
const PIECES_PER_QUESTION = 6
const piece = /\p{L}{1,6}|\p{N}{1,3}|[^\s\p{L}\p{N}]/gu

const asked = new WeakMap<When, number>()

/** Whether the meaning of one more part may be looked at; a long story has the words to be told by. */
export function mayAskMeaning(part: string, when: When): boolean {
  const pieces = (asked.get(when) ?? 0) + PIECES_PER_QUESTION + (part.match(piece)?.length ?? 0)
  if (pieces > MAX_PIECES) return false
  asked.set(when, pieces)
  return true
}
