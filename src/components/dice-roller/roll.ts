export interface Dice {
  readonly count: number
  readonly sides: number
  readonly modifier: number
}

export interface Roll extends Dice {
  readonly faces: readonly number[]
}

/** `below` gives a whole number from 0 below a limit. */
export function rollDice(dice: Dice, below: (limit: number) => number): Roll {
  return { ...dice, faces: Array.from({ length: dice.count }, () => below(dice.sides) + 1) }
}

export function totalOf({ faces, modifier }: Roll): number {
  return faces.reduce((sum, face) => sum + face, modifier)
}

/** `2d6 + 3`. */
export function diceText({ count, sides, modifier }: Dice): string {
  const added = modifier === 0 ? '' : ` ${modifier < 0 ? '−' : '+'} ${Math.abs(modifier)}`
  return `${count}d${sides}${added}`
}
