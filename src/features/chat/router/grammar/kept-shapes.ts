import type { Kept, KeptKind } from '../understanding.ts'

/** Verbs that take something away. */
export const drop = '(?:delete|remove|erase|trash|discard|scrap|drop|get rid of|throw away)'
/** Verbs that want to see something. */
export const find =
  '(?:find|search(?: for)?|look for|look up|show(?: me)?|open|read(?: me)?|get|display|pull up|see|list)'

export function has(kind: KeptKind) {
  return (_slots: unknown, kept: Kept) => kept(kind).length > 0
}

/** Whether something is called as the sentence says, or by some of its words. */
export function isNamed(kind: KeptKind, slot: string) {
  return (slots: Readonly<Record<string, unknown>>, kept: Kept) => {
    const wanted = plainName(saidIn(slots, slot))
    return wanted !== '' && kept(kind).some((name) => ` ${plainName(name)} `.includes(` ${wanted} `))
  }
}

/** What is on a list by that very name is ticked off there. */
export function isOnNoList(slots: Readonly<Record<string, unknown>>, slot: string, kept: Kept): boolean {
  const wanted = plainName(saidIn(slots, slot))
  return !kept('items').some((item) => plainName(item) === wanted)
}

export function saidIn(slots: Readonly<Record<string, unknown>>, slot: string): string {
  const value = slots[slot]
  return typeof value === 'string' ? value : ''
}

export function plainName(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\d]+/gu, ' ')
    .trim()
    .replace(/^(?:the|my|a|an) (?=\S)/, '')
}
