import { spansIn, withoutSpans } from '../../../../platform/language/spans.ts'
import { isHeldBack } from '../gate.ts'
import { isAct } from './is-a-wish.ts'
import type { Meaning } from '../understanding.ts'
import { command, courtesy, verbs } from './wish-words.ts'

/** Understands by the shape alone: quick, and sure. */
export type ByShape = (text: string) => Promise<Meaning | undefined>

/** The sentence cut before every part that is a wish of its own. */
export async function cutAtWishes(said: string, byShape: ByShape): Promise<string[]> {
  const joints = jointsIn(said)
  // So many are an enumeration or a story.
  if (joints.length > MAX_JOINTS) return [said]
  const pieces: string[] = []
  let from = 0
  for (const [index, { start, end }] of joints.entries()) {
    const left = said.slice(from, start)
    const later = joints.slice(index + 1, index + 1 + LOOKED_AHEAD).map((next) => next.start)
    const rests = [...later, said.length].map((at) => said.slice(end, at))
    const isNext = followsOn.test(said.slice(start, end))
    const cut = { left, rests, rest: said.slice(end), span: said.slice(from), isNext }
    if (!(await isCut(cut, byShape))) continue
    pieces.push(left)
    from = end
  }
  return [...pieces, said.slice(from)].map((piece) => piece.trim()).filter((piece) => piece !== '')
}

const MAX_JOINTS = 24
/** A wish has no more than some joints of its own: "milk, eggs, bread and butter". */
const LOOKED_AHEAD = 6

interface Joint {
  readonly start: number
  readonly end: number
}

const joint =
  /\s*[,;]?\s*\b(?:and\s+(?:then|also|after that|afterwards|finally)|then|after that|afterwards|but also|also|and|plus|as well as)\b,?\s+|\s*[,;]\s*|\s*\n+\s*|[.!?]\s+(?:(?:and then|then|also|after that|afterwards|and),?\s+)?(?=\p{L})|\s+&\s+/giu

/** Says by itself that something else is to be done now. */
const followsOn = /\b(?:then|after that|afterwards|finally)\b|[.!?]/i

/** Quotes, paths and addresses are never cut. */
function jointsIn(text: string): Joint[] {
  const bare = withoutSpans(text, {
    spans: spansIn(text).filter(({ kind }) => kind !== 'number'),
    write: ({ start, end }) => '\u{FFFC}'.repeat(end - start),
  })
  return [...bare.matchAll(joint)]
    .filter(({ index }) => index > 0)
    .map((match) => ({ start: match.index, end: match.index + match[0].length }))
}

