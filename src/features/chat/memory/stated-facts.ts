import type { Reading } from '../answering.ts'
import { verbs } from '../router/wishes/wish-words.ts'
import { recognizeFacts, type Fact } from './recognize-facts.ts'
import { toldToRemember } from './told-to-remember.ts'

/** What a message says that is to be kept: facts as they are understood, or sentences word for word. */
export interface Stated {
  readonly facts: readonly Fact[]
  readonly told: readonly string[]
  /** Nothing was said but these. */
  readonly only: boolean
}

/** A wish beside what is to be remembered: "…, and add a cake to my shopping list". */
const wantsMore = new RegExp(
  String.raw`(?:[,;.!]| and| then)(?: and| then| also| so| please)* (?:can you |could you )?(?!call me\b)(?=(?:${verbs})\b(?! (?:is|are|was|were|has|have)\b))`,
  'i',
)

export function hasWishBeside(message: string): boolean {
  return wantsMore.test(message)
}

/** Undefined when the message states nothing. */
export async function statedIn(message: string, reading: Reading): Promise<Stated | undefined> {
  // Most messages are settled by this, and need not be understood for it.
  if (!states(message)) return undefined
  const pieces = (await piecesOf(message, reading)).map((piece) => {
    const { facts, only } = recognizeFacts(piece)
    const told = only ? undefined : toldToRemember(piece)
    return { facts, told: told === undefined ? [] : [told], only: only || told !== undefined }
  })
  return {
    facts: pieces.flatMap(({ facts }) => facts),
    told: pieces.flatMap(({ told }) => told),
    only: pieces.every(({ only }) => only),
  }
}

function states(message: string): boolean {
  return recognizeFacts(message).facts.length > 0 || toldToRemember(message) !== undefined
}

/** "I live in Oslo, what's the weather": a fact ends where a wish begins that is understood. */
async function piecesOf(message: string, reading: Reading): Promise<readonly string[]> {
  const { parts = [] } = await reading.understand()
  if (parts.length > 1) return parts.map(({ said }) => said)
  const [joint] = wantsMore.exec(message) ?? []
  if (joint === undefined) return [message]
  const [before, after] = splitAt(message, joint)
  return (await reading.understand(after)).meaning ? [before, after] : [message]
}

function splitAt(message: string, joint: string): [before: string, after: string] {
  const at = message.indexOf(joint)
  return [message.slice(0, at), message.slice(at + joint.length)]
}
