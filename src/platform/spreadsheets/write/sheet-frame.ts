import { columnName, rangeText, type CellRange } from '../cell-reference.ts'
import type { StyleRegistry } from './style-registry.ts'
import type { Theme } from './themes.ts'
import type { CellStyle, Column, Sheet } from './workbook.ts'
import { namespaces, xmlDeclaration } from '../xml-text.ts'

/** Headers stand where their values do: numbers and dates to the right, text to the left. */
export function headerStyle(column: Column, { header }: Theme): CellStyle {
  const isNumeric = column.format !== undefined && column.format !== '@' && column.format !== 'General'
  const align = column.style?.align ?? (isNumeric ? 'right' : 'left')
  const indent = column.style?.indent
  const base = { bold: true, align, vertical: 'center', ...(indent !== undefined && { indent }) } as const
  if (!header) return base
  return { ...base, color: header.text, fill: header.fill, border: { bottom: 'thin', color: header.line } }
}

interface StartOptions {
  readonly styles: StyleRegistry
  readonly hasHeader: boolean
}

/** Everything up to the first row. */
export function sheetStart(sheet: Sheet, { styles, hasHeader }: StartOptions): string {
  const tab = sheet.tab === undefined ? '' : `<tabColor rgb="FF${sheet.tab}"/>`
  return [
    xmlDeclaration,
    `<worksheet xmlns="${namespaces.main}" xmlns:r="${namespaces.relationships}">`,
    `<sheetPr>${tab}<pageSetUpPr fitToPage="1"/></sheetPr>`,
    dimensionXml(sheet, hasHeader),
    `<sheetViews><sheetView${sheet.gridLines === false ? ' showGridLines="0"' : ''} workbookViewId="0">`,
    paneXml(sheet.freeze ?? { rows: hasHeader ? 1 : 0 }),
    '</sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/>',
    columnsXml(sheet.columns, styles),
    '<sheetData>',
  ].join('')
}

interface EndOptions {
  readonly rows: number
  readonly columns: number
  readonly hasHeader: boolean
  readonly bandId: number | '' | undefined
  readonly hasDrawing: boolean
}

/** Everything after the last row, in the order that the format demands. */
export function sheetEnd(sheet: Sheet, { rows, columns, hasHeader, bandId, hasDrawing }: EndOptions): string {
  const whole = { firstRow: 0, firstColumn: 0, lastRow: Math.max(rows - 1, 0), lastColumn: columns - 1 }
  const body = { ...whole, firstRow: hasHeader ? 1 : 0 }
  const isBanded = sheet.banding === true && typeof bandId === 'number' && body.lastRow >= body.firstRow
  return [
    '</sheetData>',
    sheet.filter && hasHeader ? `<autoFilter ref="${rangeText(whole)}"/>` : '',
    mergesXml(sheet.merges ?? []),
    isBanded ? bandingXml(body, bandId) : '',
    '<pageMargins left="0.5" right="0.5" top="0.6" bottom="0.6" header="0.3" footer="0.3"/>',
    '<pageSetup orientation="landscape" fitToHeight="0"/>',
    ignoredErrorsXml(sheet.columns, body),
    hasDrawing ? '<drawing r:id="rId1"/>' : '',
    '</worksheet>',
  ].join('')
}

function dimensionXml({ rows, rowCount, columns }: Sheet, hasHeader: boolean): string {
  const known = rowCount ?? (Array.isArray(rows) ? rows.length : 0)
  if (known === 0 || columns.length === 0) return ''
  return `<dimension ref="A1:${columnName(columns.length - 1)}${known + (hasHeader ? 1 : 0)}"/>`
}

function paneXml({ rows = 0, columns = 0 }: { rows?: number; columns?: number }): string {
  if (rows === 0 && columns === 0) return ''
  const pane = rows === 0 ? 'topRight' : columns === 0 ? 'bottomLeft' : 'bottomRight'
  const split = `${columns > 0 ? ` xSplit="${columns}"` : ''}${rows > 0 ? ` ySplit="${rows}"` : ''}`
  const corner = `${columnName(columns)}${rows + 1}`
  return (
    `<pane${split} topLeftCell="${corner}" activePane="${pane}" state="frozen"/>` +
    `<selection pane="${pane}" activeCell="${corner}" sqref="${corner}"/>`
  )
}

function columnsXml(columns: readonly Column[], styles: StyleRegistry): string {
  if (columns.length === 0) return ''
  const items = columns.map(({ width = 12, style, format }, index) => {
    // The column has the style too, so that rows which somebody adds later look the same.
    const id = styles.idOf({ ...style, ...(format !== undefined && { format }) })
    const number = index + 1
    return `<col min="${number}" max="${number}" width="${width}"${id === 0 ? '' : ` style="${id}"`} customWidth="1"/>`
  })
  return `<cols>${items.join('')}</cols>`
}

function mergesXml(merges: readonly CellRange[]): string {
  if (merges.length === 0) return ''
  const items = merges.map((range) => `<mergeCell ref="${rangeText(range)}"/>`)
  return `<mergeCells count="${merges.length}">${items.join('')}</mergeCells>`
}

/** A condition and not a fill: the stripes stay in place when somebody sorts the rows. */
function bandingXml(range: CellRange, bandId: number): string {
  const rule = `<cfRule type="expression" dxfId="${bandId}" priority="1"><formula>MOD(ROW(),2)=1</formula></cfRule>`
  return `<conditionalFormatting sqref="${rangeText(range)}">${rule}</conditionalFormatting>`
}

function ignoredErrorsXml(columns: readonly Column[], body: CellRange): string {
  const items = columns.flatMap((column, index) =>
    column.textNumbers && body.lastRow >= body.firstRow
      ? [
          `<ignoredError sqref="${rangeText({ ...body, firstColumn: index, lastColumn: index })}" numberStoredAsText="1"/>`,
        ]
      : [],
  )
  return items.length === 0 ? '' : `<ignoredErrors>${items.join('')}</ignoredErrors>`
}
