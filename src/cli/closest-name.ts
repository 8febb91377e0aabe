const MAX_EDITS = 2

/** The name that was most likely meant, if any is near enough to be worth mentioning. */
export function closestName(given: string, names: readonly string[]): string | undefined {
  const begun = names.filter((name) => given !== '' && name.startsWith(given))
  if (begun.length === 1) return begun[0]
  const lengthApart = (name: string) => Math.abs(name.length - given.length)
  const [closest] = names
    .map((name) => ({ name, edits: editsBetween(given.toLowerCase(), name.toLowerCase()) }))
    .filter(({ name, edits }) => edits <= MAX_EDITS && edits < name.length / 2)
    .toSorted((one, other) => one.edits - other.edits || lengthApart(one.name) - lengthApart(other.name))
  return closest?.name
}

/** How many letters must be put in, taken out, changed, or swapped with the next one. */
function editsBetween(one: string, other: string): number {
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
