import type { When } from './readers/reader.ts'

/**
 * How many letters of its parts may be looked at for a message. Wishes with a joint or two need some hundred; what needs more
 * than this was made to take long, and is taken for one wish.
 */
const MOST_LETTERS = 4_000

const spent = new WeakMap<When, number>()

/** Whether one more part of a message may be looked at; it counts from then on. */
export function mayLookAt(part: string, when: When): boolean {
  const letters = spentOn(when) + part.length
  spent.set(when, letters)
  return letters <= MOST_LETTERS
}

export function isSpent(when: When): boolean {
  return spentOn(when) > MOST_LETTERS
}

export function spentOn(when: When): number {
  return spent.get(when) ?? 0
}
