import type { Sentence } from './normalize.ts'
import { exactWords } from './exact.ts'
import { remembered } from '../../../platform/language/remembered.ts'
import { contentStems, stemsLike } from '../../../platform/language/content-words.ts'

/** What the router must know of a tool. */
export interface PhrasedTool {
  readonly action: string
  readonly phrases: readonly string[]
  /** Parameters that have no default, in the order in which they are declared. */
  readonly required: readonly { readonly name: string; readonly type: string; readonly kind: ValueKind }[]
}

type ValueKind = 'path' | 'address' | 'text'

/** A tool as its declaration says it. */
interface Declared {
  readonly action: string
  readonly description: string
  readonly phrases?: readonly string[] | undefined
  readonly params: unknown
  readonly risk: string
  /** A call that works: what its values look like tells what they are. */
  readonly example: { readonly args: unknown }
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

function withPhrases({ action, description, phrases = [], params, ...tool }: Declared): PhrasedTool {
  const { required = [], properties } = params as Params
  const example = tool.example.args as Readonly<Record<string, unknown>>
  const isFree = ([name, { type, enum: choices }]: [string, Param]) =>
    type !== 'boolean' && type !== 'integer' && choices === undefined && !required.includes(name)
  const canDrop = Object.entries(properties).some(isFree)
  const about = Object.entries(properties).map(([name, of]) => `${name} ${of.description ?? ''}`)
  const words = new Set(contentStems([action, description, ...about].join(' ').replaceAll('_', ' ')))
  // What changes something needs all that its example has: "reorder the slides of ~/deck.pptx" does not say how.
  const saysAll = tool.risk === 'read' || Object.keys(example).every((name) => required.includes(name))
  const own = canDrop ? phrases.filter((phrase) => isOnlyOf(words, phrase)) : phrases
  return {
    action,
    phrases: saysAll ? own : [],
    required: required.map((name) => ({
      name,
      type: properties[name]?.type ?? '',
      kind: kindOf(String(example[name])),
    })),
  }
}

/** In an example a path is under `{folder}`. */
function kindOf(text: string): ValueKind {
  if (/^https?:/.test(text)) return 'address'
  return /^(?:\{folder\}|~|\.{0,2}\/)/.test(text) ? 'path' : 'text'
}

/** Whether it says nothing that the tool does not say of itself: "search my mail for invoice" is an example with a value. */
function isOnlyOf(words: ReadonlySet<string>, phrase: string): boolean {
  return contentStems(phrase).every((stem) => [stem, ...stemsLike(stem)].some((one) => words.has(one)))
}

const value = /"[^"]+"|'[^']{2,}'|(?<!\S)(?:~|\.{0,2})?\/[^\s"',?!]*[^\s"',.?!]|~(?=\s|$)|https?:\/\/\S+/g
const unimportant = /\b(?:the|my|a|an|please|file|folder|document)\b/g
/** "this file ~/a.txt" is the path behind it; "this zip file" is one that the sentence does not name. */
const named = /\b(?:this|that)(?= (?:\p{L}+ )?@)/gu
const pointing = /\b(?:this|that|these|those|it|them)\b/

/**
 * A tool whose phrase has the shape of the sentence: the same words around paths, addresses and quoted texts. Only when every
 * required argument stands in the sentence, and nothing is pointed at that does not.
 */
export function matchTool(
  tools: readonly PhrasedTool[],
  sentence: Sentence,
): { intent: string; slots: Readonly<Record<string, unknown>>; score: number } | undefined {
  // As it was said: "~/im/a.txt" is no contraction.
  const exact = exactWords(sentence)
  const shapes = new Set([shapeOf(exact), shapeOf(sentence.text)])
  if ([...shapes].some((shape) => pointing.test(shape))) return undefined
  const values = exact.match(value) ?? []
  for (const { action, phrases, required } of tools) {
    if (required.length !== values.length || required.some(({ type }) => type !== 'string')) continue
    if (!phrases.some((phrase) => shapes.has(shapeOfPhrase(phrase)))) continue
    const args = argsOf(required, values)
    if (args) return { intent: action, slots: { args }, score: 1 }
  }
  return undefined
}

/** Each value is that of the first parameter of its kind: "find "notice" in ~/a.pdf" has the path behind the words. */
function argsOf(required: PhrasedTool['required'], values: readonly string[]) {
  const left = [...values]
  const args: Record<string, string> = {}
  for (const { name, kind } of required) {
    const isOfKind = (text: string) => kindOf(unquoted(text)) === kind
    const at =
      [...left.keys()].find((index) => isOfKind(left[index]!)) ??
      (kind === 'text' ? left.findIndex(isQuoted) : -1)
    // A pattern names many: nobody asked for the file of that name.
    if (at === -1 || (kind === 'path' && /[*?]/.test(left[at]!))) return undefined
    args[name] = unquoted(left.splice(at, 1)[0]!)
  }
  return args
}

const MAX_PHRASES = 5_000
const shapeOfPhrase = remembered(shapeOf, MAX_PHRASES)

function shapeOf(text: string): string {
  const masked = text
    .replaceAll(value, ' @ ')
    .toLowerCase()
    .replaceAll(/[?!.,;:]/g, ' ')
  const plain = masked.replaceAll(/\s+/g, ' ').replaceAll(named, ' ')
  return plain.replaceAll(unimportant, ' ').replaceAll(/\s+/g, ' ').trim()
}

function isQuoted(text: string): boolean {
  return /^["'].*["']$/.test(text)
}

function unquoted(text: string): string {
  return isQuoted(text) ? text.slice(1, -1) : text
}
