import { escapeXml } from '../archives/xml-tree.ts'
import type { Dialect } from './dialect.ts'
import type { TableContent } from './table-content.ts'
import type { TablePage } from './table-layout.ts'
import type { TableLook } from './table-look.ts'
import type { ShapePlace } from './insert-shape.ts'

interface TableShape extends ShapePlace {
  readonly dialect: Dialect
  readonly content: TableContent
  readonly page: TablePage
  readonly look: TableLook
}

/** A native table, which the user can go on editing in any program. */
export function tableXml(table: TableShape): string {
  const { id, declarations, dialect, page, look } = table
  const { x, y, width, height } = page.rect
  const grid = page.columnWidths.map((columnWidth) => `<a:gridCol w="${columnWidth}"/>`).join('')
  const header = rowXml(table, { cells: table.content.headers, height: page.headerHeight, index: -1 })
  const rows = page.rows.map((row, index) => rowXml(table, { ...row, index }))
  return (
    `<p:graphicFrame${declarations}><p:nvGraphicFramePr><p:cNvPr id="${id}" name="Table ${id}"/>` +
    '<p:cNvGraphicFramePr><a:graphicFrameLocks noGrp="1"/></p:cNvGraphicFramePr><p:nvPr/></p:nvGraphicFramePr>' +
    `<p:xfrm><a:off x="${x}" y="${y}"/><a:ext cx="${width}" cy="${height}"/></p:xfrm>` +
    `<a:graphic><a:graphicData uri="${dialect.tableUri}"><a:tbl><a:tblPr firstRow="1" bandRow="1">` +
    `<a:tableStyleId>${escapeXml(look.styleId)}</a:tableStyleId></a:tblPr><a:tblGrid>${grid}</a:tblGrid>` +
    `${header}${rows.join('')}</a:tbl></a:graphicData></a:graphic></p:graphicFrame>`
  )
}

interface Row {
  readonly cells: readonly string[]
  readonly height: number
  /** -1 for the headers. */
  readonly index: number
}

function rowXml(table: TableShape, row: Row): string {
  const cells = row.cells.map((cell, column) => cellXml(table, { cell, row, column }))
  return `<a:tr h="${row.height}">${cells.join('')}</a:tr>`
}

function cellXml(
  table: TableShape,
  { cell, row, column }: { cell: string; row: Row; column: number },
): string {
  const alignment = table.content.numeric[column] ? '<a:pPr algn="r"/>' : ''
  const properties = runProperties(table, row)
  const paragraphs = cell.split(/\r\n|\r|\n/).map((line) => {
    if (line === '') return `<a:p>${alignment}<a:endParaRPr${properties.attributes}/></a:p>`
    const run = `<a:rPr${properties.attributes}>${properties.fill}</a:rPr><a:t>${escapeXml(line)}</a:t>`
    return `<a:p>${alignment}<a:r>${run}</a:r></a:p>`
  })
  return `<a:tc><a:txBody><a:bodyPr/><a:lstStyle/>${paragraphs.join('')}</a:txBody>${cellProperties(table, row)}</a:tc>`
}

function runProperties({ page, look }: TableShape, row: Row): { attributes: string; fill: string } {
  const isHeader = row.index < 0
  const bold = look.colors && isHeader ? ' b="1"' : ''
  const color = look.colors && (isHeader ? look.colors.headerText : look.colors.text)
  return {
    attributes: ` lang="en-US" sz="${page.fontPoints * 100}"${bold} dirty="0"`,
    fill: color ? `<a:solidFill><a:schemeClr val="${color}"/></a:solidFill>` : '',
  }
}

function cellProperties({ look, dialect }: TableShape, row: Row): string {
  if (!look.colors) return '<a:tcPr anchor="ctr"/>'
  const line = '<a:solidFill><a:schemeClr val="lt1"/></a:solidFill>'
  const borders = ['L', 'R', 'T', 'B'].map((side) => {
    const width = side === 'B' && row.index < 0 ? 38_100 : 12_700
    return `<a:ln${side} w="${width}">${line}</a:ln${side}>`
  })
  return `<a:tcPr anchor="ctr">${borders.join('')}<a:solidFill>${fillColor(dialect, row)}</a:solidFill></a:tcPr>`
}

/** The accent colour for the headers; below them two light shades of it in turn. */
function fillColor(dialect: Dialect, row: Row): string {
  if (row.index < 0) return '<a:schemeClr val="accent1"/>'
  const kept = row.index % 2 === 0 ? 20 : 10
  return (
    `<a:schemeClr val="accent1"><a:lumMod val="${dialect.percent(kept)}"/>` +
    `<a:lumOff val="${dialect.percent(100 - kept)}"/></a:schemeClr>`
  )
}
