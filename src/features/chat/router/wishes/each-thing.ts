import { isDeepStrictEqual } from 'node:util'
import type { ByShape } from './cut-at-wishes.ts'
import { fixedPair } from '../../../../platform/language/values/fixed-pairs.ts'
import { isHeldBack } from '../gate.ts'
import type { Meaning } from '../understanding.ts'

/** Says each wish of an enumeration by itself; undefined where the text is none. */
export type Enumeration = (text: string, byShape: ByShape) => Promise<readonly string[] | undefined>

/** What stands between the things of an enumeration. */
export const between =
  /\s*,\s*(?:and\s+|or\s+|plus\s+)?(?:then\s+)?|\s+(?:and(?:\s+then)?|then|or|plus|vs\.?|versus)\s+|\s+&\s+/i
export const MAX_ITEMS = 8
const MAX_WORDS = 16
/** Whoever is spoken of again is no other thing: "reply to Graham and let him know". */
const pronoun = /\b(?:him|her|them|it|let|that|which)\b/i
const oneThing: readonly RegExp[] = [/["“]/, pronoun, fixedPair]
/** With such a word the things that are told begin alike: "my todo list and my shopping list". */
const leading = /^(?:my|the|our|an?|to|on|in|at|for|from|about|of|with)$/i

/** "delete ~/a.txt and ~/b.txt", "meeting with sue on monday and wednesday at 9": one beginning and one end for each. */
export async function eachThing(text: string, byShape: ByShape): Promise<readonly string[] | undefined> {
  const plain = text.replace(/[.!?]+$/, '')
  const [first = [], ...others] = plain.split(between).map((item) => item.split(' '))
  if (others.length === 0 || others.length > MAX_ITEMS || plain.split(' ').length > MAX_WORDS)
    return undefined
  if (oneThing.some((pattern) => pattern.test(plain)) || (await byShape(plain))) return undefined
  const last = others.at(-1)!
  for (let head = first.length - 1; head > 0; head--)
    for (let tail = 0; tail < last.length; tail++) {
      const items = [first.slice(head), ...others.slice(0, -1), last.slice(0, last.length - tail)]
      if (!beginAlike(items)) continue
      const sentences = items.map((item) =>
        [...first.slice(0, head), ...item, ...last.slice(last.length - tail)].join(' '),
      )
      if (await areAllOfOneKind(sentences, byShape)) return sentences
    }
  return undefined
}

async function areAllOfOneKind(sentences: readonly string[], byShape: ByShape): Promise<boolean> {
  const meanings = await allShaped(sentences, byShape, (meaning) => !isHeldBack(meaning))
  return meanings !== undefined && areOfOneKind(meanings)
}

/** What each sentence means; undefined as soon as one means nothing, or nothing that fits those before it. */
export async function allShaped(
  sentences: readonly string[],
  byShape: ByShape,
  isFit: (meaning: Meaning, before: readonly Meaning[]) => boolean,
): Promise<readonly Meaning[] | undefined> {
  const meanings: Meaning[] = []
  for (const sentence of sentences) {
    const meaning = await byShape(sentence)
    if (!meaning || !isFit(meaning, meanings)) return undefined
    meanings.push(meaning)
  }
  return meanings
}

function beginAlike(items: readonly (readonly string[])[]): boolean {
  const words = items.map(([word = '']) => leading.exec(word)?.[0].toLowerCase())
  return new Set(words).size === 1
}

/** The same wish with one other value each, or several that are set or shown. */
function areOfOneKind(found: readonly Meaning[]): boolean {
  const [first, ...others] = found
  if (others.some(({ intent }) => intent !== first!.intent))
    return new Set(found.map(({ intent }) => intent)).size === found.length && found.every(isSettingOrShown)
  return others.every(({ slots }) => {
    const names = new Set([...Object.keys(slots), ...Object.keys(first!.slots)])
    const differing = [...names].filter((name) => !isDeepStrictEqual(slots[name], first!.slots[name]))
    // What takes several has them in one wish.
    if (differing.some((name) => Array.isArray(slots[name]))) return false
    return differing.length === 1 || (differing.length === 2 && 'result' in slots)
  })
}

function isSettingOrShown({ intent }: Meaning): boolean {
  return /^(?:setting|system)\./.test(intent)
}

const severalLists = /^(.*\b(?:my|the|our)) ((?:[\p{L}'-]+ ?){1,3}(?:,| and| &).*?) lists(?:,? please)?$/iu

/** "clear my todo and shopping lists" */
export async function namedLists(text: string, byShape: ByShape): Promise<readonly string[] | undefined> {
  const [, head, names] = severalLists.exec(text.replace(/[.!?]+$/, '')) ?? []
  if (head === undefined || names === undefined) return undefined
  const texts = names.split(between).map((name) => `${head} ${name.replace(/^(?:my|the|our) /i, '')} list`)
  const meanings = await Promise.all(texts.map(byShape))
  const lists = new Set(meanings.map((meaning) => JSON.stringify(meaning?.slots['list'])))
  const isEach = meanings.every(
    (meaning) => meaning?.intent.startsWith('list.') && meaning.intent === meanings[0]!.intent,
  )
  return isEach && lists.size === texts.length ? texts : undefined
}
