import { wordsToDigits } from './numbers.ts'

export interface Dice {
  readonly count: number
  readonly sides: number
  readonly modifier?: number
}

/** Dice as players write them: 3d6+2, d20, "two d10". */
export function readDice(text: string): Dice | undefined {
  const written = wordsToDigits(text.toLowerCase())
    .replace(/ plus (?=\d)/, '+')
    .replace(/ minus (?=\d)/, '-')
  const found = /^(?:(\d{1,3}) ?)?d(\d{1,4})s?(?: ?([+-]) ?(\d{1,4}))?$/.exec(written)
  if (!found) return undefined
  const [, count = '1', sides, sign, added] = found
  const bounded = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value))
  return {
    count: bounded(Number(count), 1, 100),
    sides: bounded(Number(sides), 2, 1_000),
    ...(added !== undefined && { modifier: Number(`${sign}${added}`) }),
  }
}
