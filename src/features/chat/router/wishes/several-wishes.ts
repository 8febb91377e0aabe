import { cutAtWishes, pointsBack, question, type ByShape } from './cut-at-wishes.ts'
import { declaredIntents } from '../declared-intents.ts'
import { isSmallTalk } from '../doable.ts'
import { enumerated } from './enumerations.ts'
import { gateIntents, isHeldBack } from '../gate.ts'
import { resolveReference, pointedOut } from './resolve-reference.ts'
import type { Meaning, Part } from '../understanding.ts'
import { courtesy } from './wish-words.ts'

export interface PartReaders {
  readonly byShape: ByShape
  /** By everything that the router has. */
  readonly byAll: (text: string) => Promise<Meaning | undefined>
  /** The wishes of a sentence that is in another language than English. */
  readonly cutElsewhere: (text: string) => readonly string[] | undefined
  /** Whether looking for its parts takes so long that it is left as it is. */
  readonly isTooMuch: () => boolean
}

/**
 * The wishes of a sentence that has several, in their order; undefined when it is one. A part that nobody understands is
 * among them without a meaning, so that it can be said what was not done.
 */
export async function wishesIn(
  said: string,
  { byAll, byShape, cutElsewhere, isTooMuch }: PartReaders,
): Promise<readonly Part[] | undefined> {
  const readers = { byAll, byShape: once(byShape) }
  const elsewhere = cutElsewhere(said.trim())
  if (elsewhere) return partsOf(elsewhere, readers)
  if (
    !/[,;.\n&:]|\b(?:and|or|then|also|plus|vs|versus)\b/i.test(said) ||
    depends.test(said) ||
    savesIt.test(said)
  )
    return undefined
  const texts: string[] = []
  const inOrder = said.trim().replace(firstOf, '')
  for (const text of await withSharedList(await cutAtWishes(inOrder, readers.byShape), readers.byShape))
    texts.push(...(await enumerated(text, readers.byShape)))
  if (isTooMuch()) return undefined
  return texts.length < 2 ? withoutEcho(said, readers.byShape) : partsOf(texts, readers)
}

async function partsOf(
  texts: readonly string[],
  { byAll, byShape }: Pick<PartReaders, 'byAll' | 'byShape'>,
): Promise<readonly Part[] | undefined> {
  const parts: Part[] = []
  for (const said of texts) {
    const text = pointedOut(said, parts.at(-1))
    const found = (await byShape(text)) ?? (await byAll(text))
    const meaning = parts.length > 0 && found && speaksOfBefore(text, found) ? undefined : found
    parts.push(resolveReference({ said: text, ...(meaning && { meaning }) }, parts.at(-1)))
  }
  return whole(parts)
}

/** Says that others follow. */
const firstOf = /^(?:first(?:ly| of all)?,? )(?=.*\b(?:then|after that|afterwards|finally|second(?:ly)?)\b)/i

/** The same piece of a sentence is looked at from several sides. */
function once(byShape: ByShape): ByShape {
  const known = new Map<string, ReturnType<ByShape>>()
  return (text) => {
    const found = known.get(text) ?? byShape(text)
    known.set(text, found)
    return found
  }
}

const echo =
  /,? (?:and|then)(?: then)? (?:read|open|show)(?: me)? (?:it|them)(?: to me| aloud| out| out loud)?[.!?]*$/i

/** "open ~/notes.txt and read it to me" says one thing twice. */
async function withoutEcho(said: string, byShape: ByShape): Promise<readonly Part[] | undefined> {
  const first = said.replace(echo, '')
  const meaning = first === said || (await byShape(said)) ? undefined : await byShape(first)
  return meaning && [{ said: first, meaning }]
}

