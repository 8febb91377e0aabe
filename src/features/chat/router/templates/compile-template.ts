import { parseTemplate, type Fold, type Node, type Phrases } from './parse-template.ts'

/** One step of the way through a template. Steps lead only forward, so that a template has no loops. */
export type Step =
  | { readonly type: 'words'; readonly words: ReadonlySet<string>; readonly next: number }
  | { readonly type: 'slot'; readonly name: string; readonly kind: string; readonly next: number }
  | {
      readonly type: 'constant'
      readonly name: string
      readonly value: string | true
      readonly next: number
    }
  | { readonly type: 'either'; readonly ways: readonly number[] }
  | { readonly type: 'end' }

export interface Program {
  readonly template: string
  readonly steps: readonly Step[]
  readonly start: number
  /** Of each of these sets a word must be there. */
  readonly needed: readonly ReadonlySet<string>[]
  /** What each step may begin with, as far as somebody has asked. */
  readonly ahead: (Ahead | undefined)[]
}

/** What can come at a step. */
export interface Ahead {
  /** The words that can; undefined when a slot can, which takes any. */
  readonly words: ReadonlySet<string> | undefined
  /** Whether it can be the end already. */
  readonly canEnd: boolean
  /** How many words there are at least until the end. */
  readonly least: number
}

/** Worked out when the first sentence wants it: most templates are never looked at so closely. */
export function aheadOf(program: Program, at: number): Ahead {
  return (program.ahead[at] ??= ahead(program, at))
}

const nothing: ReadonlySet<string> = new Set()

function ahead(program: Program, at: number): Ahead {
  const step = program.steps[at]!
  if (step.type === 'end') return { words: nothing, canEnd: true, least: 0 }
  if (step.type === 'constant') return aheadOf(program, step.next)
  if (step.type === 'either') {
    const ways = step.ways.map((way) => aheadOf(program, way))
    return {
      words: unionOf(ways.map(({ words }) => words)),
      canEnd: ways.some(({ canEnd }) => canEnd),
      least: Math.min(...ways.map(({ least }) => least)),
    }
  }
  const least = 1 + aheadOf(program, step.next).least
  return { words: step.type === 'words' ? step.words : undefined, canEnd: false, least }
}

export function compileTemplate(template: string, phrases: Phrases = {}, fold?: Fold): Program {
  const node = parseTemplate(template, phrases, fold)
  const steps: Step[] = [{ type: 'end' }]
  const start = compile(node, 0, steps)
  return { template, steps, start, needed: neededBy(node), ahead: [] }
}

/** The words that a template is made of. */
export function wordsOf({ steps }: Program): string[] {
  return steps.flatMap((step) => (step.type === 'words' ? [...step.words] : []))
}

/** Adds the steps of a node that go on at `next`, and answers with where they begin. */
function compile(node: Node, next: number, steps: Step[]): number {
  if (node.type === 'word') return steps.push({ type: 'words', words: new Set([node.word]), next }) - 1
  if (node.type === 'slot') return steps.push({ type: 'slot', name: node.name, kind: node.kind, next }) - 1
  if (node.type === 'constant') return steps.push({ ...node, next }) - 1
  if (node.type === 'sequence')
    return node.nodes.reduceRight((after, one) => compile(one, after, steps), next)
  const words = node.options.filter((option) => option.type === 'word').map(({ word }) => word)
  const others = node.options.filter((option) => option.type !== 'word')
  const ways = others.map((option) => compile(option, next, steps))
  if (words.length > 0) ways.unshift(steps.push({ type: 'words', words: new Set(words), next }) - 1)
  return ways.length === 1 ? ways[0]! : steps.push({ type: 'either', ways }) - 1
}

function unionOf(sets: readonly (ReadonlySet<string> | undefined)[]): ReadonlySet<string> | undefined {
  return sets.every((set) => set !== undefined)
    ? sets.reduce((all, set) => all.union(set), new Set<string>())
    : undefined
}

function neededBy(node: Node): ReadonlySet<string>[] {
  if (node.type === 'word') return [new Set([node.word])]
  if (node.type === 'sequence') return node.nodes.flatMap(neededBy)
  if (node.type === 'slot' || node.type === 'constant') return []
  // Whichever option it is, one of its words is there.
  const each = node.options.map((option) => neededBy(option).toSorted((a, b) => a.size - b.size)[0])
  const words = unionOf(each)
  return words ? [words] : []
}
