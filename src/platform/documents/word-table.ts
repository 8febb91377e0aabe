import {
  AlignmentType,
  BorderStyle,
  Paragraph,
  ShadingType,
  Table,
  TableCell as DocxCell,
  TableLayoutType,
  TableRow,
  VerticalAlign,
  WidthType,
} from 'docx'
import { textOf, type TableBlock, type TableCell } from './word-document.ts'
import { lineColor, stripeColor } from './word-look.ts'
import { runsOf } from './word-runs.ts'

const alignments = { left: AlignmentType.LEFT, center: AlignmentType.CENTER, right: AlignmentType.RIGHT }
const noBorder = { style: BorderStyle.NONE, size: 0, color: 'auto' }
const thinLine = { style: BorderStyle.SINGLE, size: 4, color: lineColor }

/** Up to so many rows stay on one page. */
const maxRowsTogether = 8

interface TableFrame {
  readonly textWidth: number
  readonly accent: string
}

export function renderTable(block: TableBlock, { textWidth, accent }: TableFrame): Table {
  const columns = Math.max(1, block.header?.length ?? 0, ...block.rows.map((row) => row.length))
  const widths = columnWidths(block, { columns, textWidth })
  const header = block.header && headerRow(block.header, { widths, accent })
  const isSmall = block.rows.length <= maxRowsTogether
  const rows = block.rows.map((row, index) =>
    bodyRow(row, {
      widths,
      look: block.look,
      striped: block.look === 'grid' && index % 2 === 1,
      keepNext: isSmall && index < block.rows.length - 1,
    }),
  )
  return new Table({
    width: { size: textWidth, type: WidthType.DXA },
    columnWidths: widths,
    layout: TableLayoutType.FIXED,
    borders: {
      top: thinLine,
      bottom: thinLine,
      left: noBorder,
      right: noBorder,
      insideHorizontal: thinLine,
      insideVertical: noBorder,
    },
    rows: [...(header ? [header] : []), ...rows],
  })
}

/** By how much text stands in a column, so that a column of dates leaves its room to one of sentences. */
function columnWidths(
  block: TableBlock,
  { columns, textWidth }: { columns: number; textWidth: number },
): number[] {
  const rows = [...(block.header ? [block.header] : []), ...block.rows.slice(0, 200)]
  const shares = Array.from(
    { length: columns },
    (_, column) => block.widths?.[column] ?? weightOf(rows, column),
  )
  const sum = shares.reduce((total, share) => total + share, 0)
  const widths = shares.map((share) => Math.floor((share / sum) * textWidth))
  const rest = textWidth - widths.reduce((total, width) => total + width, 0)
  return widths.map((width, column) => (column === 0 ? width + rest : width))
}

function weightOf(rows: readonly (readonly TableCell[])[], column: number): number {
  let longest = 0
  let word = 0
  for (const row of rows) {
    const text = row[column] ? textOf(row[column].content) : ''
    longest = Math.max(longest, text.length)
    for (const part of text.split(/\s+/)) word = Math.max(word, part.length)
  }
  return Math.max(6, Math.min(longest, 40), Math.min(word, 24)) + 2
}

function headerRow(
  cells: readonly TableCell[],
  { widths, accent }: { widths: readonly number[]; accent: string },
): TableRow {
  return new TableRow({
    tableHeader: true,
    cantSplit: true,
    children: widths.map((width, column) =>
      cellOf(cells[column], { width, fill: accent, look: { bold: true, color: 'FFFFFF' }, keepNext: true }),
    ),
  })
}

interface RowLook {
  readonly widths: readonly number[]
  readonly look: TableBlock['look']
  readonly striped: boolean
  readonly keepNext: boolean
}

function bodyRow(cells: readonly TableCell[], { widths, look, striped, keepNext }: RowLook): TableRow {
  return new TableRow({
    cantSplit: true,
    children: widths.map((width, column) => {
      const isName = look === 'facts' && column === 0
      const fill = cells[column]?.fill ?? (striped || isName ? stripeColor : undefined)
      return cellOf(cells[column], {
        width,
        keepNext,
        look: isName ? { bold: true } : {},
        ...(fill !== undefined && { fill }),
      })
    }),
  })
}

interface CellLook {
  readonly width: number
  readonly fill?: string
  readonly keepNext: boolean
  readonly look: { readonly bold?: boolean; readonly color?: string }
}

function cellOf(cell: TableCell | undefined, { width, fill, look, keepNext }: CellLook): DocxCell {
  return new DocxCell({
    width: { size: width, type: WidthType.DXA },
    verticalAlign: VerticalAlign.CENTER,
    margins: { top: 70, bottom: 70, left: 115, right: 115 },
    ...(fill !== undefined && { shading: { type: ShadingType.CLEAR, color: 'auto', fill } }),
    children: [
      new Paragraph({
        style: 'TableText',
        keepNext,
        alignment: alignments[cell?.align ?? 'left'],
        children: runsOf(cell?.content ?? [], look),
      }),
    ],
  })
}
