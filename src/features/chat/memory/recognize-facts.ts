import { factPatterns, type FactPattern } from './fact-patterns.ts'

export interface Fact {
  /** The sentence as it was said. */
  readonly text: string
  readonly kind: string
  readonly value: string
  /** Whether others of its kind stay beside it. */
  readonly several: boolean
}

export interface SaidFacts {
  readonly facts: readonly Fact[]
  /** Nothing was said but these. */
  readonly only: boolean
}

const MAX_SENTENCE_LENGTH = 300
/** Most messages are settled by this, without the patterns, which take their time when they are first used. */
const aboutOneself = /\b(?:i|my|me|we|our)\b/i

/** Finds the sentences that say something lasting about the user. The same words always mean the same. */
export function recognizeFacts(message: string): SaidFacts {
  const sentences = sentencesOf(message)
  const facts = sentences.flatMap((sentence) => factsIn(sentence) ?? [])
  const rest = sentences.filter((sentence) => factsIn(sentence) === undefined && !isPoliteness(sentence))
  return { facts, only: facts.length > 0 && rest.length === 0 }
}

/** The fact that one sentence states; undefined when it states none. */
export function recognizeFact(sentence: string): Fact | undefined {
  const text = stripped(sentence)
  if (text.length > MAX_SENTENCE_LENGTH || text.endsWith('?') || !aboutOneself.test(text)) return undefined
  for (const known of factPatterns) {
    const fact = factOf(text, known)
    if (fact) return fact
  }
  return undefined
}

/** "I live in Tokyo and my wife is called Mei" says two things. */
function factsIn(sentence: string): Fact[] | undefined {
  const parts = sentence.split(/(?:,| and|, and|;) (?=(?:i|i'm|my|call me)\b)/i)
  const facts = parts.map(recognizeFact)
  if (parts.length > 1 && facts.every((fact) => fact !== undefined)) return facts
  const whole = recognizeFact(sentence)
  return whole && [whole]
}

function factOf(
  text: string,
  { pattern, kind, group = 1, several = false, refuse }: FactPattern,
): Fact | undefined {
  const match = pattern.exec(text)
  const value = match?.[group]?.trim().replace(/^["'“](.*)["'”]$/u, '$1')
  if (!match || !value || refuse?.test(value)) return undefined
  const named = kind.replace(
    '$1',
    (match[1] ?? '')
      .trim()
      .toLowerCase()
      .replaceAll(/[\s-]+/g, '_'),
  )
  const written = tidy(named, value)
  const sentence = text.replace(value, () => written)
  return {
    text: sentence.charAt(0).toUpperCase() + sentence.slice(1),
    kind: named,
    value: written,
    several,
  }
}

/** Names are written with capitals also by those who type without them. */
function tidy(kind: string, value: string): string {
  const isName = kind === 'home_city' || kind === 'name' || kind.startsWith('relative:')
  if (!isName || /\p{Lu}/u.test(value)) return value
  return value.replaceAll(
    /(^|[\s-])(\p{Ll})/gu,
    (_, before: string, letter: string) => before + letter.toUpperCase(),
  )
}

function sentencesOf(message: string): string[] {
  // A point inside a word, an address or a number ends nothing.
  return message
    .split(/(?<=[.!?])\s+|\n+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '')
}

const leading =
  /^(?:hi|hello|hey|ok|okay|well|so|btw|by the way|fyi|just so you know|for your information|please|note that|keep in mind(?: that)?|(?:please |can you |could you )?remember(?: that| this:?)?|don't forget(?: that)?|from now on)[,:]?\s+/i

function stripped(sentence: string): string {
  let text = sentence.trim().replaceAll(/[’‘]/g, "'").replaceAll(/\s+/g, ' ')
  for (let before = ''; before !== text;) {
    before = text
    text = text.replace(leading, '')
  }
  return text.replace(/[.!]+$/, '').trim()
}

function isPoliteness(sentence: string): boolean {
  return /^(?:hi|hello|hey|thanks|thank you|please|ok|okay|good (?:morning|evening|afternoon))(?: there)?[.!,]*$/i.test(
    sentence,
  )
}
