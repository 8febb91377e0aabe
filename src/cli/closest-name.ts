const MAX_EDITS = 2

/** The name that was most likely meant, if any is near enough to be worth mentioning. */
export function closestName(given: string, names: readonly string[]): string | undefined {
  const begun = names.filter((name) => given !== '' && name.startsWith(given))
  if (begun.length === 1) return begun[0]
  const [closest] = names
    .map((name) => ({ name, edits: editsBetween(given.toLowerCase(), name.toLowerCase()) }))
    .filter(({ name, edits }) => edits <= MAX_EDITS && edits < name.length / 2)
    .toSorted((one, other) => one.edits - other.edits)
  return closest?.name
}

/** How many letters must be put in, taken out or changed. */
function editsBetween(one: string, other: string): number {
  let before = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (const [row, letter] of [...one].entries()) {
    const next = [row + 1]
    for (const [column, otherLetter] of [...other].entries())
      next.push(
        Math.min(
          before[column]! + (letter === otherLetter ? 0 : 1),
          before[column + 1]! + 1,
          next[column]! + 1,
        ),
      )
    before = next
  }
  return before.at(-1)!
}
