export interface NearestLines {
  /** From 1 on. */
  readonly from: number
  readonly to: number
  readonly text: string
}

const maxLines = 20_000
const maxLineLength = 400
const maxShown = 1_000
const least = 0.4

/** The lines of a text that are most like `wanted`; undefined when none is. Found by its longest line. */
export function nearestLines(text: string, wanted: string): NearestLines | undefined {
  const lines = text.split('\n', maxLines)
  const searched = wanted.split('\n')
  const anchor = searched.reduce(
    (best, line, at) => (bare(line).length > bare(searched[best]!).length ? at : best),
    0,
  )
  const pairs = pairsOf(bare(searched[anchor]!))
  if (pairs.size === 0) return undefined
  let best = { line: -1, likeness: least }
  for (const [line, content] of lines.entries()) {
    const likeness = likenessOf(pairs, pairsOf(bare(content)))
    if (likeness > best.likeness) best = { line, likeness }
  }
  if (best.line === -1) return undefined
  const from = Math.max(0, best.line - anchor)
  const to = Math.min(lines.length, from + searched.length)
  const shown = lines.slice(from, to).join('\n').slice(0, maxShown).toWellFormed()
  return { from: from + 1, to, text: shown }
}

function bare(line: string): string {
  return line.slice(0, maxLineLength).replaceAll(/\s+/g, ' ').trim().toLowerCase()
}

/** The pairs of neighbouring letters. */
function pairsOf(text: string): Set<string> {
  const pairs = new Set<string>()
  for (let at = 0; at + 1 < text.length; at += 1) pairs.add(text.slice(at, at + 2))
  return pairs
}

/** How much two sets share, from 0 to 1 (Dice's coefficient). */
function likenessOf(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  if (one.size === 0 || other.size === 0) return 0
  let shared = 0
  for (const pair of one) if (other.has(pair)) shared += 1
  return (2 * shared) / (one.size + other.size)
}
