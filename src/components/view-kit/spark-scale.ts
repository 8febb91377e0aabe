/** Free above and below the line, so that its ends are not cut. */
const MARGIN = 2

/**
 * How far down a value stands in a line of this height. Without a range the lowest value is at the bottom and the highest
 * at the top; values that are all the same stand in the middle, as nobody can say whether that is much or little.
 */
export function sparkScale(
  values: readonly number[],
  height: number,
  range?: readonly [low: number, high: number],
): (value: number) => number {
  const [low, high] = range ?? [Math.min(...values), Math.max(...values)]
  const room = height - 2 * MARGIN
  return (value) => MARGIN + (high === low ? 0.5 : 1 - (value - low) / (high - low)) * room
}