/** "is milk on my list, if not add it": the second half hangs on the first. */
const depends =
  /\b(?:if (?:it |they |i |we |you )?(?:is |are |was |were |did |have |do )?(?:not|n't)|if (?:it|they|that)(?:'s|'re| is| are) not|if (?:it|they) (?:isn't|aren't)|if so|otherwise|or else)\b/i

/** "draw a chart of ~/sales.csv and save it to ~/chart.png" says of one thing where it goes. */
const savesIt = /\b(?:chart|graph|plot)\b.*\band save it (?:to|as|in|into)\b/i

/** "read ~/a.txt and translate it": what the first part gives is not handed on from here. */
function speaksOfBefore(text: string, { intent }: Meaning): boolean {
  if (question.test(text) || /^(?:reminder|list|alarm|note|journal)\b/.test(intent) || isHeldBack({ intent }))
    return false
  return pointsBack.test(text) || (isWork.test(intent) && pointing.test(text))
}

const isWork = /^[A-Z_]+$|^(?:file|files|folder|mail|email|chat|message|issue|translator)\b/
const pointing =
  /\b(?:it|them|these|those|(?:the|its|their) (?:results?|output|answer|findings|contents?|list(?:ing)?))\b/i

/** What holds for one part of such a sentence holds for all of it: "every day at 8 show me the weather and the news". */
function whole(parts: readonly Part[]): readonly Part[] | undefined {
  const meanings = parts.flatMap(({ meaning }) => (meaning ? [meaning] : []))
  const repeating = parts.find(({ meaning }) => meaning?.intent === gateIntents.repeats)
  if (repeating) return [repeating]
  if (meanings.length === 0) return undefined
  if (parts[0]!.meaning && isHeldBack(parts[0]!.meaning)) return undefined
  if (parts.some((part, index) => isTooLate(part, parts[index - 1]))) return undefined
  // A greeting, and what was said not to do, need no words of their own beside what is done.
  const wanted = parts.filter(
    ({ meaning }) => !meaning || !(isHeldBack(meaning) || isSmallTalk(meaning.intent)),
  )
  const once = wanted.filter(
    (part, index) => !wanted.slice(0, index).some((before) => saysSame(before, part)),
  )
  return once.length === 0 ? undefined : once
}

/** "delete the file and explain what was in it": once the first is done, nobody can do the second. */
function isTooLate({ said, meaning }: Part, before: Part | undefined): boolean {
  const effect = before?.meaning && declaredIntents.get(before.meaning.intent)?.effect
  return !meaning && effect === 'removes' && pointing.test(said)
}

/** "will it rain and should I take an umbrella" is asked once. */
function saysSame({ meaning: before }: Part, { meaning }: Part): boolean {
  if (!meaning || !before || meaning.intent !== before.intent || meaning.intent.includes('.')) return false
  if (/^(?:dice_roller|coin_flip|random_number|live_timer)$/.test(meaning.intent)) return false
  return Object.entries(meaning.slots).every(
    ([name, value]) =>
      (name === 'focus' && value === 'current') ||
      JSON.stringify(before.slots[name]) === JSON.stringify(value),
  )
}

const listVerb = new RegExp(
  String.raw`^${courtesy}(add|put|remove|delete|erase|take|tick off|cross off|cross out|check off) `,
  'i',
)
const listTail =
  /\s(?:to|on|onto|from|off) ((?:my|the|our) (?:[\p{L}'-]+ ){0,3}?list|(?:my |the )?(?:shopping|todo|groceries))[.!?]*$/iu
const prepositions: Readonly<Record<string, string>> = {
  add: 'to',
  put: 'on',
  'tick off': 'on',
  'check off': 'on',
}
const sameList =
  /\s(?:to|on|onto|from|off|in) (?:it|that|there|that list|the same list)(?:,? please)?[.!?]*$/i

/** "add milk and remove eggs from my shopping list" speaks of one list, and so does "… and add bread to it". */
async function withSharedList(texts: readonly string[], byShape: ByShape): Promise<string[]> {
  const shared = texts.map(async (text, index) => {
    const verb = listVerb.exec(text)?.[1]?.toLowerCase()
    const list = [texts[index + 1] ?? '', texts[index - 1] ?? '']
      .map((other) => (listVerb.test(other) ? listTail.exec(other)?.[1] : undefined))
      .find((found) => found !== undefined)
    const bare = text.replace(sameList, '').replace(/[.!?]+$/, '')
    const entries = bare.replace(listVerb, ' ')
    if (verb === undefined || list === undefined || /\s(?:to|on|onto|from|off) \S/i.test(entries)) return text
    // "delete ~/a.txt" speaks of no list.
    const own = await byShape(bare)
    if (own && !own.intent.startsWith('list.')) return text
    return `${bare} ${prepositions[verb] ?? 'from'} ${list}`
  })
  return Promise.all(shared)
}
