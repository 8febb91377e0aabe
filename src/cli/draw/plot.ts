import { displayWidth, padStart } from '../terminal/text-width.ts'

export interface PlottedSeries {
  /** Two for each column; null is a gap. */
  readonly values: readonly (number | null)[]
  readonly paint: (text: string) => string
}

export interface PlotOptions {
  readonly columns: number
  /** Fill what lies below the line. */
  readonly area: boolean
  /** Draw what lies between two values. */
  readonly joined: boolean
  readonly least: number | undefined
  readonly most: number | undefined
  readonly label: (value: number) => string
  /** What stands at the two ends of the x axis. */
  readonly ends: readonly string[]
  readonly quiet: (text: string) => string
}

const ROWS = 8
/** The dots of a Braille character, two across and four down, as bits. */
const DOTS = [
  [0x01, 0x08],
  [0x02, 0x10],
  [0x04, 0x20],
  [0x40, 0x80],
] as const

interface Cell {
  bits: number
  by: number
}

/** Lines drawn with Braille dots: two across and four down in each character. */
export function drawPlot(series: readonly PlottedSeries[], options: PlotOptions): string[] {
  const known = series.flatMap(({ values }) => values.filter((value) => value !== null))
  if (known.length === 0) return [options.quiet('No values')]
  const least = options.least ?? Math.min(...known, ...(options.area ? [0] : []))
  const most = options.most ?? Math.max(...known)
  const grid = Array.from({ length: ROWS }, () =>
    Array.from({ length: options.columns }, (): Cell => ({ bits: 0, by: 0 })),
  )
  const heightOf = (value: number) => Math.round((1 - (value - least) / (most - least || 1)) * (ROWS * 4 - 1))
  for (const [by, { values }] of series.entries()) {
    const dots = spread(values, options.columns * 2).map((value) => (value === null ? null : heightOf(value)))
    for (const [x, y] of dotsOf(dots, options)) setDot(grid, { x, y, by })
  }
  return withAxes(grid, series, { ...options, least, most })
}

/** Fewer values than dots: each stands at its share of the width. */
function spread(values: readonly (number | null)[], width: number): (number | null)[] {
  if (values.length === width) return [...values]
  const dots = Array.from<number | null>({ length: width }).fill(null)
  for (const [index, value] of values.entries())
    dots[values.length === 1 ? 0 : Math.round((index * (width - 1)) / (values.length - 1))] = value
  return dots
}

function* dotsOf(
  heights: readonly (number | null)[],
  { joined, area }: PlotOptions,
): Generator<readonly [number, number]> {
  let before: { x: number; y: number } | undefined
  for (const [x, y] of heights.entries()) {
    if (y === null) continue
    yield* lineTo({ x, y }, joined && before ? before : { x, y })
    if (area) for (let below = y; below < ROWS * 4; below += 1) yield [x, below]
    before = { x, y }
  }
}

/** Every dot on the way, also those of a steep step. */
function* lineTo(
  end: { x: number; y: number },
  start: { x: number; y: number },
): Generator<readonly [number, number]> {
  let height = start.y
  for (let at = start.x; at <= end.x; at += 1) {
    const share = end.x === start.x ? 1 : (at - start.x) / (end.x - start.x)
    const next = Math.round(start.y + (end.y - start.y) * share)
    const [from, to] = [Math.min(height, next), Math.max(height, next)]
    for (let y = from; y <= to; y += 1) yield [at, y]
    height = next
  }
}

function setDot(grid: readonly Cell[][], { x, y, by }: { x: number; y: number; by: number }): void {
  const cell = grid[Math.floor(y / 4)]?.[Math.floor(x / 2)]
  const bit = DOTS[y % 4]?.[x % 2]
  if (!cell || bit === undefined) return
  cell.bits |= bit
  cell.by = by
}

function withAxes(
  grid: readonly Cell[][],
  series: readonly PlottedSeries[],
  { least, most, label, ends, quiet, columns }: PlotOptions & { least: number; most: number },
): string[] {
  const marks = new Map([
    [0, label(most)],
    [Math.floor(ROWS / 2), label((least + most) / 2)],
    [ROWS - 1, label(least)],
  ])
  const widest = Math.max(...[...marks.values()].map(displayWidth))
  const rows = grid.map((row, index) => {
    const line = row.map(({ bits, by }) =>
      bits === 0 ? ' ' : series[by]!.paint(String.fromCodePoint(0x28_00 + bits)),
    )
    return `${quiet(`${padStart(marks.get(index) ?? '', widest)} ┤`)}${line.join('').trimEnd()}`
  })
  const [first = '', last = ''] = ends
  const gap = ' '.repeat(Math.max(1, columns - displayWidth(first) - displayWidth(last)))
  return [...rows, quiet(`${' '.repeat(widest + 2)}${first}${gap}${last}`)]
}
