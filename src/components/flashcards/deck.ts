/** The order in which cards come, as places in the list of cards. */
export interface Deck {
  readonly waiting: readonly number[]
  readonly known: readonly number[]
  readonly turned: boolean
  /** How often a card had to come again. */
  readonly repeats: number
}

const SOON = 4

export function newDeck(order: readonly number[]): Deck {
  return { waiting: order, known: [], turned: false, repeats: 0 }
}

/** Known: it is put away. Otherwise it comes again after a few others. */
export function answered(deck: Deck, known: boolean): Deck {
  const [first, ...others] = deck.waiting
  if (first === undefined) return deck
  if (known) return { ...deck, waiting: others, known: [...deck.known, first], turned: false }
  return { ...deck, waiting: others.toSpliced(SOON, 0, first), turned: false, repeats: deck.repeats + 1 }
}
