import { bottomOf, rightOf, type Rect, type Size } from './geometry.ts'

/** A slide with more shapes than this is a drawing: only the largest of them count. */
const maxShapes = 12

/** The largest rectangle inside the area that keeps its distance from all others; undefined when none is large enough. */
export function largestFreeRect(
  area: Rect,
  { taken, gap, least }: { taken: readonly Rect[]; gap: number; least: Size },
): Rect | undefined {
  const blocks = taken
    .map((rect) => grown(rect, gap))
    .filter((rect) => overlap(rect, area))
    .toSorted((one, other) => other.width * other.height - one.width * one.height)
    .slice(0, maxShapes)
  const lefts = [area.x, ...blocks.map(rightOf)]
  const rights = [rightOf(area), ...blocks.map((rect) => rect.x)]
  const tops = [area.y, ...blocks.map(bottomOf)]
  const bottoms = [bottomOf(area), ...blocks.map((rect) => rect.y)]
  let best: Rect | undefined
  for (const [x, width] of spans({
    from: lefts,
    to: rights,
    least: least.width,
    area: [area.x, rightOf(area)],
  })) {
    for (const [y, height] of spans({
      from: tops,
      to: bottoms,
      least: least.height,
      area: [area.y, bottomOf(area)],
    })) {
      const rect = { x, y, width, height }
      if (best && best.width * best.height >= width * height) continue
      if (!blocks.some((block) => overlap(block, rect))) best = rect
    }
  }
  return best
}

interface SpanOptions {
  readonly from: readonly number[]
  readonly to: readonly number[]
  readonly least: number
  readonly area: readonly [number, number]
}

/** Beginnings and lengths that lie inside the area and are long enough. */
function spans({ from, to, least, area }: SpanOptions): [number, number][] {
  const found: [number, number][] = []
  for (const start of new Set(from)) {
    for (const end of new Set(to)) {
      if (start >= area[0] && end <= area[1] && end - start >= least) found.push([start, end - start])
    }
  }
  return found
}

function grown(rect: Rect, gap: number): Rect {
  return { x: rect.x - gap, y: rect.y - gap, width: rect.width + 2 * gap, height: rect.height + 2 * gap }
}

function overlap(one: Rect, other: Rect): boolean {
  return (
    one.x < rightOf(other) && rightOf(one) > other.x && one.y < bottomOf(other) && bottomOf(one) > other.y
  )
}
