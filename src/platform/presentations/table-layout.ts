import { emu, emuPerPoint, type Rect } from './geometry.ts'
import type { TableContent } from './table-content.ts'
import { lineCount, longestWordWidth, textWidth } from './text-width.ts'

/** One slide's share of a table, ready to be drawn. */
export interface TablePage {
  readonly rect: Rect
  readonly columnWidths: readonly number[]
  readonly fontPoints: number
  readonly headerHeight: number
  readonly rows: readonly { readonly cells: readonly string[]; readonly height: number }[]
}

export interface TableRoom {
  /** Where it may go on its own slide. */
  readonly first: Rect
  /** Where it may go on each slide after that. */
  readonly next: Rect
}

/** From comfortable to the smallest that can be read in a room. */
const fontSizes = [18, 16, 14, 12, 11, 10] as const
/** When even the smallest does not fit, the table is split, and there is no reason to make it small. */
const splitFontPoints = 12
const sideMargins = emu(0.2)
const topMargins = emu(0.1)
const lineSpacing = 1.2

/** As large as it fits on one slide; else split over several, the headers repeated on each. */
export function layoutTable(content: TableContent, room: TableRoom): TablePage[] {
  for (const fontPoints of fontSizes) {
    const measured = measure(content, { width: room.first.width, fontPoints })
    if (measured.headerHeight + sum(measured.rowHeights) <= room.first.height) {
      return [page(content, { ...measured, fontPoints, area: room.first, from: 0, to: content.rows.length })]
    }
  }
  return split(content, room)
}

function split(content: TableContent, room: TableRoom): TablePage[] {
  const pages: TablePage[] = []
  let from = 0
  while (from < content.rows.length) {
    const area = pages.length === 0 ? room.first : room.next
    const measured = measure(content, { width: area.width, fontPoints: splitFontPoints })
    let to = from
    let height = measured.headerHeight
    while (to < content.rows.length && height + measured.rowHeights[to]! <= area.height) {
      height += measured.rowHeights[to]!
      to += 1
    }
    // A row that is higher than a whole slide still has to go somewhere.
    to = Math.max(to, from + 1)
    pages.push(page(content, { ...measured, fontPoints: splitFontPoints, area, from, to }))
    from = to
  }
  return balanced(pages, { content, room })
}

/** Not thirty rows and then a slide with one: the last two slides share evenly. */
function balanced(
  pages: TablePage[],
  { content, room }: { content: TableContent; room: TableRoom },
): TablePage[] {
  const last = pages.at(-1)
  const before = pages.at(-2)
  if (!last || !before || pages.length < 3 || last.rows.length * 2 >= before.rows.length) return pages
  const count = last.rows.length + before.rows.length
  const from = content.rows.length - count
  const middle = from + Math.ceil(count / 2)
  const measured = measure(content, { width: room.next.width, fontPoints: splitFontPoints })
  const shared = { ...measured, fontPoints: splitFontPoints, area: room.next }
  const halves = [
    page(content, { ...shared, from, to: middle }),
    page(content, { ...shared, from: middle, to: content.rows.length }),
  ]
  const fits = halves.every((each) => each.rect.height <= room.next.height)
  return fits ? [...pages.slice(0, -2), ...halves] : pages
}

interface Measured {
  readonly columnWidths: readonly number[]
  readonly headerHeight: number
  readonly rowHeights: readonly number[]
}

function measure(
  content: TableContent,
  { width, fontPoints }: { width: number; fontPoints: number },
): Measured {
  const em = fontPoints * emuPerPoint
  const columnWidths = columnWidthsFor(content, { width, em })
  const height = (cells: readonly string[], bold: boolean): number => {
    const lines = cells.map((cell, column) =>
      lineCount(cell, (columnWidths[column]! - sideMargins) / em, { bold }),
    )
    return Math.round(Math.max(1, ...lines) * em * lineSpacing) + topMargins
  }
  return {
    columnWidths,
    headerHeight: height(content.headers, true),
    rowHeights: content.rows.map((row) => height(row, false)),
  }
}

/** Every column gets its longest word, then the rest of the width by how much text it has. */
function columnWidthsFor(content: TableContent, { width, em }: { width: number; em: number }): number[] {
  const sample = content.rows.slice(0, 500)
  const columns = content.headers.map((header, column) => {
    const cells = sample.map((row) => row[column]!)
    const words = cells.map((cell) => longestWordWidth(cell))
    const lines = cells.flatMap((cell) => cell.split('\n').map((line) => textWidth(line)))
    const least = Math.max(longestWordWidth(header, { bold: true }), ...words)
    const natural = Math.max(textWidth(header, { bold: true }), ...lines)
    return {
      least: (Math.min(least, 20) + 0.2) * em + sideMargins,
      natural: (Math.min(Math.max(natural, 2), 60) + 0.4) * em + sideMargins,
    }
  })
  const natural = sum(columns.map((column) => column.natural))
  const least = sum(columns.map((column) => column.least))
  const share = natural > least ? Math.min(1, Math.max(0, (width - least) / (natural - least))) : 0
  const wished = columns.map((column) => column.least + (column.natural - column.least) * share)
  return exactly(wished, width)
}

/** Scaled so that the whole numbers add up to the width. */
function exactly(wished: readonly number[], width: number): number[] {
  const scale = width / sum(wished)
  const widths = wished.map((each) => Math.floor(each * scale))
  widths[widths.length - 1]! += width - sum(widths)
  return widths
}

function page(
  content: TableContent,
  part: Measured & { fontPoints: number; area: Rect; from: number; to: number },
): TablePage {
  const rows = content.rows.slice(part.from, part.to).map((cells, index) => ({
    cells,
    height: part.rowHeights[part.from + index]!,
  }))
  const height = part.headerHeight + sum(rows.map((row) => row.height))
  return {
    rect: { ...part.area, height },
    columnWidths: part.columnWidths,
    fontPoints: part.fontPoints,
    headerHeight: part.headerHeight,
    rows,
  }
}

function sum(numbers: readonly number[]): number {
  let total = 0
  for (const each of numbers) total += each
  return total
}
