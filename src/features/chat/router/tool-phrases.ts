import type { Sentence } from './normalize.ts'
import { exactWords } from './exact.ts'
import { remembered } from '../../../platform/language/remembered.ts'
import { contentStems, stemsLike } from '../../../platform/language/content-words.ts'

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
  readonly description: string
  readonly phrases?: readonly string[] | undefined
  readonly params: unknown
}

interface Param {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly description?: string
}

interface Params {
  readonly required?: readonly string[]
  readonly properties: Readonly<Record<string, Param>>
}

const known = new WeakMap<Declared, PhrasedTool>()

export function phrased(tool: Declared): PhrasedTool {
  const made = known.get(tool) ?? withPhrases(tool)
  known.set(tool, made)
  return made
}

function withPhrases({ action, description, phrases = [], params }: Declared): PhrasedTool {
  const { required = [], properties } = params as Params
  const isFree = ([name, { type, enum: choices }]: [string, Param]) =>
    type !== 'boolean' && type !== 'integer' && choices === undefined && !required.includes(name)
  const canDrop = Object.entries(properties).some(isFree)
  const about = Object.entries(properties).map(([name, of]) => `${name} ${of.description ?? ''}`)
  const words = new Set(contentStems([action, description, ...about].join(' ').replaceAll('_', ' ')))
  return {
    action,
    phrases: canDrop ? phrases.filter((phrase) => isOnlyOf(words, phrase)) : phrases,
    required: required.map((name) => ({ name, type: properties[name]?.type ?? '' })),
  }
}

/** Whether it says nothing that the tool does not say of itself: "search my mail for invoice" is an example with a value. */
function isOnlyOf(words: ReadonlySet<string>, phrase: string): boolean {
  return contentStems(phrase).every((stem) => [stem, ...stemsLike(stem)].some((one) => words.has(one)))
}

const value = /"[^"]+"|'[^']{2,}'|(?<!\S)(?:~|\.{0,2})?\/[^\s"',?!]*[^\s"',.?!]|~(?=\s|$)|https?:\/\/\S+/g
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
    if (!phrases.some((phrase) => shapes.has(shapeOfPhrase(phrase)))) continue
    const args = Object.fromEntries(required.map(({ name }, index) => [name, unquoted(values[index]!)]))
    return { intent: action, slots: { args }, score: 1 }
  }
  return undefined
}

const MOST_PHRASES = 5_000
const shapeOfPhrase = remembered(shapeOf, MOST_PHRASES)

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
