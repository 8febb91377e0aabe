import type { styleText } from 'node:util'

type Style = Parameters<typeof styleText>[0]

export type Cell = string | { readonly text: string; readonly style: Style }

export interface TableOptions {
  readonly header: readonly string[]
  readonly rows: readonly (readonly Cell[])[]
  /** The columns of the terminal; without it nothing is shortened. */
  readonly width?: number | undefined
  /** The last column holds sentences: they go on in the next line instead of being cut. */
  readonly wrapLast?: boolean | undefined
  readonly style: (style: Style, text: string) => string
}

const GAP = '  '
const SMALLEST_LAST = 24
const SMALLEST = 8

/** Aligned columns under a header, no wider than the terminal as far as that can be. */
export function drawTable({ header, rows, width, wrapLast = false, style }: TableOptions): string {
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
      const padding = ' '.repeat(Math.max(0, widths[column]! - displayWidth(shown)))
      const cell = rows[index]![column] ?? ''
      return (typeof cell === 'string' ? shown : style(cell.style, shown)) + padding
    })
    return [cells.join(GAP).trimEnd(), ...more.map((text) => indent + text)].join('\n')
  })
  const titles = header.map((title, column) => title.padEnd(widths[column]!))
  return [style('bold', titles.join(GAP).trimEnd()), ...lines].join('\n')
}

/** Text from elsewhere must not move the cursor, ring the bell or colour what comes after it. */
export function printable(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, ' ')
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
  const spare = Math.max(0, widths[last]! - SMALLEST_LAST)
  widths[last]! -= Math.min(spare, Math.max(0, excess()))
  while (excess() > 0) {
    const widest = widths.indexOf(Math.max(...widths))
    if (widths[widest]! <= SMALLEST) break
    widths[widest]! -= 1
  }
  return widths
}

function cut(text: string, width: number): string {
  if (displayWidth(text) <= width) return text
  let shown = ''
  for (const character of text) {
    if (displayWidth(shown + character) > width - 1) break
    shown += character
  }
  return `${shown}…`
}

function wrapped(text: string, width: number): string[] {
  const lines: string[] = ['']
  for (const word of text.split(' ')) {
    const line = lines.at(-1)!
    const longer = line === '' ? word : `${line} ${word}`
    if (line === '' || displayWidth(longer) <= width) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

function displayWidth(text: string): number {
  let width = 0
  for (const character of text)
    width += /\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uff00-\uff60]/u.test(character)
      ? 2
      : 1
  return width
}
