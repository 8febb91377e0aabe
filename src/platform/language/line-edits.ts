/** At line `at`, `removed` lines go and those of the new text from `to` on come, `added` of them. */
export interface LineEdit {
  readonly at: number
  readonly removed: number
  readonly to: number
  readonly added: number
}

/** Beyond this many different lines, the shortest way costs more than it tells. */
const maxSteps = 400

/** The fewest changes that make one list of lines the other (Myers, "An O(ND) difference algorithm", 1986). */
export function lineEdits(old: readonly string[], now: readonly string[]): LineEdit[] {
  let head = 0
  while (head < old.length && head < now.length && old[head] === now[head]) head += 1
  let tail = 0
  const shorter = Math.min(old.length, now.length) - head
  while (tail < shorter && old[old.length - 1 - tail] === now[now.length - 1 - tail]) tail += 1
  const [before, after] = [old.slice(head, old.length - tail), now.slice(head, now.length - tail)]
  if (before.length === 0 && after.length === 0) return []
  const trace = stepsBetween(before, after)
  const whole = { at: 0, removed: before.length, to: 0, added: after.length }
  const edits = trace ? walkBack(trace, { before, after }) : [whole]
  return edits.map((edit) => ({ ...edit, at: edit.at + head, to: edit.to + head }))
}

type Reached = ReadonlyMap<number, number>

/** How far each diagonal is reached with 0, 1, 2… changes; undefined when there are too many. */
function stepsBetween(before: readonly string[], after: readonly string[]): Reached[] | undefined {
  const trace: Reached[] = []
  let reached: Reached = new Map([[1, 0]])
  for (let step = 0; step <= maxSteps; step += 1) {
    const next = new Map<number, number>()
    for (let diagonal = -step; diagonal <= step; diagonal += 2) {
      let x = nextPlace(reached, { diagonal, step })
      while (x < before.length && x - diagonal < after.length && before[x] === after[x - diagonal]) x += 1
      next.set(diagonal, x)
      if (x >= before.length && x - diagonal >= after.length) return [...trace, reached]
    }
    trace.push(reached)
    reached = new Map([...reached, ...next])
  }
  return undefined
}

function nextPlace(reached: Reached, { diagonal, step }: { diagonal: number; step: number }): number {
  return isAddition(reached, { diagonal, step })
    ? (reached.get(diagonal + 1) ?? -1)
    : (reached.get(diagonal - 1) ?? -1) + 1
}

function walkBack(
  trace: readonly Reached[],
  { before, after }: { before: readonly string[]; after: readonly string[] },
): LineEdit[] {
  const edits: LineEdit[] = []
  let [x, y] = [before.length, after.length]
  for (let step = trace.length - 1; step > 0; step -= 1) {
    const reached = trace[step]!
    const diagonal = x - y
    const isAdded = isAddition(reached, { diagonal, step })
    const from = isAdded ? diagonal + 1 : diagonal - 1
    const at = reached.get(from)!
    const to = at - from
    add(edits, isAdded ? { at, removed: 0, to, added: 1 } : { at, removed: 1, to, added: 0 })
    ;[x, y] = [at, to]
  }
  return edits.toReversed()
}

/** A line is added where that leads further than removing one. */
function isAddition(reached: Reached, { diagonal, step }: { diagonal: number; step: number }): boolean {
  const below = reached.get(diagonal - 1) ?? -1
  const above = reached.get(diagonal + 1) ?? -1
  return diagonal === -step || (diagonal !== step && below < above)
}

/** Found from the end on; neighbours become one. */
function add(edits: LineEdit[], edit: LineEdit): void {
  const next = edits.at(-1)
  if (next && edit.at + edit.removed === next.at && edit.to + edit.added === next.to) {
    const { at, to } = edit
    edits[edits.length - 1] = { at, to, removed: edit.removed + next.removed, added: edit.added + next.added }
  } else edits.push(edit)
}