/** Begins as a question does. */
export const question = /^(?:please |also )?(?:what|how|who|when|where|is|are|will|does|which)(?:'s|'re)? \S/i
/** Said to the assistant, so that it is no more of what is to be written down: "remind me to call Joe and wake me at 7". */
const addressed =
  /^(?:(?:please|also|then|can you|could you|would you) )*(?:do not |don't |dont |remind me|wake me|tell me|show me|give me|set (?:an?|my|the|another|two|three) |start (?:an?|the|my) |(?:add|put) .+ (?:to|on|onto) (?:my|the|our) |(?:add|put) .+ (?:to|on) (?:shopping|todo|groceries)|(?:remove|delete|take|tick|cross|check) .+ (?:from|off|on) |(?:take|make|write) an? |note (?:that|down|:)|flip an? |roll |what|how|show (?:me|my|the|our) |open [~/."]|log [\d$€£]|convert \d)/i
/** What is written into them can be about anything, wishes too. */
const written = /^(?:note|journal|reminder|list|board|contact|poll|calendar|event|habit)\b/
/** Nearly all that follows belongs to the text. */
export const allText = /^(?:note|journal)\b/
/** What is to be sent, and what is to be done at other times, is said to its end. */
const toItsEnd = /^(?:schedule\.(?:add|change)|mail|message|chat|slack|teams|issue|connector)\b/
const isTool = /^[A-Z_]+$/
/** "flip a coin and tell me what it lands on" wants no more than the coin. */
const asksForResult =
  /^(?:please |then )*(?:(?:tell|show|give|let) (?:me|us)(?: know)? (?:what|which|if|whether|how|the (?:result|outcome|answer)|it)\b|(?:get|see|read|show)(?: me)?(?: back)? the (?:result|outcome|answer)|read (?:it )?back)/i

interface Cut {
  readonly left: string
  /** What follows, up to each of the next joints. */
  readonly rests: readonly string[]
  readonly rest: string
  /** Left and rest together. */
  readonly span: string
  /** Whether the words between them say that another wish follows. */
  readonly isNext: boolean
}

async function isCut(cut: Cut, byShape: ByShape): Promise<boolean> {
  const { left, rests, rest } = cut
  if (command.test(rest) || question.test(rest)) return isAnother(cut, byShape)
  // "weather in Oslo and news": no verb, but all of it has a name. What follows is short, and looked at first.
  const areShown = isShown(await byShape(rests[0]!)) && isShown(await byShape(left))
  return areShown || isOnlyApart(cut, byShape)
}

/** Whether what begins as a wish or a question is one of its own. */
async function isAnother(cut: Cut, byShape: ByShape): Promise<boolean> {
  const { left, rests, rest } = cut
  const before = await byShape(left)
  if (before ? toItsEnd.test(before.intent) : !command.test(left)) return false
  const together = await byShape(cut.span)
  if (together && isOneWish(together, rest)) return false
  const next = await firstUnderstood(rests, byShape)
  if (!next) return before !== undefined && isDropped(rest, { before, together })
  if (isForeignList(next)) return false
  // Each is understood, and both together are not.
  if (!before || !together) return true
  return (cut.isNext && !allText.test(before.intent)) || isNoMoreOf(before, rest, next.meaning)
}

/** "lunch with anna friday at 12 and dinner with tom saturday at 7": each is understood, and both together are not. */
async function isOnlyApart({ left, rests, span }: Cut, byShape: ByShape): Promise<boolean> {
  const before = (await byShape(span)) ? undefined : await byShape(left)
  const next = before && !isHeldBack(before) ? await firstUnderstood(rests, byShape) : undefined
  if (!before || !next || isHeldBack(next.meaning)) return false
  // "clear my todo list and my shopping list" wants to see neither.
  return isAct(before.intent) === isAct(next.meaning.intent)
}

/** Whether what follows is another wish, and no more of what is written down. */
function isNoMoreOf({ intent, slots }: Meaning, rest: string, next: Meaning): boolean {
  // The list is named already, so that "delete ~/a.txt" is no entry of it.
  const isAnother =
    isTool.test(next.intent) || (next.intent.startsWith('list.') && next.slots['items'] !== undefined)
  const isOther = next.intent !== 'list.add' && command.test(rest)
  if (intent.startsWith('list.') && slots['list'] !== undefined && (isAnother || isOther)) return true
  if (allText.test(intent)) return /^(?:(?:please|also|then) )*(?:remind|wake) me\b/i.test(rest)
  return !written.test(intent) || addressed.test(rest)
}

/** "we are out of milk, put it on the list": one wish, said in two halves. */
export const pointsBack = new RegExp(
  String.raw`^${courtesy}(?:${verbs}) (?:it|them|that|this|those|these)\b`,
  'i',
)
/** "get a coin and flip it" is one thing, "find the report and email it" are two. */
const doneWithIt =
  /^(?:please |then |also )*(?:zip|compress|unzip|extract|e-?mail|mail|send|print|save|translate|delete|copy|move|rename|share|post|upload|download|convert|summari[sz]e|forward|add|put)\b/i

async function firstUnderstood(texts: readonly string[], byShape: ByShape) {
  for (const text of texts) {
    const meaning = await byShape(text)
    if (meaning) return { text, meaning }
  }
  return undefined
}

/** Said in two halves, or read by one that takes two verbs in one go: "remove eggs from my list and add milk". */
function isOneWish({ intent, slots }: Meaning, rest: string): boolean {
  if (pointsBack.test(rest) && written.test(intent)) return true
  return (
    (intent === 'list.add' && slots['remove'] !== undefined) ||
    (intent === 'list.remove' && slots['add'] !== undefined)
  )
}

const shownByName =
  /^(?:live_|news_|system\.|currency_|calendar_view|astronomy|date$|(?:notes|bookmarks|reading_list|journal|contacts|budget_tracker|code_snippets)$)|\.show$/

function isShown(meaning: Meaning | undefined): boolean {
  return meaning !== undefined && shownByName.test(meaning.intent) && meaning.intent !== 'live_timer'
}

/** "add buy milk and set the table to my todo list": the list at the end takes both. */
function isForeignList({ text, meaning }: { text: string; meaning: Meaning }): boolean {
  return !meaning.intent.startsWith('list.') && !isHeldBack(meaning) && listAtEnd.test(text)
}

const listAtEnd = /\b(?:to|on|onto) (?:my|the|our) (?:[\p{L}'-]+ ){0,3}(?:list|todos)[.!?]*$/iu

/** Whether nothing of it was read into any value; what follows the name of a list is no entry of it. */
function isDropped(
  rest: string,
  { before, together: meaning }: { before: Meaning; together: Meaning | undefined },
): boolean {
  // What only writes something down has no result that could be told.
  const isTold = asksForResult.test(rest) && !written.test(before.intent)
  if (!command.test(rest) || !rest.includes(' ') || isTold) return false
  if (pointsBack.test(rest) && !doneWithIt.test(rest)) return false
  if (isAnotherEntry(rest, { before, together: meaning })) return false
  if (before.intent.startsWith('list.') && before.slots['list'] !== undefined) return true
  const [verb = ''] = rest
    .replace(new RegExp(`^${courtesy}`, 'i'), '')
    .toLowerCase()
    .split(/\s+/)
  return (
    meaning === undefined ||
    !textsIn(meaning.slots).some((text) =>
      text
        .toLowerCase()
        .split(/[^\p{L}\p{N}-]+/u)
        .includes(verb),
    )
  )
}

/**
 * "to do: water the plants, feed the cat": what is to be done is told as a command is. So is "add eggs to the shopping list
 * and call the bank to the todo list".
 */
function isAnotherEntry(
  rest: string,
  { before, together }: { before: Meaning; together: Meaning | undefined },
): boolean {
  if (before.intent === 'list.add' && listAtEnd.test(rest)) return true
  const { list, items } = (together?.slots ?? {}) as { list?: { id: string }; items?: readonly string[] }
  return (
    list?.id === 'todo' && textsIn(items).some((text) => rest.toLowerCase().startsWith(text.toLowerCase()))
  )
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}
