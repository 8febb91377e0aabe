/** A step as the graph sees it. */
export interface GraphStep {
  readonly id: string
  readonly depends_on: readonly string[]
}

/** Who depends on whom, by position in the list of steps. Names that no step has are left out. */
export interface StepGraph {
  readonly positions: ReadonlyMap<string, number>
  readonly parents: readonly (readonly number[])[]
  readonly children: readonly (readonly number[])[]
  /** Every step after all those that it depends on; steps on a circle, and behind one, are missing. */
  readonly order: readonly number[]
  /** Circles, each beginning and ending with the same step. */
  readonly cycles: readonly (readonly number[])[]
  /** Whether the first step comes before the second on every path. */
  isBefore(earlier: number, later: number): boolean
}

export function graphOf(steps: readonly GraphStep[]): StepGraph {
  const positions = new Map<string, number>()
  for (const [position, { id }] of steps.entries()) if (!positions.has(id)) positions.set(id, position)
  const parents = steps.map(({ depends_on }) => [
    ...new Set(depends_on.map((id) => positions.get(id)).filter((position) => position !== undefined)),
  ])
  const children: number[][] = steps.map(() => [])
  for (const [child, list] of parents.entries()) for (const parent of list) children[parent]!.push(child)
  const order = sortByDependency(parents, children)
  const cycles = order.length === steps.length ? [] : cyclesOf(parents, new Set(order))
  let ancestors: Ancestors | undefined
  return {
    positions,
    parents,
    children,
    order,
    cycles,
    isBefore: (earlier, later) => (ancestors ??= ancestorsOf(parents, order))(later, earlier),
  }
}

function sortByDependency(
  parents: readonly (readonly number[])[],
  children: readonly (readonly number[])[],
): number[] {
  const missing = parents.map((list) => list.length)
  const order = [...parents.keys()].filter((position) => missing[position] === 0)
  for (let next = 0; next < order.length; next += 1)
    for (const child of children[order[next]!]!) {
      missing[child]! -= 1
      if (missing[child] === 0) order.push(child)
    }
  return order
}

/** What is not sorted has a parent that is not sorted either: going from parent to parent must end in a circle. */
function cyclesOf(parents: readonly (readonly number[])[], sorted: ReadonlySet<number>): number[][] {
  const cycles: number[][] = []
  const seenIn = new Map<number, number>()
  for (const start of parents.keys()) {
    if (sorted.has(start) || seenIn.has(start)) continue
    const walk: number[] = []
    let at = start
    while (!seenIn.has(at)) {
      seenIn.set(at, start)
      walk.push(at)
      at = parents[at]!.find((parent) => !sorted.has(parent))!
    }
    if (seenIn.get(at) === start) cycles.push([...walk.slice(walk.indexOf(at)), at])
  }
  return cycles
}

type Ancestors = (step: number, candidate: number) => boolean

/** One bit for each pair: 5,000 steps take 3 MB, and only while they are checked. */
function ancestorsOf(parents: readonly (readonly number[])[], order: readonly number[]): Ancestors {
  const words = Math.ceil(parents.length / 32)
  const bits = new Map<number, Uint32Array>()
  for (const position of order) {
    const own = new Uint32Array(words)
    for (const parent of parents[position]!) {
      const theirs = bits.get(parent)!
      for (let word = 0; word < words; word += 1) own[word]! |= theirs[word]!
      own[parent >>> 5]! |= 1 << (parent & 31)
    }
    bits.set(position, own)
  }
  return (step, candidate) => ((bits.get(step)?.[candidate >>> 5] ?? 0) & (1 << (candidate & 31))) !== 0
}
