import type { Sentence } from './normalize.ts'
import { exactWords } from './exact.ts'

/** What the router must know of a tool. */
export interface PhrasedTool {
  readonly action: string
  readonly phrases: readonly string[]
  /** Parameters that have no default, in the order in which they are declared. */
  readonly required: readonly { readonly name: string; readonly type: string }[]
}

/** A tool as its declaration says it. */
interface Declared {
  readonly action: string
  readonly phrases?: readonly string[] | undefined
  readonly params: unknown
}

export function phrased({ action, phrases = [], params }: Declared): PhrasedTool {
  const { required = [], properties } = params as {
    required?: readonly string[]
    properties: Readonly<Record<string, { type?: string }>>
  }
  return {
    action,
    phrases,
    required: required.map((name) => ({ name, type: properties[name]?.type ?? '' })),
  }
}

const value = /"[^"]+"|'[^']{2,}'|(?:~|\.{0,2})?\/[^\s"',?!]*[^\s"',.?!]|~(?=\s|$)|https?:\/\/\S+/g
const unimportant = /\b(?:the|my|a|an|this|that|please|file|folder|document)\b/g

/**
 * A tool whose phrase has the shape of the sentence: the same words around paths, addresses and quoted texts. Only when every
 * required argument stands in the sentence.
 */
export function matchTool(
  tools: readonly PhrasedTool[],
  sentence: Sentence,
): { intent: string; slots: Readonly<Record<string, unknown>>; score: number } | undefined {
  // As it was said: "~/im/a.txt" is no contraction.
  const exact = exactWords(sentence)
  const shapes = new Set([shapeOf(exact), shapeOf(sentence.text)])
  const values = exact.match(value) ?? []
  for (const { action, phrases, required } of tools) {
    if (required.length !== values.length || required.some(({ type }) => type !== 'string')) continue
    if (!phrases.some((phrase) => shapes.has(shapeOf(phrase)))) continue
    const args = Object.fromEntries(required.map(({ name }, index) => [name, unquoted(values[index]!)]))
    return { intent: action, slots: { args }, score: 1 }
  }
  return undefined
}

function shapeOf(text: string): string {
  const masked = text
    .replaceAll(value, ' @ ')
    .toLowerCase()
    .replaceAll(/[?!.,;:]/g, ' ')
  return masked.replaceAll(unimportant, ' ').replaceAll(/\s+/g, ' ').trim()
}

function unquoted(text: string): string {
  return /^["'].*["']$/.test(text) ? text.slice(1, -1) : text
}
