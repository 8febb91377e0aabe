import type { Piece } from './expand-wording.ts'

/** Words that stand for a value, and what they are in English. */
export interface Rule {
  readonly english: string
  readonly pieces: readonly Piece[]
  readonly isName: boolean
}

/** Rules by the word that they begin with, the longest first. */
export class RuleIndex {
  readonly #byWord = new Map<string, Rule[]>()
  readonly #bySlot: readonly Rule[]
  /** Both together, for words that are a value too. */
  readonly #byEither = new Map<string, readonly Rule[]>()

  constructor(rules: readonly Rule[]) {
    const sorted = rules.toSorted((one, other) => other.pieces.length - one.pieces.length)
    this.#bySlot = sorted.filter(({ pieces }) => 'slot' in pieces[0]!)
    for (const rule of sorted) {
      const [first] = rule.pieces
      if ('word' in first!) this.#byWord.set(first.word, [...(this.#byWord.get(first.word) ?? []), rule])
    }
  }

  beginningWith(word: string, isValue: boolean): readonly Rule[] {
    const own = this.#byWord.get(word)
    if (!isValue) return own ?? []
    if (!own) return this.#bySlot
    const both =
      this.#byEither.get(word) ??
      [...own, ...this.#bySlot].toSorted((one, other) => other.pieces.length - one.pieces.length)
    this.#byEither.set(word, both)
    return both
  }

  words(): string[] {
    return [...this.#byWord.values()].flatMap((rules) =>
      rules.flatMap(({ pieces }) => pieces.flatMap((piece) => ('word' in piece ? [piece.word] : []))),
    )
  }
}
