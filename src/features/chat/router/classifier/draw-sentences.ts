import { phrases } from '../languages/en/phrases.ts'
import { parseTemplate, type Node } from '../templates/parse-template.ts'
import { seededRandom } from './seeded-random.ts'

/** What slots are filled with, by their kind or, where any words will do, by their name. A name stands for another's. */
export type Fillers = Readonly<Record<string, readonly string[] | string>>

/** Sentences that a template stands for: some of them, drawn alike on every machine. */
export function drawSentences(
  template: string,
  { fillers, count, seed }: { fillers: Fillers; count: number; seed: string },
): string[] {
  const node = parseTemplate(template, phrases)
  const random = seededRandom(seed + template)
  const found = new Set<string>()
  // Some draws repeat: a short template has fewer sentences than are wanted.
  for (let draw = 0; draw < count * 3 && found.size < count; draw++) {
    const words = wordsOf(node, { fillers, random, template }).join(' ')
    found.add(words.replaceAll(/ (?='s\b|:)/g, ''))
  }
  return [...found].filter((sentence) => sentence !== '')
}

interface Drawing {
  readonly fillers: Fillers
  readonly random: () => number
  readonly template: string
}

function wordsOf(node: Node, drawing: Drawing): string[] {
  if (node.type === 'word') return [node.word]
  if (node.type === 'constant') return []
  if (node.type === 'sequence') return node.nodes.flatMap((one) => wordsOf(one, drawing))
  if (node.type === 'choice') return wordsOf(oneOf(node.options, drawing.random), drawing)
  return [oneOf(fillersOf(node, drawing), drawing.random)]
}

function fillersOf({ name, kind }: { name: string; kind: string }, drawing: Drawing): readonly string[] {
  const { fillers, template } = drawing
  const found = anyWords.has(kind) ? (fillers[name] ?? fillers[kind]) : fillers[kind]
  if (found === undefined) throw new Error(`No fillers for {${name}:${kind}} in "${template}".`)
  return typeof found === 'string' ? fillersOf({ name: found, kind: found }, drawing) : found
}

/** Kinds that take nearly any words: what a slot is called tells more of what is said there. */
const anyWords: ReadonlySet<string> = new Set([
  'text',
  'name',
  'word',
  'exact',
  'label',
  'properName',
  'subject',
])

function oneOf<T>(all: readonly T[], random: () => number): T {
  return all[Math.floor(random() * all.length)]!
}
