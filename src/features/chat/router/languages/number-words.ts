import type { NumberWords } from './language.ts'

/** Reads numbers that are written in words of a language, in one word: "fünfundzwanzig", "zweieinhalb". */
export class NumberReader {
  readonly #parts: ReadonlyMap<string, number>
  readonly #ranks: ReadonlyMap<string, number>
  readonly #words: NumberWords
  readonly #longest: number

  constructor(words: NumberWords, fold: (text: string) => string) {
    this.#words = { ...words, joint: fold(words.joint), rankEndings: words.rankEndings.map(fold) }
    this.#parts = byWord(words.parts, fold)
    this.#ranks = byWord(words.ranks, fold)
    this.#longest = Math.max(0, ...[...this.#parts.keys()].map((part) => part.length))
  }

  /** The value of a word, folded and in lower case; undefined for other words. */
  read(word: string): number | undefined {
    const values = this.#taken(word, 0, new Map())
    return values && valueOf(values)
  }

  /** The same for "zwanzigsten" and "dritte". */
  readRank(word: string): number | undefined {
    const irregular = this.#ranks.get(word)
    if (irregular !== undefined) return irregular
    const ending = this.#words.rankEndings.find((end) => word.endsWith(end))
    return ending === undefined ? undefined : this.read(word.slice(0, -ending.length))
  }

  /** The parts that a word is made of from there on. What led nowhere is not tried again. */
  #taken(word: string, from: number, known: Map<number, readonly number[] | undefined>) {
    if (known.has(from)) return known.get(from)
    known.set(from, this.#search(word, from, known))
    return known.get(from)
  }

  #search(
    word: string,
    from: number,
    known: Map<number, readonly number[] | undefined>,
  ): readonly number[] | undefined {
    const { joint } = this.#words
    for (let to = Math.min(word.length, from + this.#longest); to > from; to--) {
      const value = this.#parts.get(word.slice(from, to))
      if (value === undefined) continue
      if (to === word.length) return [value]
      const isJoined = joint !== '' && word.startsWith(joint, to)
      const rest = (isJoined && this.#taken(word, to + joint.length, known)) || this.#taken(word, to, known)
      if (rest) return [value, ...rest]
    }
    return undefined
  }
}

/** "three hundred five twenty" is 325: what is less is added, a hundred or a thousand multiplies what stands before it. */
function valueOf(values: readonly number[]): number | undefined {
  let [total, current] = [0, 0]
  for (const [at, value] of values.entries()) {
    const before = values[at - 1]
    // "zweivier" is no number, whichever of ones and tens a language says first.
    if (before !== undefined && value >= 1 && value < 100 && before < 100 && value < 10 === before < 10)
      return undefined
    if (value < 100) current += value
    else if (value === 100) current = Math.max(current, 1) * 100
    else [total, current] = [total + Math.max(current, 1) * value, 0]
  }
  return total + current
}

function byWord(words: Readonly<Record<string, number>>, fold: (text: string) => string) {
  return new Map(
    Object.entries(words).flatMap(([names, value]) =>
      names.split('|').map((name) => [fold(name), value] as const),
    ),
  )
}
