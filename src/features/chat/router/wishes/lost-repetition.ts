import type { Meaning } from '../understanding.ts'

const unit =
  '(?:day|morning|afternoon|evening|night|week|weekday|weekend|month|year|hour|half hour|quarter|minute|second|(?:mon|tues|wednes|thurs|fri|satur|sun)day)'
const count =
  '(?:single |other |second |third |few |couple of |\\d+ |half |two |three |four |five |six |ten |fifteen |twenty |thirty )'
const repetition = new RegExp(
  [
    String.raw`\b(?:every|each) ${count}?${unit}s?\b(?! (?:of|in|this|next|until|for the next)\b)`,
    String.raw`\b(?:on )?(?:weekdays|workdays|(?:mon|tues|wednes|thurs|fri|satur|sun)days)\b(?! (?:of|in)\b)`,
    String.raw`\b(?:once|twice|three times|\d+ times) (?:an?|per|every|each) ${unit}\b`,
    String.raw`\b(?:daily|weekly|monthly|hourly|nightly)(?=$| at\b)`,
  ].join('|'),
)
/** Who asks how often something is wants an answer now. */
export const asks =
  /^(?:what|how|who|when|where|why|which|is|are|am|does|do|did|will|would|was|were|has|have|should)\b/
/** Their readers know what repeats. */
const knowsRepetition = /^(?:reminder|alarm|schedule|calendar|workflow|habit|recurring)(?:[._]|$)/

/** Values that are written down as they were said. */
const writtenDown = 'text items title card habit word options question command'.split(' ')

/** The words that say that a wish is to be done again and again, where the intent would do it once. */
export function lostRepetition(
  lower: string,
  { intent, slots }: Pick<Meaning, 'intent' | 'slots'>,
): string | undefined {
  if (asks.test(lower) || knowsRepetition.test(intent) || isReadElsewhere(intent, slots)) return undefined
  const found = repetition.exec(lower.replaceAll(/"[^"]*"/g, ' '))?.[0]
  // "note that the bins go out every Monday" keeps it as what is written down.
  return found === undefined || writtenDown.some((name) => isStored(found, slots[name])) ? undefined : found
}

/** An alarm that was called a timer, and entries whose reader has told of it. */
function isReadElsewhere(intent: string, slots: Meaning['slots']): boolean {
  return (intent === 'live_timer' && slots['target'] !== undefined) || slots['repeats'] !== undefined
}

function isStored(words: string, value: unknown): boolean {
  if (typeof value === 'string') return value.toLowerCase().includes(words) && value.length > words.length
  return Array.isArray(value) && value.some((entry) => isStored(words, entry))
}
