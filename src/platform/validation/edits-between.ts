/** How many letters must be put in, taken out, changed, or swapped with the next one. */
export function editsBetween(one: string, other: string): number {
  let twoBefore: number[] = []
  let before = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let row = 0; row < one.length; row += 1) {
    const next = [row + 1]
    for (let column = 0; column < other.length; column += 1) {
      const changed = before[column]! + (one[row] === other[column] ? 0 : 1)
      const isSwap = row > 0 && one[row] === other[column - 1] && one[row - 1] === other[column]
      const swapped = isSwap ? twoBefore[column - 1]! + 1 : Number.POSITIVE_INFINITY
      next.push(Math.min(changed, before[column + 1]! + 1, next[column]! + 1, swapped))
    }
    twoBefore = before
    before = next
  }
  return before.at(-1)!
}
