import { contentStems } from './content-words.ts'

export interface KeySentences {
  /** In the order in which they stand in the text. */
  readonly sentences: readonly string[]
  /** How many there are in all. */
  readonly of: number
}

/** Longer texts are summed up by their beginning. */
const MAX_SENTENCES = 2_000
const MIN_WORDS = 4
const MAX_LENGTH = 600

/**
 * The sentences that say most of what a text is about, word for word: those whose words the text uses most. Each further
 * one counts only for words that none before it had, so that they do not say the same. Nothing is written anew.
 */
export function keySentences(text: string, wanted = 5): KeySentences {
  const all = sentencesOf(text)
  const candidates = all.slice(0, MAX_SENTENCES).map((sentence, index) => ({
    sentence,
    index,
    stems: new Set(contentStems(sentence)),
  }))
  const weights = weightsOf(candidates.map(({ stems }) => stems))
  const left = new Set(candidates.filter(({ stems }) => stems.size >= MIN_WORDS))
  const told = new Set<string>()
  const chosen: typeof candidates = []
  while (chosen.length < wanted && left.size > 0) {
    const best = [...left].reduce((one, other) =>
      scoreOf(other.stems, { weights, told }) > scoreOf(one.stems, { weights, told }) ? other : one,
    )
    left.delete(best)
    chosen.push(best)
    for (const stem of best.stems) told.add(stem)
  }
  const sentences = chosen.toSorted((a, b) => a.index - b.index).map(({ sentence }) => sentence)
  return { sentences, of: all.length }
}

/** In how many sentences a word stands. One that stands only once says little about the whole. */
function weightsOf(sentences: readonly ReadonlySet<string>[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const stems of sentences) for (const stem of stems) counts.set(stem, (counts.get(stem) ?? 0) + 1)
  return counts
}

/** By the square root of its length: else the longest sentence always wins. */
function scoreOf(
  stems: ReadonlySet<string>,
  { weights, told }: { weights: ReadonlyMap<string, number>; told: ReadonlySet<string> },
): number {
  let score = 0
  for (const stem of stems) if (!told.has(stem)) score += Math.log(weights.get(stem) ?? 1)
  return score / Math.sqrt(stems.size)
}

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })

/** Headings, lists and rows of tables are no sentences. */
function sentencesOf(text: string): string[] {
  const paragraphs = text
    .split(/\n\s*\n|\n(?=\s*(?:[-*#|>]|\d+[.)]))/)
    .map((paragraph) => paragraph.replaceAll(/\s+/g, ' ').trim())
    .filter((paragraph) => paragraph !== '' && !/^[#|>]/.test(paragraph))
  return paragraphs
    .flatMap((paragraph) => [...segmenter.segment(paragraph.replace(/^[-*] /, ''))])
    .map(({ segment }) => segment.trim())
    .filter((sentence) => /[\p{L}].*[.!?…"”)]$/su.test(sentence) && sentence.length <= MAX_LENGTH)
}
