import type { styleText } from 'node:util'
import { cut, displayWidth, padEnd, padStart, printable, wrapped } from './text-width.ts'

export type Style = Parameters<typeof styleText>[0]

export type Cell = string | { readonly text: string; readonly style: Style }

export interface TableOptions {
  readonly header: readonly string[]
  readonly rows: readonly (readonly Cell[])[]
  /** The columns of the terminal; without it nothing is shortened. */
  readonly width?: number | undefined
  /** The last column holds sentences: they go on in the next line instead of being cut. */
  readonly wrapLast?: boolean | undefined
  /** Columns of numbers, which end at the same place. */
  readonly alignEnd?: ReadonlySet<number> | undefined
  readonly style: (style: Style, text: string) => string
}

const GAP = '  '
const MIN_LAST = 24
const SMALLEST = 8

/** Aligned columns under a header, no wider than the terminal as far as that can be. */
export function drawTable(options: TableOptions): string {
  const { rows, width, wrapLast = false, alignEnd, style } = options
  const header = options.header.map(printable)
  const plain = rows.map((row) => header.map((_, column) => printable(textOf(row[column] ?? ''))))
  const widths = fitted(
    header.map((title, column) =>
      Math.max(...[title, ...plain.map((row) => row[column]!)].map(displayWidth)),
    ),
    width,
  )
  const last = header.length - 1
  const indent = ' '.repeat(widths.slice(0, last).reduce((sum, each) => sum + each + GAP.length, 0))
  const lines = plain.map((row, index) => {
    const [end, ...more] = wrapLast ? wrapped(row[last]!, widths[last]!) : [row[last]!]
    const cells = [...row.slice(0, last), end!].map((text, column) => {
      const shown = wrapLast && column === last ? text : cut(text, widths[column]!)
      const cell = rows[index]![column] ?? ''
      const styled = typeof cell === 'string' ? shown : style(cell.style, shown)
      const padding = ' '.repeat(Math.max(0, widths[column]! - displayWidth(shown)))
      return alignEnd?.has(column) ? padding + styled : styled + padding
    })
    return [cells.join(GAP).trimEnd(), ...more.map((text) => indent + text)].join('\n')
  })
  const titles = header.map((title, column) => {
    const shown = cut(title, widths[column]!)
    return alignEnd?.has(column) ? padStart(shown, widths[column]!) : padEnd(shown, widths[column]!)
  })
  return [style('bold', titles.join(GAP).trimEnd()), ...lines].join('\n')
}

function textOf(cell: Cell): string {
  return typeof cell === 'string' ? cell : cell.text
}

/** Takes what is too much from the last column, then from whichever is widest. */
function fitted(natural: readonly number[], width: number | undefined): number[] {
  const widths = [...natural]
  if (width === undefined) return widths
  const last = widths.length - 1
  const excess = () => widths.reduce((sum, each) => sum + each, 0) + GAP.length * last - width
  const spare = Math.max(0, widths[last]! - MIN_LAST)
  widths[last]! -= Math.min(spare, Math.max(0, excess()))
  while (excess() > 0) {
    const widest = widths.indexOf(Math.max(...widths))
    if (widths[widest]! <= SMALLEST) break
    widths[widest]! -= 1
  }
  return widths
}
